import DataLoader from 'dataloader';
import { accountLoader, apiKeyLoader } from '../auth/loaders.ts';
import type { Database } from '../db/database.ts';
import type { Requester } from '../db/readQueue.ts';
import type { Analysis } from '../engine/columns/analysis.ts';
import type { Gathering } from '../engine/columns/gathering.ts';
import { analysisLoader } from '../engine/columns/loader.ts';
import { firstDayLoader } from '../engine/rollup/firstDays.ts';
import { importLoader } from '../engine/rollup/imports.ts';
import { lastHitLoader } from '../engine/rollup/lastHits.ts';
import { pendingDayLoader } from '../engine/rollup/pendingDays.ts';
import { totalsLoader } from '../engine/rollup/totals.ts';
import type { Account, ApiKey, Report, Website } from '../generated/prisma/client.ts';
import { reportLoader } from '../reports/states.ts';
import type { StatLoaders } from '../stats/context.ts';
import { MAX_ID } from '../validation/rules.ts';
import type { WebsiteLoaders } from '../websites/context.ts';
import { createRowLoaders } from '../websites/loaders.ts';
import { teamWebsiteLoader } from '../websites/teamWebsites.ts';
import type { Cache } from './cache.ts';

/** The DataLoaders of one request; they read through the cache that all requests share (cache.ts). */
export interface Loaders extends WebsiteLoaders, StatLoaders {
  account: DataLoader<number, Account | null>;
  /** API keys of an account by its id, revoked ones too, oldest first. */
  apiKeys: DataLoader<number, ApiKey[]>;
  /** Email reports of the last 90 days, the newest first, by the website's id. */
  reports: DataLoader<number, Report[]>;
}

/**
 * Creates the loaders. Each reads all requested keys in one statement.
 * @param gather as for `analysisLoader`.
 */
export function createLoaders(
  { db, analysis, now }: { db: Database; analysis: Analysis; now: () => number },
  cache: Cache,
  requester?: Requester,
  gather: Gathering | null = null,
): Loaders {
  const pendingDays = cache.pending.left ? pendingDayLoader(db, cache.pending) : null;
  const imports = importLoader(db);
  return {
    ...createRowLoaders(db),
    website: new DataLoader((ids) => websitesOf(cache, ids)),
    websiteByTrackingId: new DataLoader((ids) => cache.websitesByTrackingId(ids)),
    teamWebsites: teamWebsiteLoader(db, requester),
    totals: totalsLoader(db, imports, requester),
    analysis: analysisLoader(analysis, { pendingDays, db, answers: cache.answers }, requester, gather),
    pendingDays,
    firstDay: firstDayLoader(db, imports),
    lastHit: lastHitLoader(db),
    imports,
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
