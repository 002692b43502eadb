import type { SqlTransaction } from '../../db/database.ts';
import { writeRows } from '../../db/sql/rows.ts';
import { raw, sql } from '../../db/sql/sql.ts';
import { columnsOf, VISIT } from '../../db/sql/tables.ts';
import { type SOURCE_DIMENSIONS, VISITOR_DIMENSIONS } from '../../engine/registry/dimensions.ts';
import { ROLLUPS, type RollupName } from '../../engine/registry/statistics.ts';
import { classifySource } from '../source/classify.ts';
import { withMonths } from '../store/increments.ts';
import type { LockedWebsites } from '../store/locks.ts';
import { addToRollup } from '../store/rollup.ts';
import type { Increment } from '../store/sums.ts';
import type { RecordedVisit, WebsiteDay } from './visits.ts';

type Integer = number | bigint;

/** Counts rollups of visits from visits, by statistic and value. */
function countVisits(visits: readonly RecordedVisit[], names: readonly RollupName[]): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (name: RollupName, value: string, count: number) => {
    const key = keyOf(name, value);
    counts.set(key, (counts.get(key) ?? 0) + count);
  };
  for (const visit of visits) {
    const hit = { ...visit, event: null, dimensions: visit };
    const whole = { ...visit, duration: visit.lastAt - visit.startedAt };
    for (const name of names) {
      const { unit, valueOf: firstValue, ofVisit } = ROLLUPS[name];
      const counted = ofVisit?.(whole);
      const value = unit === 'visits' ? firstValue(hit) : null;
      if (counted) add(name, ...counted);
      else if (value !== null) add(name, value, 1);
    }
    if (names.includes('events') && visit.events > 0)
      add('events', ROLLUPS.events.valueOf(hit) ?? '', visit.events);
  }
  return counts;
}

const keyOf = (name: RollupName, value: string) => `${name} ${value}`;

/**
 * Counts rollups of a day from its visits, and corrects the stored ones, and those of its month if they
 * include the day. `Stat` must be complete for the website (`lockSettled`).
 */
export async function recountDay(
  tx: SqlTransaction,
  { websiteId, day }: WebsiteDay,
  visits: readonly RecordedVisit[],
  names: readonly RollupName[],
  { monthsThrough }: LockedWebsites,
): Promise<void> {
  const counts = countVisits(visits, names);
  const list = raw(names.map((name) => `'${name}'`).join(', '));
  const stored = await tx.$queryRaw<{ name: RollupName; value: string; count: Integer }[]>(sql`
    SELECT "name", "value", "count" FROM "Stat"
    WHERE "websiteId" = ${websiteId} AND "name" IN (${list}) AND "period" = ${day}`);
  for (const { name, value, count } of stored) {
    const key = keyOf(name, value);
    counts.set(key, (counts.get(key) ?? 0) - Number(count));
  }
  const rows = [...counts]
    .filter(([, count]) => count !== 0)
    .map(([key, count]): Increment => {
      const end = key.indexOf(' ');
      const name = key.slice(0, end) as RollupName;
      return { websiteId, name, period: day, value: key.slice(end + 1), count };
    });
  await addToRollup(tx, withMonths(rows, monthsThrough));
}

type Column = keyof typeof VISIT.columns;

const update = <Name extends Column>(names: readonly Name[]) =>
  writeRows(
    columnsOf<Column, 'websiteId' | 'day' | 'visitor' | 'number' | Name>(
      VISIT,
      ...(['websiteId', 'day', 'visitor', 'number', ...names] as const),
    ),
    (source, _, ofWebsites) => sql`
      UPDATE "Visit" SET ${raw(names.map((name) => `"${name}" = "new"."${name}"`).join(', '))}
      FROM ${source} AS "new"
      WHERE "Visit"."websiteId" = "new"."websiteId" AND "Visit"."day" = "new"."day"
        AND "Visit"."visitor" = "new"."visitor" AND "Visit"."number" = "new"."number"
        AND ${ofWebsites('"Visit"."websiteId"')}`,
  );

/** Writes the columns that an earlier version did not have, or that it filled by other rules. */
export const updateVisits = update([
  ...(['source', 'channel', 'pageviews', 'events', 'exitPath', 'exitId'] as const),
  ...VISITOR_DIMENSIONS,
]);

/** Writes the source and the channel of visits. */
export const updateSources = update(['source', 'channel']);

/** Writes the paths of the first hit and of the last pageview of visits. */
export const updatePaths = update(['path', 'exitPath']);

/** Returns the visits with the source and channel of today's lists. */
export function classify(visits: readonly RecordedVisit[]): RecordedVisit[] {
  return visits.map((visit) => ({ ...visit, ...classifySource(visit) }));
}

/** Returns the visits, which are sorted, with the visitor's dimensions of the first visit of the day. */
export function withVisitors(visits: readonly RecordedVisit[]): RecordedVisit[] {
  let first = visits[0];
  return visits.map((visit) => {
    if (visit.visitor !== first?.visitor) first = visit;
    const same = Object.fromEntries(VISITOR_DIMENSIONS.map((name) => [name, first?.[name] ?? '']));
    return { ...visit, ...same };
  });
}

/** The rollups that follow from the source of a visit. */
export const OF_SOURCES = ['source', 'channel'] as const satisfies (typeof SOURCE_DIMENSIONS)[number][];
