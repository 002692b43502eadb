import { t } from '../../shared/i18n/t.ts';
import { type Copied, CopyButton } from './CopyButton.tsx';
import './forms.css';

/** Code with a button to copy it. */
export function Code({ text, what }: { text: string; what: Copied }) {
  return (
    <div className="code">
      <pre>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} name={t(`copy.${what}`)} done={t(`copy.${what}.done`)} />
    </div>
  );
}
