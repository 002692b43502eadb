import { app } from './app.ts';
import { chart } from './chart.ts';
import { funnels } from './funnels.ts';
import { imports } from './imports.ts';
import { journeys } from './journeys.ts';
import { labels } from './labels.ts';
import { links } from './links.ts';
import { live } from './live.ts';
import { mails } from './mails.ts';
import { properties } from './properties.ts';
import { roles } from './roles.ts';
import { server } from './server.ts';
import { settings } from './settings.ts';
import { shared } from './shared.ts';
import { stats } from './stats.ts';

/**
 * The English texts by page, and those of mails: the catalogue that defines the keys and their values.
 * docs/translating.md has the rules.
 */
export const ENGLISH = {
  shared: { ...shared, ...server },
  stats: { ...stats, ...chart, ...labels, ...live, ...funnels, ...properties, ...journeys },
  app: { ...app, ...roles, ...settings, ...links, ...imports },
  mails,
} as const;

type All = typeof ENGLISH;
type English = All['shared'] & All['stats'] & All['app'] & All['mails'];

/** The key of a text. */
export type Key = keyof English;

/** The English text of a key. */
export type TextOf<K extends Key> = English[K];
