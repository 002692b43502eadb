import { LRUCache } from 'lru-cache';
import { monthOf } from '../../../calendar/days.ts';
import type { Snapshot } from '../../../db/snapshot.ts';
import { type CountedDay, readFacts, readMonthVersions } from './facts.ts';
import { type Part, partsOf, rangeOfMonth, wholeMonths } from './parts.ts';
import { type DayRange, mergeRanges } from './ranges.ts';

/**
 * Maximum number of days of the cached months, some 30 MB, and of the results, which share most parts with
 * them.
 */
const MAX_DAYS = 150_000;

interface CachedMonth {
  sum: number;
  /** The day from which on days were single parts; 0 if all days of the month are before it. */
  recent: number;
  parts: readonly Part[];
}

/**
 * The latest months that were read. A month is valid while the sum of its counts is the same, and all are
 * while nothing is committed.
 */
export interface PartsCache {
  /**
   * Returns the parts that have days in the ranges.
   * @param recent as for `partsOf`.
   */
  read(snapshot: Snapshot, ranges: readonly DayRange[], recent: number): Promise<readonly Part[]>;
}

export function createPartsCache(): PartsCache {
  const months = new LRUCache<string, CachedMonth>({ maxSize: MAX_DAYS });
  /** The results for the version, by arguments. */
  const results = new LRUCache<string, readonly Part[]>({ maxSize: MAX_DAYS });
  let version: string | null = null;

  async function readMonths(snapshot: Snapshot, ranges: readonly DayRange[], recent: number) {
    const found: Part[][] = [];
    const changed = new Map<string, Omit<CachedMonth, 'parts'> & { range: DayRange; days: CountedDay[] }>();
    for (const { websiteId, month, version: sum } of await readMonthVersions(snapshot, ranges)) {
      const key = `${websiteId} ${month}`;
      const range = rangeOfMonth(websiteId, month);
      const divided = range.to < recent ? 0 : recent;
      const cached = months.get(key);
      if (cached?.sum === sum && cached.recent === divided) found.push([...cached.parts]);
      else changed.set(key, { sum, recent: divided, range, days: [] });
    }
    const all = await readFacts(
      snapshot,
      [...changed.values()].map(({ range }) => range),
    );
    for (const day of all) changed.get(`${day.websiteId} ${monthOf(day.day)}`)?.days.push(day);
    for (const [key, { sum, recent: divided, days }] of changed) {
      const parts = partsOf(days, recent);
      months.set(key, { sum, recent: divided, parts }, { size: days.length + 1 });
      found.push(parts);
    }
    return found.flat();
  }

  async function readParts(snapshot: Snapshot, ranges: readonly DayRange[], recent: number) {
    const byWebsite = new Map<number, DayRange[]>();
    for (const range of ranges)
      byWebsite.set(range.websiteId, [...(byWebsite.get(range.websiteId) ?? []), range]);
    const isAsked = ({ websiteId, day }: CountedDay) =>
      byWebsite.get(websiteId)?.some(({ from, to }) => from <= day && day <= to) ?? false;
    const parts = await readMonths(snapshot, mergeRanges(wholeMonths(ranges)), recent);
    return parts.filter(({ days }) => days.some(isAsked));
  }

  return {
    async read(snapshot, ranges, recent) {
      const current = await snapshot.version();
      if (current === null || current !== version) results.clear();
      version = current;
      const key = JSON.stringify([recent, ranges]);
      const known = results.get(key);
      if (known) return known;
      const parts = await readParts(snapshot, ranges, recent);
      const size = parts.reduce((total, { days }) => total + days.length, 1);
      if (current !== null) results.set(key, parts, { size });
      return parts;
    },
  };
}
