/** URL of the world map (scripts/build-web.ts). */
declare const WORLD_URL: string;

/**
 * The time zones with several names: each entry has the current name, then the others, separated by spaces
 * (scripts/timeZoneNames.ts).
 */
declare const TIME_ZONE_NAMES: readonly string[];

/** The URLs of the compiled texts by language and page (scripts/build-web.ts). */
declare const TEXTS: Record<
  import('../../texts/languages.ts').Language,
  Record<import('../../texts/languages.ts').PageName, string>
>;

/** The settings of a website, by their GraphQL names (scripts/build-web.ts). */
declare const SETTINGS: Record<string, import('../../websites/settings.ts').FormSetting>;
