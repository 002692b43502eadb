import { CopyButton } from './CopyButton.tsx';
import './forms.css';

/** Code to be copied. */
export function Code({ text, what }: { text: string; what: string }) {
  return (
    <div className="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <section tabIndex={0} aria-label={what}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
      <CopyButton text={text} what={what} />
    </div>
  );
}
