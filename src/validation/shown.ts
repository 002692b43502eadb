import { cleanText, cutText } from './text.ts';

const MAX_SHOWN = 50;

/** Cuts and cleans a text from outside, so that it can be a part of an error message or of its path. */
export function shownText(text: string): string {
  return text.length > MAX_SHOWN ? `${cleanText(cutText(text, MAX_SHOWN))}…` : cleanText(text);
}

/** Describes a value of the wrong type in an error message: `"DE"`, `the number 5`, `a list`. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') return `"${shownText(value)}"`;
  if (typeof value === 'number') return `the number ${value}`;
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}
