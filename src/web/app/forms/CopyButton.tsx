import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

interface Props {
  text: string;
  /** The name of the text, in the button's label for screen readers: `Copy …`. */
  what: string;
  label?: string;
}

/** Copies a text, and confirms it for a few seconds. */
export function CopyButton({ text, what, label = 'Copy' }: Props) {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready');
  useEffect(() => {
    if (state === 'ready') return;
    const timer = setTimeout(() => setState('ready'), 3_000);
    return () => clearTimeout(timer);
  }, [state]);
  // Without HTTPS, there is no clipboard, except on localhost.
  const copy = () =>
    Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  return (
    <span className="row">
      <button type="button" className="button" onClick={copy} aria-label={`Copy ${what}`}>
        {state === 'copied' ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        {state === 'copied' ? 'Copied' : label}
      </button>
      <span role="status" className={state === 'failed' ? 'error-text' : 'visually-hidden'}>
        {state === 'copied' && `Copied ${what}`}
        {state === 'failed' && 'The browser does not allow copying here. Select the text and copy it.'}
      </span>
    </span>
  );
}
