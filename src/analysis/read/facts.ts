import type { Snapshot } from '../../db/snapshot.ts';
import { sql } from '../../db/sql/sql.ts';
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
  /** The size of its stored chunk in bytes; null without a valid chunk. */
  chunkBytes: number | null;
}

export const sameVersion = (one: DayVersion, other: DayVersion): boolean =>
  one.pageviews === other.pageviews && one.events === other.events && one.revision === other.revision;

type StatRow = [websiteId: number, day: number, name: keyof DayVersion, count: number];
type HeadRow = [
  websiteId: number,
  day: number,
  pageviews: number,
  events: number,
  revision: number,
  bytes: number,
];

/** Returns the days with hits in ranges, by website and day. */
export async function readFacts(snapshot: Snapshot, ranges: readonly DayRange[]): Promise<DayFacts[]> {
  const { dialect } = snapshot;
  const days = new Map<string, DayFacts>();
  const counts = await snapshot.select(sql`
    SELECT "Stat"."websiteId", "Stat"."period", "Stat"."name", "Stat"."count"
    FROM ${rangesSql(dialect, ranges)} AS "range" CROSS JOIN "Stat"
    WHERE "Stat"."websiteId" = "range"."websiteId" AND "Stat"."name" IN ('pageviews', 'events', 'revision')
      AND "Stat"."period" BETWEEN "range"."from" AND "range"."to"
      AND ${amongRanges(dialect, '"Stat"."websiteId"', ranges)}`);
  for (const [websiteId, day, name, count] of counts as unknown as StatRow[]) {
    const key = `${websiteId} ${day}`;
    const facts = days.get(key) ?? {
      ...{ websiteId, day, chunkBytes: null },
      ...{ pageviews: 0, events: 0, revision: 0 },
    };
    facts[name] = count;
    days.set(key, facts);
  }
  const heads = await snapshot.select(sql`
    SELECT "Chunk"."websiteId", "Chunk"."day", "Chunk"."pageviews", "Chunk"."events", "Chunk"."revision",
      octet_length("Chunk"."data")
    FROM ${rangesSql(dialect, ranges)} AS "range" CROSS JOIN "Chunk"
    WHERE "Chunk"."websiteId" = "range"."websiteId" AND "Chunk"."day" BETWEEN "range"."from" AND "range"."to"
      AND ${amongRanges(dialect, '"Chunk"."websiteId"', ranges)}`);
  for (const [websiteId, day, pageviews, events, revision, bytes] of heads as unknown as HeadRow[]) {
    const facts = days.get(`${websiteId} ${day}`);
    if (facts && sameVersion(facts, { pageviews, events, revision })) facts.chunkBytes = bytes;
  }
  return [...days.values()]
    .filter(({ pageviews, events }) => pageviews + events > 0)
    .sort((one, other) => one.websiteId - other.websiteId || one.day - other.day);
}

/** Returns how many days of the ranges an earlier version recorded, and are not counted again yet. */
export async function countPending(snapshot: Snapshot, ranges: readonly DayRange[]): Promise<number> {
  const { dialect } = snapshot;
  const [row] = await snapshot.select(sql`
    SELECT COUNT(*) FROM ${rangesSql(dialect, ranges)} AS "range" CROSS JOIN "PendingDay"
    WHERE "PendingDay"."websiteId" = "range"."websiteId"
      AND "PendingDay"."day" BETWEEN "range"."from" AND "range"."to"`);
  return Number(row?.[0] ?? 0);
}
