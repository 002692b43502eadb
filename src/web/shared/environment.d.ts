/** URL of the world map (scripts/build-web.ts). */
declare const WORLD_URL: string;

/** The settings of a website, by their GraphQL names (scripts/build-web.ts). */
declare const SETTINGS: Record<string, import('../../websites/settings.ts').FormSetting>;
