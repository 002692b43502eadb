/** The languages of the pages, named in themselves. The first is shown if a person prefers none of them. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof LANGUAGES;

export const isLanguage = (name: string | null | undefined): name is Language =>
  name != null && Object.hasOwn(LANGUAGES, name);

/** The pages with texts of their own. Those of `shared` belong to both. */
export const PAGES = ['stats', 'app'] as const;

export type PageName = (typeof PAGES)[number];
