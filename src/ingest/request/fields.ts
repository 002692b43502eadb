import { DECIMAL } from '../../validation/numbers.ts';
import { cleanText, cutText } from '../../validation/text.ts';

/** Texts after this length are not read, where only a short part of them is used. */
const MAX_READ = 1_000;

/** Converts the value of a field; undefined if it cannot be used. */
export type Convert<T> = (value: unknown) => T | undefined;

/** A text, without invisible characters and spaces around it. Numbers and booleans are texts, too. */
export const toText: Convert<string> = (value) => {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  return cleanText(String(value)).trim() || undefined;
};

/** A finite number, or the text of one: `"49.90"` is 49.9. */
export const toNumber: Convert<number> = (value) => {
  const number = typeof value === 'string' && DECIMAL.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

const BOOLEANS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** A boolean, also as text or as a number: all but 0 are true. */
export const toBoolean: Convert<boolean> = (value) => {
  if (typeof value === 'boolean' || typeof value === 'number') return Boolean(value);
  return typeof value === 'string' ? BOOLEANS.get(value.toLowerCase()) : undefined;
};

/** Creates a conversion from the beginning of a text. It yields '' for texts that cannot be used. */
export const fromText =
  (convert: (text: string) => string): Convert<string> =>
  (value) =>
    typeof value === 'string' ? convert(value.slice(0, MAX_READ)) || undefined : undefined;

/** Reads fields that decorate a hit. What cannot be used of them never loses the hit. */
export interface FieldReader {
  /** The names of fields that were left out or cut, for the client. */
  readonly ignored: string[];
  /** Returns the converted value; undefined if the field is missing, empty or cannot be used. */
  read<T>(name: string, value: unknown, convert: Convert<T>): T | undefined;
  /** As `read`, for a text that is cut after `max` characters. */
  readText(name: string, value: unknown, max: number): string | undefined;
}

/** Whether a field counts as missing. Forms and templates send empty texts. */
export const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

export function createFieldReader(): FieldReader {
  const ignored: string[] = [];
  const read: FieldReader['read'] = (name, value, convert) => {
    if (isMissing(value)) return undefined;
    const converted = convert(value);
    if (converted === undefined) ignored.push(name);
    return converted;
  };
  return {
    ignored,
    read,
    readText(name, value, max) {
      const text = read(name, value, toText);
      if (text === undefined || text.length <= max) return text;
      ignored.push(name);
      return cutText(text, max);
    },
  };
}
