import { currentLocale } from './t.ts';

/** The name of a country in the language of the page; null for none, and its code if it has no name. */
export function countryInWords(code: string | null): string | null {
  if (code === null) return null;
  try {
    return new Intl.DisplayNames(currentLocale(), { type: 'region' }).of(code) ?? code;
  } catch {
    // Intl throws if the value does not have the form of a code.
    return code;
  }
}
