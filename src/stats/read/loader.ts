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
  /** What its witnesses (stats/definitions.ts) came to. */
  version: number;
  /** `Database.changes` when it was right last. */
  validAt: State;
}

/** Pages that were read before, by their queries. */
export type CachedPages = LRUCache<string, CachedPage>;

/** Characters of the JSON that the pages came as: some tens of megabytes of memory, when full. */
const KNOWN_SIZE = 4_000_000;
/** What an entry takes beside them. */
const ENTRY_SIZE = 300;

export function createPageCache(): CachedPages {
  return new LRUCache({ maxSize: KNOWN_SIZE });
}

type StatSource = Pick<Database, 'select' | 'changes' | 'dialect'>;

/** Statistics by query: however many an operation asks for, in one SELECT. */
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
 * Pages that are known are right while nothing is committed. After that, the SELECT tells of each whether it still is, and gives those
 * that are not.
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

/** Different for different queries; the search comes last, as it may contain anything. */
function keyOf({ websiteId, name, from, to, search, sort, offset, limit }: StatQuery): string {
  const rows = `${websiteId} ${name} ${from} ${to} ${sort} ${offset} ${limit}`;
  return search === null ? rows : `${rows} ${search}`;
}

function toPage(json: string): StatPage {
  const [total, sum, rows] = JSON.parse(json) as [number, number, [string, number][]];
  return { total, sum, rows: rows.map(([value, count]) => ({ value, count })) };
}
