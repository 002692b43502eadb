import { LRUCache } from 'lru-cache';
import { addDays, dayNumber, dayText } from '../../calendar/days.ts';
import { compareTexts } from '../columns/evaluate/order.ts';
import { STAT_NAMES, STATISTICS, type StatName } from '../registry/statistics.ts';
import type { StatPage, StatRow } from './page.ts';
import { ALL_ROWS, type StaleQuery, type StatQuery } from './statement.ts';

/**
 * The sums of the days of a range before its last day. On a website with traffic, only the last day
 * changes: its rows are added to these sums, instead of summing all days again.
 */
export interface ClosedSums {
  page: StatPage;
  /** The sum of the change detectors over these days. */
  version: number;
  counts: ReadonlyMap<string, number>;
}

/** Cached sums by range. */
export type CachedSums = LRUCache<string, ClosedSums>;

/** Maximum size of the cache in characters, with {@link ROW_SIZE} for each row: some 60 MB when full. */
const MAX_SIZE = 20_000_000;
const ROW_SIZE = 40;
/** A statistic with more values is summed by the database every time. */
const MAX_ROWS = 50_000;
/** The most rows of a page. */
const MAX_PAGE = 1_000;

export function createSumsCache(): CachedSums {
  return new LRUCache({ maxSize: MAX_SIZE });
}

/** A query in two parts, and the cached sums of the first part. */
export interface SplitQuery {
  query: StatQuery;
  /** All rows of the days before the last one, and all of the last one. */
  closed: StaleQuery;
  open: StaleQuery;
  cached: ClosedSums | undefined;
}

const LONG: ReadonlySet<string> = new Set<StatName>(
  STAT_NAMES.filter((name) => STATISTICS[name].cardinality === 'high'),
);

/**
 * Divides a query into the days before its last day, and that day.
 * @param before the page that was cached until something was counted.
 * @returns null if the whole query is as fast, or its page does not follow from the parts.
 */
export function splitQuery(query: StatQuery, before: StatPage, sums: CachedSums): SplitQuery | null {
  const { name, from, to, search, sort, offset, limit, hideBelow } = query;
  const isSimple = LONG.has(name) && search === null && sort === 'max' && offset + limit <= MAX_PAGE;
  // A page with hidden rows does not tell how many there are. Reading all could take too long.
  if (!isSimple || hideBelow > 0 || from >= to || before.total > MAX_ROWS) return null;
  const all = { ...query, offset: 0, limit: ALL_ROWS };
  const closed = { ...all, to: dayNumber(addDays(dayText(to), -1)) };
  const cached = sums.get(keyOf(closed));
  return {
    query,
    cached,
    closed: { query: closed, known: cached?.version ?? null },
    open: { query: { ...all, from: to }, known: null },
  };
}

const keyOf = ({ websiteId, name, from, to }: StatQuery) => `${websiteId} ${name} ${from} ${to}`;

/** Caches the sums of closed days that were read. */
export function keepSums(sums: CachedSums, query: StatQuery, page: StatPage, version: number): ClosedSums {
  const counts = new Map(page.rows.map(({ value, count }) => [value, count]));
  const closed = { page, version, counts };
  const size = page.rows.reduce((total, { value }) => total + value.length + ROW_SIZE, 1);
  sums.set(keyOf(query), closed, { size });
  return closed;
}

/** Returns the page of a query from the sums of its closed days and the rows of its last day. */
export function mergeOpen({ offset, limit }: StatQuery, closed: ClosedSums, open: StatPage): StatPage {
  const last = offset + limit;
  const added = open.rows.map(
    ({ value, count }): StatRow => ({
      value,
      count: count + (closed.counts.get(value) ?? 0),
    }),
  );
  const isAdded = new Set(open.rows.map(({ value }) => value));
  const others: StatRow[] = [];
  // The rows of the closed days are sorted, so only the first ones can be on the page.
  for (const row of closed.page.rows) {
    if (others.length >= last) break;
    if (!isAdded.has(row.value)) others.push(row);
  }
  const fresh = open.rows.filter(({ value }) => !closed.counts.has(value)).length;
  return {
    rows: [...added, ...others].sort(byCount).slice(offset, last),
    total: closed.page.total + fresh,
    sum: closed.page.sum + open.sum,
  };
}

/** The order of the SELECT: the largest count first, equal counts by value in the order of code points. */
function byCount(one: StatRow, other: StatRow): number {
  return other.count - one.count || compareTexts(one.value, other.value);
}
