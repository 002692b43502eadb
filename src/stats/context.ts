import type DataLoader from 'dataloader';
import type { Viewer } from '../auth/viewer.ts';
import type { Database } from '../db/database.ts';
import type { AnalysisQuery } from '../engine/columns/loader.ts';
import type { Answer } from '../engine/question/types.ts';
import type { Sums } from '../engine/registry/metrics.ts';
import type { ContainedImport } from '../engine/rollup/imports.ts';
import type { PendingDays } from '../engine/rollup/pendingDays.ts';
import type { TotalQuery } from '../engine/rollup/totals.ts';
import type { WebsiteLoaders } from '../websites/context.ts';
import type { TeamWebsite } from '../websites/teamWebsites.ts';

/** What the resolvers of statistics need beside their arguments. */
export interface StatContext {
  viewer: Viewer;
  db: Database;
  /** The time, Unix milliseconds. */
  now: () => number;
  loaders: StatLoaders & Pick<WebsiteLoaders, 'website' | 'rows' | 'rowsOfWebsite'>;
}

/** The DataLoaders of statistics. */
export interface StatLoaders {
  /** Websites of an account by its id, in the order of their ids. */
  teamWebsites: DataLoader<number, TeamWebsite[]>;
  /** The sums of many websites together. */
  totals: DataLoader<TotalQuery, Sums>;
  analysis: DataLoader<AnalysisQuery, Answer, string>;
  /** The days that an earlier version recorded and that are not counted again yet; null if none are left. */
  pendingDays: DataLoader<number, PendingDays | null> | null;
  /** The first day with a visitor, as 20261121, by the website's id; null for none. */
  firstDay: DataLoader<number, number | null>;
  /** The time of the latest counted hit, in Unix milliseconds, by the website's id; null for none. */
  lastHit: DataLoader<number, number | null>;
  /** The imports that the statistics of a website contain, by its id. */
  imports: DataLoader<number, ContainedImport[]>;
}
