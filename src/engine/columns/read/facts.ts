import type { Snapshot } from '../../../db/snapshot.ts';
import { raw, sql } from '../../../db/sql/sql.ts';
import { TOTALS } from '../../registry/statistics.ts';
import type { DayTotals } from '../evaluate/totals.ts';
import { amongRanges, type DayRange, rangesSql } from './ranges.ts';

/**
 * The counts of a day. Whatever derives from the day's hits is valid while they are the same.
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

const COLUMNS = raw(
  ['websiteId', 'day', ...TOTALS, 'revision'].map((name) => `"DayTotal"."${name}"`).join(', '),
);
type TotalRow = [websiteId: number, day: number, ...totals: number[]];

/** Ranges may overlap. */
const isSameDay = (one: CountedDay, other: CountedDay | undefined) =>
  one.day === other?.day && one.websiteId === other.websiteId;

/** Returns the days with hits in ranges, by website and day. */
export async function readFacts(snapshot: Snapshot, ranges: readonly DayRange[]): Promise<CountedDay[]> {
  if (ranges.length === 0) return [];
  const { dialect } = snapshot;
  const rows = await snapshot.select(sql`
    SELECT ${COLUMNS}
    FROM ${rangesSql(dialect, ranges)} AS "range" CROSS JOIN "DayTotal"
    WHERE "DayTotal"."websiteId" = "range"."websiteId"
      AND "DayTotal"."day" BETWEEN "range"."from" AND "range"."to"
      AND "DayTotal"."pageviews" + "DayTotal"."events" > 0
      AND ${amongRanges(dialect, '"DayTotal"."websiteId"', ranges)}
    ORDER BY "DayTotal"."websiteId", "DayTotal"."day"`);
  return (rows as unknown as TotalRow[])
    .map(
      ([websiteId, day, visitors, visits, pageviews, events, bounces, duration, revision]) =>
        ({ websiteId, day, visitors, visits, pageviews, events, bounces, duration, revision }) as CountedDay,
    )
    .filter((one, index, all) => !isSameDay(one, all[index - 1]));
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
    SELECT "DayTotal"."websiteId", "DayTotal"."day" / 100,
      CAST(SUM("DayTotal"."pageviews" + "DayTotal"."events" + "DayTotal"."revision") AS BIGINT)
    FROM ${rangesSql(dialect, ranges)} AS "range" CROSS JOIN "DayTotal"
    WHERE "DayTotal"."websiteId" = "range"."websiteId"
      AND "DayTotal"."day" BETWEEN "range"."from" AND "range"."to"
      AND "DayTotal"."pageviews" + "DayTotal"."events" > 0
      AND ${amongRanges(dialect, '"DayTotal"."websiteId"', ranges)}
    GROUP BY "DayTotal"."websiteId", "DayTotal"."day" / 100`);
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
