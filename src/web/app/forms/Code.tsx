import { CopyButton } from './CopyButton.tsx';
import './forms.css';

/** Code with a button to copy it. */
export function Code({ text, what }: { text: string; what: string }) {
  return (
    <div className="code">
      <pre>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} what={what} />
    </div>
  );
}
