import DataLoader from 'dataloader';
import { accountLoader, apiKeyLoader } from '../auth/loaders.ts';
import type { Database } from '../db/database.ts';
import type { Requester } from '../db/readQueue.ts';
import type { Analysis } from '../engine/columns/analysis.ts';
import type { AnalysisLoader } from '../engine/columns/gathered.ts';
import { analysisLoader } from '../engine/columns/loader.ts';
import { firstDayLoader } from '../engine/rollup/firstDays.ts';
import { lastHitLoader } from '../engine/rollup/lastHits.ts';
import { pendingDayLoader } from '../engine/rollup/pendingDays.ts';
import { totalsLoader } from '../engine/rollup/totals.ts';
import type { Account, ApiKey, Report, Website } from '../generated/prisma/client.ts';
import { reportLoader } from '../reports/states.ts';
import type { StatLoaders } from '../stats/context.ts';
import { MAX_ID } from '../validation/rules.ts';
import { accountWebsiteLoader } from '../websites/accountWebsites.ts';
import type { WebsiteLoaders } from '../websites/context.ts';
import { createRowLoaders } from '../websites/loaders.ts';
import type { Cache } from './cache.ts';

/** The DataLoaders of one request; they read through the cache that all requests share (cache.ts). */
export interface Loaders extends WebsiteLoaders, StatLoaders {
  account: DataLoader<number, Account | null>;
  /** API keys of an account by its id, revoked ones too, oldest first. */
  apiKeys: DataLoader<number, ApiKey[]>;
  /** Email reports of the last 90 days, the newest first, by the website's id. */
  reports: DataLoader<number, Report[]>;
}

/** What the loaders of one request depend on. */
interface OfRequest {
  requester?: Requester | undefined;
  /** Answers questions about websites, for a request that can wait; null for any other. */
  gathered?: AnalysisLoader | null;
}

type Sources = { db: Database; analysis: Analysis };

const pendingDaysOf = (db: Database, { pending }: Cache) =>
  pending.left ? pendingDayLoader(db, pending) : null;

/** Creates a loader that answers the questions of one operation at once. */
export const ownAnalysis = (
  { db, analysis }: Sources,
  cache: Cache,
  pendingDays = pendingDaysOf(db, cache),
  requester?: Requester,
): AnalysisLoader => analysisLoader(analysis, { pendingDays, db, answers: cache.answers }, requester);

/** Creates the loaders. Each reads all requested keys in one statement. */
export function createLoaders(
  { now, ...sources }: Sources & { now: () => number },
  cache: Cache,
  { requester, gathered = null }: OfRequest = {},
): Loaders {
  const { db } = sources;
  const pendingDays = pendingDaysOf(db, cache);
  return {
    ...createRowLoaders(db),
    website: new DataLoader((ids) => websitesOf(cache, ids)),
    websiteByTrackingId: new DataLoader((ids) => cache.websitesByTrackingId(ids)),
    accountWebsites: accountWebsiteLoader(db, requester),
    totals: totalsLoader(db, requester),
    analysis: gathered ?? ownAnalysis(sources, cache, pendingDays, requester),
    pendingDays,
    firstDay: firstDayLoader(db),
    lastHit: lastHitLoader(db),
    account: accountLoader(db),
    apiKeys: apiKeyLoader(db),
    reports: reportLoader(db, now),
  };
}

async function websitesOf({ websites }: Cache, ids: readonly number[]): Promise<(Website | null)[]> {
  const possible = ids.filter((id) => id <= MAX_ID);
  const rows = new Map((await websites(possible)).map((row, index) => [possible[index], row]));
  return ids.map((id) => rows.get(id) ?? null);
}
