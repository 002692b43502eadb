import { app } from './app.ts';
import { chart } from './chart.ts';
import { labels } from './labels.ts';
import { links } from './links.ts';
import { live } from './live.ts';
import { server } from './server.ts';
import { settings } from './settings.ts';
import { shared } from './shared.ts';
import { stats } from './stats.ts';

/**
 * The English texts by page: the catalogue that defines the keys and their values. docs/translating.md has
 * the rules.
 */
export const ENGLISH = {
  shared: { ...shared, ...server },
  stats: { ...stats, ...chart, ...labels, ...live },
  app: { ...app, ...settings, ...links },
} as const;

type English = (typeof ENGLISH)['shared'] & (typeof ENGLISH)['stats'] & (typeof ENGLISH)['app'];

/** The key of a text. */
export type Key = keyof English;

/** The English text of a key. */
export type TextOf<K extends Key> = English[K];
