import { cleanText, cutText } from '../../validation/text.ts';
import { type FieldReader, isMissing } from './fields.ts';

/** Limits of the properties of a hit. Longer texts are cut; further properties are left out. */
export const PROPERTY_LIMITS = { count: 30, name: 100, value: 500 } as const;

/**
 * Reads the properties of a hit. Numbers and booleans become texts, by which values are compared.
 * @param field their place in the payload, for the names of those that are left out or cut.
 * @returns a JSON object of texts by name, in the order of the names, so that equal properties are equal
 *   texts; null if there are none.
 */
export function readProperties(field: string, given: unknown, fields: FieldReader): string | null {
  if (isMissing(given)) return null;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    fields.ignored.push(field);
    return null;
  }
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(given)) {
    if (isMissing(value)) continue;
    const ignore = () => fields.ignored.push(`${field}.${cutText(name, PROPERTY_LIMITS.name)}`);
    const text = textOf(value);
    const known = cleanText(name).trim();
    const own = cutText(known, PROPERTY_LIMITS.name);
    const isUsable =
      text !== undefined && own !== '' && !found.has(own) && found.size < PROPERTY_LIMITS.count;
    const cut = isUsable ? cutText(text, PROPERTY_LIMITS.value) : '';
    if (isUsable) found.set(own, cut);
    if (!isUsable || cut !== text || own !== known) ignore();
  }
  if (found.size === 0) return null;
  const sorted = [...found].sort(([one], [other]) => (one < other ? -1 : 1));
  // Not an object: it would list names that are integers first, and `__proto__` not at all.
  return `{${sorted.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return cleanText(value).trim() || undefined;
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'number' && Number.isFinite(value) ? String(value + 0) : undefined;
}
