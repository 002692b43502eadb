import DataLoader from 'dataloader';
import type { Database } from '../db/database.ts';
import type { Asker } from '../db/readQueue.ts';
import type { Account, ApiKey, Report, Website } from '../generated/prisma/client.ts';
import { accountLoader, apiKeyLoader } from './accounts.ts';
import { type DropQuery, type DropRow, dropLoader } from './drops.ts';
import { firstDayLoader } from './firstDays.ts';
import type { Memory } from './memory.ts';
import { reportLoader } from './reports.ts';
import { type StatPage, type StatQuery, statLoader } from './stats.ts';

/** Made anew for every request, over what all requests remember (memory.ts). */
export interface Loaders {
  website: DataLoader<number, Website | null>;
  websiteByTrackingId: DataLoader<string, Website | null>;
  stats: DataLoader<StatQuery, StatPage, string>;
  drops: DataLoader<DropQuery, DropRow[], string>;
  /** The first day with a visitor, as 20261121, by the website's id; null for none. */
  firstDay: DataLoader<number, number | null>;
  account: DataLoader<number, Account | null>;
  /** API keys of an account by its id, revoked ones too, oldest first. */
  apiKeys: DataLoader<number, ApiKey[]>;
  /** Email reports of the last 90 days, the newest first, by the website's id. */
  reports: DataLoader<number, Report[]>;
}

/** Websites by id, statistics and drops by query, each kind in one statement however many are asked for. */
export function createLoaders(db: Database, memory: Memory, now: () => number, asker?: Asker): Loaders {
  return {
    website: new DataLoader((ids) => websitesOf(memory, ids)),
    websiteByTrackingId: new DataLoader((ids) => memory.websitesByTrackingId(ids)),
    stats: statLoader(db, memory.pages, asker),
    drops: dropLoader(db),
    firstDay: firstDayLoader(db),
    account: accountLoader(db),
    apiKeys: apiKeyLoader(db),
    reports: reportLoader(db, now),
  };
}

/** No id is greater; PostgreSQL would take a greater one for a mistake. */
const GREATEST_ID = 2 ** 31 - 1;

async function websitesOf({ websites }: Memory, ids: readonly number[]): Promise<(Website | null)[]> {
  const possible = ids.filter((id) => id <= GREATEST_ID);
  const rows = new Map((await websites(possible)).map((row, index) => [possible[index], row]));
  return ids.map((id) => rows.get(id) ?? null);
}
