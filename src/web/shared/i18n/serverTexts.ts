import type { CompiledMessage } from 'icu-minify/format';
import type { Key } from '../../../texts/en/index.ts';
import { currentTexts, t } from './t.ts';

const ENGLISH = 'en:';

/** A pattern of a message, with the names of its values. */
function patternOf(message: CompiledMessage): { pattern: RegExp; names: string[] } {
  const names: string[] = [];
  const parts = (typeof message === 'string' ? [message] : message).map((part) => {
    if (typeof part === 'string') return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    names.push(String((part as [string])[0]));
    return '(.+?)';
  });
  return { pattern: new RegExp(`^${parts.join('')}$`), names };
}

/**
 * A message of the server in the language of the page: the API writes English.
 * @returns null if there is no text for it, or if the page is in English.
 */
export function serverText(message: string): string | null {
  for (const [key, english] of Object.entries(currentTexts())) {
    if (!key.startsWith(ENGLISH)) continue;
    const { pattern, names } = patternOf(english);
    const found = pattern.exec(message);
    if (!found) continue;
    const values = Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? '']));
    return (t as (key: Key, values: object) => string)(key.slice(ENGLISH.length) as Key, values);
  }
  return null;
}
