/** The languages of pages and mails, named in themselves. The first is used if a person prefers none. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof LANGUAGES;

export const isLanguage = (name: string | null | undefined): name is Language =>
  name != null && Object.hasOwn(LANGUAGES, name);

/** The language of a stored name: English for none, and for a language that no longer exists. */
export const languageFrom = (name: string | null | undefined): Language => (isLanguage(name) ? name : 'en');

/** The pages with texts of their own. Those of `shared` belong to both. */
export const PAGES = ['stats', 'app'] as const;

export type PageName = (typeof PAGES)[number];
