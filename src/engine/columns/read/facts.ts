import type { Snapshot } from '../../../db/snapshot.ts';
import { raw, sql } from '../../../db/sql/sql.ts';
import { TOTAL_ROLLUPS } from '../../registry/statistics.ts';
import type { DayTotals } from '../evaluate/totals.ts';
import { amongRanges, type DayRange, rangesSql } from './ranges.ts';

/**
 * The counts of a day in the rollup. Whatever derives from the day's hits is valid while they are the same.
 */
export interface DayVersion {
  pageviews: number;
  events: number;
  /** How often visits of the day were classified anew. */
  revision: number;
}

/** A day with hits. */
export interface DayFacts extends DayVersion {
  websiteId: number;
  day: number;
}

/** A day with hits, and the sums of all of them. */
export type CountedDay = DayFacts & DayTotals;

export const sameVersion = (one: DayVersion, other: DayVersion): boolean =>
  one.pageviews === other.pageviews && one.events === other.events && one.revision === other.revision;

/** Number of hits of a day. */
export const hitsOf = ({ pageviews, events }: DayVersion): number => pageviews + events;

/** Identifies a day among all websites. */
export const dayKey = ({ websiteId, day }: Pick<DayFacts, 'websiteId' | 'day'>) => `${websiteId} ${day}`;

const names = raw(TOTAL_ROLLUPS.map((name) => `'${name}'`).join(', '));

type StatRow = [websiteId: number, day: number, name: (typeof TOTAL_ROLLUPS)[number], count: number];

/** Returns the days with hits in ranges, by website and day. */
export async function readFacts(snapshot: Snapshot, ranges: readonly DayRange[]): Promise<CountedDay[]> {
  if (ranges.length === 0) return [];
  const { dialect } = snapshot;
  const days = new Map<string, CountedDay>();
  const counts = await snapshot.select(sql`
    SELECT "Stat"."websiteId", "Stat"."period", "Stat"."name", "Stat"."count"
    FROM ${rangesSql(dialect, ranges)} AS "range" CROSS JOIN "Stat"
    WHERE "Stat"."websiteId" = "range"."websiteId" AND "Stat"."name" IN (${names})
      AND "Stat"."period" BETWEEN "range"."from" AND "range"."to"
      AND ${amongRanges(dialect, '"Stat"."websiteId"', ranges)}`);
  for (const [websiteId, day, name, count] of counts as unknown as StatRow[]) {
    const key = dayKey({ websiteId, day });
    let facts = days.get(key);
    if (!facts) {
      const version = { pageviews: 0, events: 0, revision: 0 };
      facts = { websiteId, day, ...version, visitors: 0, visits: 0, bounces: 0, duration: 0 };
      days.set(key, facts);
    }
    facts[name] = count;
  }
  return [...days.values()]
    .filter((day) => hitsOf(day) > 0)
    .sort((one, other) => one.websiteId - other.websiteId || one.day - other.day);
}

/** The counts of a month in one number, which grows whenever one of its days changes. */
export interface MonthVersion {
  websiteId: number;
  /** As 202611. */
  month: number;
  version: number;
}

/** Returns the versions of the months with hits in ranges, which must consist of whole months. */
export async function readMonthVersions(
  snapshot: Snapshot,
  ranges: readonly DayRange[],
): Promise<MonthVersion[]> {
  const { dialect } = snapshot;
  const rows = await snapshot.select(sql`
    SELECT "Stat"."websiteId", "Stat"."period" / 100, CAST(SUM("Stat"."count") AS BIGINT)
    FROM ${rangesSql(dialect, ranges)} AS "range" CROSS JOIN "Stat"
    WHERE "Stat"."websiteId" = "range"."websiteId" AND "Stat"."name" IN ('pageviews', 'events', 'revision')
      AND "Stat"."period" BETWEEN "range"."from" AND "range"."to"
      AND ${amongRanges(dialect, '"Stat"."websiteId"', ranges)}
    GROUP BY "Stat"."websiteId", "Stat"."period" / 100`);
  return (rows as unknown as [number, number, number][]).map(([websiteId, month, version]) => ({
    websiteId,
    month,
    version,
  }));
}

/** Returns the days of ranges that an earlier version recorded, and are not counted again yet. */
export async function readPending(
  snapshot: Snapshot,
  ranges: readonly DayRange[],
): Promise<Pick<DayFacts, 'websiteId' | 'day'>[]> {
  const { dialect } = snapshot;
  const rows = await snapshot.select(sql`
    SELECT "PendingDay"."websiteId", "PendingDay"."day"
    FROM ${rangesSql(dialect, ranges)} AS "range" CROSS JOIN "PendingDay"
    WHERE "PendingDay"."websiteId" = "range"."websiteId"
      AND "PendingDay"."day" BETWEEN "range"."from" AND "range"."to"`);
  return (rows as unknown as [number, number][]).map(([websiteId, day]) => ({ websiteId, day }));
}
