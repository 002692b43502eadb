import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import type { Database, State } from '../../db/database.ts';
import type { Asker } from '../../db/readQueue.ts';
import type { FoundRow } from './sql.ts';
import { type StatQuery, statementFor } from './statement.ts';

export interface StatRow {
  value: string;
  count: number;
}

export interface StatPage {
  rows: readonly StatRow[];
  /** Number of rows, and sum of their counts, over all pages. */
  total: number;
  sum: number;
}

interface CachedPage {
  page: StatPage;
  /** The sum of its change detectors (stats/definitions.ts). */
  version: number;
  /** The result of `Database.changes` when the page was last known to be valid. */
  validAt: State;
}

/** Cached pages by query. */
export type CachedPages = LRUCache<string, CachedPage>;

/** Maximum size of the cache in characters of the pages' JSON: some tens of megabytes of memory when full. */
const KNOWN_SIZE = 4_000_000;
/** The overhead of an entry, in the same unit. */
const ENTRY_SIZE = 300;

export function createPageCache(): CachedPages {
  return new LRUCache({ maxSize: KNOWN_SIZE });
}

type StatSource = Pick<Database, 'select' | 'changes' | 'dialect'>;

/** Loads statistics by query. One SELECT reads all queries of an operation. */
export function statLoader(
  db: StatSource,
  known: CachedPages,
  asker?: Asker,
): DataLoader<StatQuery, StatPage, string> {
  return new DataLoader((queries) => selectStats(db, known, asker, queries), {
    cacheKeyFn: keyOf,
  });
}

/**
 * Returns the page of each query. Cached pages are valid while nothing is committed. After a commit, the
 * SELECT checks the version of each page, and returns only the pages that are missing or outdated.
 */
async function selectStats(
  db: StatSource,
  known: CachedPages,
  asker: Asker | undefined,
  queries: readonly StatQuery[],
): Promise<StatPage[]> {
  const validAt = await db.changes();
  const entries = queries.map((query) => known.get(keyOf(query)));
  const stale = queries.flatMap((query, index) => {
    const entry = entries[index];
    return entry?.validAt === validAt ? [] : [{ query, index, known: entry?.version ?? null }];
  });
  if (stale.length > 0) {
    for (const { query: number, sum, page } of await db.select<FoundRow>(
      statementFor(db.dialect, stale),
      asker,
    )) {
      const asked = stale[Number(number)];
      if (!asked) continue;
      const before = entries[asked.index];
      if (page === null && before) before.validAt = validAt;
      if (page === null) continue;
      const entry = { page: toPage(page), version: Number(sum), validAt };
      entries[asked.index] = entry;
      const key = keyOf(asked.query);
      known.set(key, entry, { size: page.length + key.length + ENTRY_SIZE });
    }
  }
  return entries.map((entry) => entry?.page ?? NOTHING);
}

const NOTHING: StatPage = { rows: [], total: 0, sum: 0 };

/** The cache key of a query. The search comes last, because it may contain any character. */
function keyOf({ websiteId, name, from, to, search, sort, offset, limit }: StatQuery): string {
  const rows = `${websiteId} ${name} ${from} ${to} ${sort} ${offset} ${limit}`;
  return search === null ? rows : `${rows} ${search}`;
}

function toPage(json: string): StatPage {
  const [total, sum, rows] = JSON.parse(json) as [number, number, [string, number][]];
  return { total, sum, rows: rows.map(([value, count]) => ({ value, count })) };
}
