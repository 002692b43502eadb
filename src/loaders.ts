import DataLoader from 'dataloader';
import type { Analysis } from './analysis/analysis.ts';
import { type AnalysisQuery, analysisLoader } from './analysis/loader.ts';
import type { Answer } from './analysis/query/types.ts';
import { type AnnotationQuery, annotationLoader, annotationsLoader } from './annotations/loaders.ts';
import { accountLoader, apiKeyLoader } from './auth/loaders.ts';
import type { Cache } from './cache.ts';
import type { Database } from './db/database.ts';
import type { Asker } from './db/readQueue.ts';
import type {
  Account,
  Annotation,
  ApiKey,
  Report,
  Segment,
  SharedLink,
  Website,
} from './generated/prisma/client.ts';
import { sharedLinkLoader, websiteLinkLoader } from './links/loaders.ts';
import { reportLoader } from './reports/states.ts';
import { type LoadedSegment, segmentLoader, websiteSegmentLoader } from './segments/loaders.ts';
import { type AccountWebsite, accountWebsiteLoader } from './stats/read/accountWebsites.ts';
import { firstDayLoader } from './stats/read/firstDays.ts';
import { lastHitLoader } from './stats/read/lastHits.ts';
import { statLoader } from './stats/read/loader.ts';
import type { StatPage } from './stats/read/page.ts';
import { type PendingDays, pendingDayLoader } from './stats/read/pendingDays.ts';
import type { StatQuery } from './stats/read/statement.ts';
import { type TotalQuery, type Totals, totalsLoader } from './stats/read/totals.ts';
import { MAX_ID } from './validation/rules.ts';
import {
  type DroppedDomain,
  type DropQuery,
  type DropRow,
  dropLoader,
  spamDomainLoader,
} from './websites/dropLoader.ts';

/** The DataLoaders of one request; they read through the cache that all requests share (cache.ts). */
export interface Loaders {
  website: DataLoader<number, Website | null>;
  websiteByTrackingId: DataLoader<string, Website | null>;
  /** Websites of an account by its id, in the order of their ids. */
  accountWebsites: DataLoader<number, AccountWebsite[]>;
  stats: DataLoader<StatQuery, StatPage, string>;
  /** The sums of rollups over many websites. */
  totals: DataLoader<TotalQuery, Totals>;
  analysis: DataLoader<AnalysisQuery, Answer, string>;
  /** The days that an earlier version recorded and that are not counted again yet; null if none are left. */
  pendingDays: DataLoader<number, PendingDays | null> | null;
  drops: DataLoader<DropQuery, DropRow[], string>;
  spamDomains: DataLoader<DropQuery, DroppedDomain[], string>;
  /** The first day with a visitor, as 20261121, by the website's id; null for none. */
  firstDay: DataLoader<number, number | null>;
  /** The time of the latest counted hit, in Unix milliseconds, by the website's id; null for none. */
  lastHit: DataLoader<number, number | null>;
  account: DataLoader<number, Account | null>;
  /** API keys of an account by its id, revoked ones too, oldest first. */
  apiKeys: DataLoader<number, ApiKey[]>;
  segment: DataLoader<number, LoadedSegment | null>;
  /** Segments by the website's id, ordered by name. */
  websiteSegments: DataLoader<number, Segment[]>;
  sharedLink: DataLoader<number, SharedLink | null>;
  /** Shared links by the website's id, oldest first. */
  sharedLinks: DataLoader<number, SharedLink[]>;
  annotation: DataLoader<number, Annotation | null>;
  annotations: DataLoader<AnnotationQuery, Annotation[], string>;
  /** Email reports of the last 90 days, the newest first, by the website's id. */
  reports: DataLoader<number, Report[]>;
}

/** Creates the loaders. Each reads all requested keys in one statement. */
export function createLoaders(
  { db, analysis, now }: { db: Database; analysis: Analysis; now: () => number },
  cache: Cache,
  asker?: Asker,
): Loaders {
  const pendingDays = cache.pending.left ? pendingDayLoader(db, cache.pending) : null;
  return {
    website: new DataLoader((ids) => websitesOf(cache, ids)),
    websiteByTrackingId: new DataLoader((ids) => cache.websitesByTrackingId(ids)),
    accountWebsites: accountWebsiteLoader(db, asker),
    stats: statLoader(db, cache.pages, asker),
    totals: totalsLoader(db, asker),
    analysis: analysisLoader(analysis, pendingDays, asker),
    pendingDays,
    drops: dropLoader(db),
    spamDomains: spamDomainLoader(db),
    firstDay: firstDayLoader(db),
    lastHit: lastHitLoader(db),
    account: accountLoader(db),
    apiKeys: apiKeyLoader(db),
    segment: segmentLoader(db),
    websiteSegments: websiteSegmentLoader(db),
    sharedLink: sharedLinkLoader(db),
    sharedLinks: websiteLinkLoader(db),
    annotation: annotationLoader(db),
    annotations: annotationsLoader(db),
    reports: reportLoader(db, now),
  };
}

async function websitesOf({ websites }: Cache, ids: readonly number[]): Promise<(Website | null)[]> {
  const possible = ids.filter((id) => id <= MAX_ID);
  const rows = new Map((await websites(possible)).map((row, index) => [possible[index], row]));
  return ids.map((id) => rows.get(id) ?? null);
}
