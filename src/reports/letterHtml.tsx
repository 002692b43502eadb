import { renderToStaticMarkup } from 'react-dom/server';
import type { Language } from '../texts/languages.ts';
import { Button, Frame } from './frame.tsx';
import type { Letter } from './letter.ts';

/** Renders a letter as HTML for mail clients, in the layout of the email reports. */
export function letterHtml({ subject, paragraphs, action, reason }: Letter, language: Language): string {
  const page = (
    <Frame language={language} title={subject} preview={paragraphs[0] ?? ''} foot={reason}>
      <h1 style={{ margin: 0, fontSize: 22, lineHeight: '28px' }}>{subject}</h1>
      {paragraphs.map((text) => (
        <p key={text} style={{ margin: '16px 0 0', overflowWrap: 'anywhere' }}>
          {text}
        </p>
      ))}
      {action && (
        <p style={{ margin: '28px 0 0' }}>
          <Button href={action.address}>{action.text}</Button>
        </p>
      )}
    </Frame>
  );
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}
