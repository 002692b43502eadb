import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import { containsPattern } from '../db/dialect.ts';
import type { Database } from '../db/open.ts';
import type { Sql } from '../db/sql.ts';
import { STAT_WITNESSES, type StatName } from '../stats/names.ts';
import { type Stretch, stretches } from '../stats/periods.ts';
import { type AskedRow, type FoundRow, type PartRow, selectStatistics, type WitnessRow } from './statSql.ts';

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
  /** What its witnesses (stats/names.ts) came to. */
  version: number;
  page: StatPage;
}

/** Pages that were read before, by their queries. The database says for each whether it still holds. */
export type KnownPages = LRUCache<string, KnownPage>;

/** Characters of the JSON that the pages came as: some tens of megabytes of memory, when full. */
const KNOWN_SIZE = 4_000_000;
/** What an entry takes beside them. */
const ENTRY_SIZE = 300;

export function createKnownPages(): KnownPages {
  return new LRUCache({ maxSize: KNOWN_SIZE });
}

/** Statistics by query: however many an operation asks for, in one SELECT. */
export function statLoader(
  db: Pick<Database, 'select'>,
  known: KnownPages,
): DataLoader<StatQuery, StatPage, string> {
  return new DataLoader((queries) => selectStats(db, known, queries), {
    cacheKeyFn: keyOf,
  });
}

async function selectStats(
  db: Pick<Database, 'select'>,
  known: KnownPages,
  queries: readonly StatQuery[],
): Promise<StatPage[]> {
  const keys = queries.map(keyOf);
  const before = keys.map((key) => known.get(key));
  const statement = statementFor(
    queries,
    before.map((entry) => entry?.version ?? null),
  );
  const pages: StatPage[] = before.map((entry) => entry?.page ?? { rows: [], total: 0, sum: 0 });
  for (const { query, sum, page } of await db.select<FoundRow>(statement)) {
    if (page === null) continue;
    const index = Number(query);
    const read = toPage(page);
    pages[index] = read;
    known.set(keys[index] ?? '', { version: Number(sum), page: read }, { size: page.length + ENTRY_SIZE });
  }
  return pages;
}

/** Different for different queries; the search comes last, as it may contain anything. */
function keyOf({ websiteId, name, from, to, search, sort, offset, limit }: StatQuery): string {
  const rows = `${websiteId} ${name} ${from} ${to} ${sort} ${offset} ${limit}`;
  return search === null ? rows : `${rows} ${search}`;
}

/** Numbers for different texts, from 0. */
class Numbers {
  readonly #all = new Map<string, number>();

  /** The text's number; calls `first` where it is new. */
  of(text: string, first: (number: number) => void): number {
    const known = this.#all.get(text);
    if (known !== undefined) return known;
    const number = this.#all.size;
    this.#all.set(text, number);
    first(number);
    return number;
  }
}

/** @param known for each query the version that is known of it; null for none. */
function statementFor(queries: readonly StatQuery[], known: readonly (number | null)[]): Sql {
  const parts: PartRow[] = [];
  const witnesses: WitnessRow[] = [];
  const ranges = new Numbers();
  const stretchesOf: Stretch[][] = [];
  const versions = new Numbers();
  const asked = queries.map((query, index): AskedRow => {
    const { websiteId, name, from, to, search, sort, offset, limit } = query;
    const range = ranges.of(`${from} ${to}`, (number) => {
      stretchesOf[number] = stretches(from, to);
      for (const part of stretchesOf[number]) parts.push([number, part.from, part.to, part.sign]);
    });
    const names = STAT_WITNESSES[name];
    const version = versions.of(`${websiteId} ${range} ${names}`, (number) => {
      for (const part of stretchesOf[range] ?? []) {
        for (const witness of names)
          witnesses.push([number, websiteId, witness, part.from, part.to, part.sign]);
      }
    });
    const pattern = search === null ? null : containsPattern(search);
    const direction = sort === 'max' ? -1 : 1;
    return [index, version, range, websiteId, name, pattern, direction, offset, limit, known[index] ?? null];
  });
  return selectStatistics(parts, witnesses, asked);
}

function toPage(json: string): StatPage {
  const [total, sum, rows] = JSON.parse(json) as [number, number, [string, number][]];
  return { total, sum, rows: rows.map(([value, count]) => ({ value, count })) };
}
