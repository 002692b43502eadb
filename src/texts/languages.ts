/** The languages of pages and mails, named in themselves. The first is used if a person prefers none. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof LANGUAGES;

export const isLanguage = (name: string | null | undefined): name is Language =>
  name != null && Object.hasOwn(LANGUAGES, name);

/** The language of a stored name: English for none, and for a language that no longer exists. */
export const languageFrom = (name: string | null | undefined): Language => (isLanguage(name) ? name : 'en');

/** The language of a tag such as `de-AT`, or of a POSIX locale such as `en_US@posix`. */
const languageOfTag = (tag: string) => tag.toLowerCase().split(/[-_@]/)[0] ?? '';

/**
 * The first language of a list of tags that Footfall has; English for none. Runs in old browsers, too
 * (src/web/shared/startScript.ts).
 */
export function preferredLanguage(tags: readonly (string | null)[]): Language {
  const isKnown = (name: string): name is Language => Object.keys(LANGUAGES).includes(name);
  return tags.map((tag) => languageOfTag(tag ?? '')).find(isKnown) ?? 'en';
}

/** A person's variety of a language, such as `de-AT`: dates and numbers differ. */
export function localeOf(language: Language, tags: readonly string[]): string {
  const own = tags.find((tag) => languageOfTag(tag) === language);
  try {
    return Intl.getCanonicalLocales(own ?? language)[0] ?? language;
  } catch {
    // Under a POSIX locale, Chromium reports `en-US@posix`.
    return language;
  }
}

/** The pages with texts of their own. Those of `shared` belong to both. */
export const PAGES = ['stats', 'app'] as const;

export type PageName = (typeof PAGES)[number];
