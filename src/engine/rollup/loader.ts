import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import type { Database, State } from '../../db/database.ts';
import type { Requester } from '../../db/readQueue.ts';
import {
  type CachedSums,
  type ClosedSums,
  createSumsCache,
  keepSums,
  mergeOpen,
  splitQuery,
} from './closedDays.ts';
import { type StatPage, withFew } from './page.ts';
import type { FoundRow } from './sql.ts';
import { type StaleQuery, type StatQuery, statementFor } from './statement.ts';

interface CachedPage {
  page: StatPage;
  /** The sum of its change detectors (engine/registry/statistics.ts). */
  version: number;
  /** The result of `Database.changes` when the page was last known to be valid. */
  validAt: State;
  /** Whether it has changed since it was first cached. It will probably change again. */
  isChanging: boolean;
}

/** Cached pages by query, and sums of the days that no longer change. */
export interface CachedPages {
  pages: LRUCache<string, CachedPage>;
  sums: CachedSums;
}

/** Maximum size of the cache in characters of the pages' JSON: some tens of megabytes of memory when full. */
const KNOWN_SIZE = 4_000_000;
/** The overhead of an entry, and of a row, in the same unit. */
const ENTRY_SIZE = 300;
const ROW_SIZE = 20;

export function createPageCache(): CachedPages {
  return { pages: new LRUCache({ maxSize: KNOWN_SIZE }), sums: createSumsCache() };
}

type StatSource = Pick<Database, 'select' | 'changes' | 'dialect'>;

/** Loads statistics by query. One SELECT reads all queries of an operation. */
export function statLoader(
  db: StatSource,
  known: CachedPages,
  requester?: Requester,
): DataLoader<StatQuery, StatPage, string> {
  return new DataLoader((queries) => selectStats(db, known, requester, queries), {
    cacheKeyFn: keyOf,
  });
}

/** The result of one part of the SELECT. */
interface Found {
  version: number;
  /** Null if the page that the caller has cached is valid. */
  page: StatPage | null;
}

/**
 * Returns the page of each query. Cached pages are valid while nothing is committed. After a commit, the
 * SELECT checks the version of each page, and returns only the pages that are missing or outdated. A page
 * that was outdated is read in two parts (closedDays.ts).
 */
async function selectStats(
  db: StatSource,
  { pages, sums }: CachedPages,
  requester: Requester | undefined,
  queries: readonly StatQuery[],
): Promise<StatPage[]> {
  const validAt = await db.changes();
  const entries = queries.map((query) => pages.get(keyOf(query)));
  const asked: StaleQuery[] = [];
  const ask = (stale: StaleQuery) => asked.push(stale) - 1;
  const keep = (index: number, page: StatPage, version: number) => {
    const entry = { page, version, validAt, isChanging: entries[index] !== undefined };
    const key = keyOf(queries[index] as StatQuery);
    entries[index] = entry;
    pages.set(key, entry, { size: sizeOf(page) + key.length + ENTRY_SIZE });
  };
  const readers = queries.flatMap((query, index): ((found: readonly Found[]) => void)[] => {
    const entry = entries[index];
    if (entry?.validAt === validAt) return [];
    const split = entry?.isChanging ? splitQuery(query, entry.page, sums) : null;
    if (split) {
      const [closed, open] = [ask(split.closed), ask(split.open)];
      return [
        (found) => {
          const { version, page } = found[closed] as Found;
          const { version: openVersion, page: openPage } = found[open] as Found;
          const before = page
            ? keepSums(sums, split.closed.query, page, version)
            : (split.cached as ClosedSums);
          keep(index, mergeOpen(query, before, openPage ?? NOTHING), version + openVersion);
        },
      ];
    }
    const whole = ask({ query, known: entry?.version ?? null });
    return [
      (found) => {
        const { version, page } = found[whole] as Found;
        if (page) keep(index, page, version);
        else if (entry) entry.validAt = validAt;
      },
    ];
  });
  if (asked.length > 0) {
    const found: Found[] = asked.map(() => ({ version: 0, page: null }));
    for (const { query, sum, page } of await db.select<FoundRow>(statementFor(db.dialect, asked), requester))
      found[Number(query)] = {
        version: Number(sum),
        page: page === null ? null : toPage(page, asked[Number(query)] as StaleQuery),
      };
    for (const read of readers) read(found);
  }
  return entries.map((entry) => entry?.page ?? NOTHING);
}

const sizeOf = ({ rows }: StatPage) => rows.reduce((sum, { value }) => sum + value.length + ROW_SIZE, 0);

const NOTHING: StatPage = { rows: [], total: 0, sum: 0 };

/** The cache key of a query. The search comes last, because it may contain any character. */
function keyOf({ websiteId, name, from, to, search, sort, offset, limit, hideBelow }: StatQuery): string {
  const rows = `${websiteId} ${name} ${from} ${to} ${sort} ${offset} ${limit} ${hideBelow}`;
  return search === null ? rows : `${rows} ${search}`;
}

function toPage(json: string, { query }: StaleQuery): StatPage {
  const [total, sum, few, rows] = JSON.parse(json) as [number, number, number, [string, number][]];
  return withFew({ total, sum, rows: rows.map(([value, count]) => ({ value, count })) }, few, query);
}
