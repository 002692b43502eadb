import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import { containsPattern } from '../db/dialect.ts';
import type { Database } from '../db/open.ts';
import type { StatName } from '../stats/names.ts';
import { stretches } from '../stats/periods.ts';
import { type AskedRow, type FoundRow, type PartRow, selectStatistics } from './statSql.ts';

/** One page of one statistic of one website: everything that its rows depend on. */
export interface StatQuery {
  websiteId: number;
  name: StatName;
  /** First and last day, both included, as 20261121. */
  from: number;
  to: number;
  /** Literal text, any case, that a value must contain; null for all. */
  search: string | null;
  /** `max`: largest count first; `min`: smallest first. Ties by value, ascending. */
  sort: 'max' | 'min';
  offset: number;
  limit: number;
}

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

interface KnownPage {
  /** How many hits were in its range. */
  version: number;
  page: StatPage;
}

/** Pages that were read before, by their queries. The database says for each whether it still holds. */
export type KnownPages = LRUCache<string, KnownPage>;

/** Characters of the JSON that the pages came as: some tens of megabytes of memory, when full. */
const KNOWN_SIZE = 4_000_000;

export function createKnownPages(): KnownPages {
  return new LRUCache({ maxSize: KNOWN_SIZE });
}

/** Statistics by query: however many an operation asks for, in one SELECT. */
export function statLoader(
  db: Pick<Database, 'select'>,
  known: KnownPages,
): DataLoader<StatQuery, StatPage, string> {
  return new DataLoader((queries) => selectStats(db, known, queries), {
    cacheKeyFn: (query) => JSON.stringify(query),
  });
}

/** Numbers for the different texts it is given, from 0. */
function numbers(): (text: string) => { number: number; isNew: boolean } {
  const all = new Map<string, number>();
  return (text) => {
    const number = all.get(text);
    if (number !== undefined) return { number, isNew: false };
    all.set(text, all.size);
    return { number: all.size - 1, isNew: true };
  };
}

async function selectStats(
  db: Pick<Database, 'select'>,
  known: KnownPages,
  queries: readonly StatQuery[],
): Promise<StatPage[]> {
  const parts: PartRow[] = [];
  const rangeNumber = numbers();
  const before = queries.map((query) => known.get(JSON.stringify(query)));
  const asked = queries.map((query, index): AskedRow => {
    const { websiteId, name, from, to, search, sort, offset, limit } = query;
    const range = rangeNumber(`${websiteId} ${from} ${to}`);
    if (range.isNew) {
      for (const part of stretches(from, to))
        parts.push([range.number, websiteId, part.from, part.to, part.sign]);
    }
    const pattern = search === null ? null : containsPattern(search);
    const direction = sort === 'max' ? -1 : 1;
    const version = before[index]?.version ?? null;
    return [index, range.number, websiteId, name, pattern, direction, offset, limit, version];
  });

  const pages: StatPage[] = before.map((entry) => entry?.page ?? { rows: [], total: 0, sum: 0 });
  for (const { query, version, page } of await db.select<FoundRow>(selectStatistics(parts, asked))) {
    const index = Number(query);
    const found = queries[index];
    if (page === null || !found) continue;
    const read = toPage(page);
    pages[index] = read;
    known.set(JSON.stringify(found), { version: Number(version), page: read }, { size: page.length + 200 });
  }
  return pages;
}

function toPage(json: string): StatPage {
  const [total, sum, rows] = JSON.parse(json) as [number, number, [string, number][]];
  return { total, sum, rows: rows.map(([value, count]) => ({ value, count })) };
}
