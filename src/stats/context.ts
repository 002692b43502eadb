import type DataLoader from 'dataloader';
import type { Viewer } from '../auth/viewer.ts';
import type { Database } from '../db/database.ts';
import type { AnalysisQuery } from '../engine/columns/loader.ts';
import type { Answer } from '../engine/question/types.ts';
import type { StatPage } from '../engine/rollup/page.ts';
import type { PendingDays } from '../engine/rollup/pendingDays.ts';
import type { StatQuery } from '../engine/rollup/statement.ts';
import type { TotalQuery, Totals } from '../engine/rollup/totals.ts';
import type { ValueCounts, ValuesQuery } from '../engine/rollup/values.ts';
import type { AccountWebsite } from '../websites/accountWebsites.ts';
import type { WebsiteLoaders } from '../websites/context.ts';

/** What the resolvers of statistics need beside their arguments. */
export interface StatContext {
  viewer: Viewer;
  db: Database;
  /** The time, Unix milliseconds. */
  now: () => number;
  loaders: StatLoaders & Pick<WebsiteLoaders, 'website' | 'rows'>;
}

/** The DataLoaders of statistics. */
export interface StatLoaders {
  /** Websites of an account by its id, in the order of their ids. */
  accountWebsites: DataLoader<number, AccountWebsite[]>;
  stats: DataLoader<StatQuery, StatPage, string>;
  /** The counts of known values of a statistic. */
  values: DataLoader<ValuesQuery, ValueCounts>;
  /** The sums of rollups over many websites. */
  totals: DataLoader<TotalQuery, Totals>;
  analysis: DataLoader<AnalysisQuery, Answer, string>;
  /** The days that an earlier version recorded and that are not counted again yet; null if none are left. */
  pendingDays: DataLoader<number, PendingDays | null> | null;
  /** The first day with a visitor, as 20261121, by the website's id; null for none. */
  firstDay: DataLoader<number, number | null>;
  /** The time of the latest counted hit, in Unix milliseconds, by the website's id; null for none. */
  lastHit: DataLoader<number, number | null>;
}
