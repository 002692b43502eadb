import { currentLocale } from './t.ts';

let made: { locale: string; names: Intl.DisplayNames } | undefined;

function names(): Intl.DisplayNames {
  const locale = currentLocale();
  // Making one takes longer than all names of a page.
  if (made?.locale !== locale) made = { locale, names: new Intl.DisplayNames(locale, { type: 'region' }) };
  return made.names;
}

/** The name of a country in the language of the page; null for none, and its code if it has no name. */
export function countryInWords(code: string | null): string | null {
  if (code === null) return null;
  try {
    return names().of(code) ?? code;
  } catch {
    // Intl throws if the value does not have the form of a code.
    return code;
  }
}
