import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '../../shared/i18n/t.ts';

/** The kinds of code that pages show. */
export type Copied =
  | 'code'
  | 'command'
  | 'tag'
  | 'pixel'
  | 'key'
  | 'rest'
  | 'graphql'
  | 'embed'
  | 'secret'
  | 'codes'
  | 'invitation';

interface Props {
  text: string;
  /** The button's label for screen readers: what it copies. */
  name: string;
  /** What screen readers announce when it is copied. */
  done: string;
  label?: string;
}

/** Copies a text, and confirms it for a few seconds. */
export function CopyButton({ text, name, done, label = t('copy.button') }: Props) {
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
      <button type="button" className="button" onClick={copy} aria-label={name}>
        {state === 'copied' ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        {state === 'copied' ? t('copy.done') : label}
      </button>
      <span role="status" className={state === 'failed' ? 'error-text' : 'visually-hidden'}>
        {state === 'copied' && done}
        {state === 'failed' && t('copy.failed')}
      </span>
    </span>
  );
}
