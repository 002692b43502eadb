import type { Snapshot } from '../../../db/snapshot.ts';
import { fromJson } from '../../../db/sql/dialect.ts';
import { ALL_IDS, type IdRange, idRangeOfDay } from '../../../db/sql/idRange.ts';
import { raw, sql } from '../../../db/sql/sql.ts';
import { VISIT_DIMENSIONS, type VisitDimension } from '../../registry/dimensions.ts';
import { buildDay, type HitRow, type VisitRow } from '../chunks/build.ts';
import { limitRows, type Rows } from '../chunks/limit.ts';
import type { OpenColumns } from '../chunks/merge.ts';
import { type DayFacts, dayKey, hitsOf } from './facts.ts';
import { amongRanges, rangeOf, rangesSql } from './ranges.ts';

/** The columns of `Visit` whose names differ from those of their dimensions. */
const COLUMNS: Partial<Record<VisitDimension, string>> = { landing_page: 'path', exit_page: 'exitPath' };
const TEXTS = VISIT_DIMENSIONS.map((name) => `"Visit"."${COLUMNS[name] ?? name}"`).join(', ');

/** A hit and its id in decimal digits. */
export type HitRowWithId = readonly [...hit: HitRow, id: string];

/** Rows as they are read. The day is at their end, so that a row is used as it is, without a copy. */
type OfDay<Row extends readonly unknown[]> = readonly [...row: Row, websiteId: number, day: number];
type WebsiteDay = Pick<DayFacts, 'websiteId' | 'day'>;

/** The rows of a day. */
export interface RowDay {
  day: number;
  visits: readonly VisitRow[];
  /** In the order of their ids. */
  hits: readonly HitRowWithId[];
}

/**
 * Reads visits and hits of days.
 * @param maxValues the limit of distinct values, as for `limitRows`.
 */
export async function readDayRows(
  snapshot: Snapshot,
  days: readonly DayFacts[],
  maxValues: number,
): Promise<RowDay[]> {
  if (days.length === 0) return [];
  const allVisits = groupRows<VisitRow>(await selectVisits(snapshot, days));
  const allHits = await selectHits(snapshot, days, ({ day }) => idRangeOfDay(day));
  // The clock of a recorder may have been wrong.
  const short = days.filter((day) => (allHits.get(dayKey(day))?.length ?? 0) !== hitsOf(day));
  if (short.length > 0)
    for (const [key, rows] of await selectHits(snapshot, short, () => ALL_IDS)) allHits.set(key, rows);
  return days.map((facts) => {
    const key = dayKey(facts);
    const rows = { day: facts.day, visits: allVisits.get(key) ?? [], hits: allHits.get(key) ?? [] };
    return limitDay(rows, maxValues);
  });
}

/** Limits the distinct values of a day (`limitRows`). */
export const limitDay = (rows: RowDay, maxValues: number): RowDay => ({
  day: rows.day,
  ...limitRows(rows as unknown as Rows<HitRowWithId & HitRow>, maxValues),
});

/** The position of the id in a {@link HitRowWithId}. */
export const ID_OF_HIT = 9;

/** Builds the columns of a day from its rows. @throws as `buildDay`. */
export const columnsOf = ({ day, visits, hits }: RowDay): OpenColumns =>
  buildDay(day, visits, hits as readonly unknown[] as readonly HitRow[]);

/** Reads the hits of days with ids from `after` on, in the order of their ids. */
export async function selectNewHits<Day extends WebsiteDay>(
  snapshot: Snapshot,
  days: readonly (readonly [day: Day, after: string])[],
): Promise<Map<Day, HitRowWithId[]>> {
  const after = new Map<WebsiteDay, string>(days);
  const rows = await selectHits(
    snapshot,
    days.map(([day]) => day),
    (day) => [after.get(day) as string, ALL_IDS[1]],
  );
  return new Map(days.map(([day]) => [day, rows.get(dayKey(day)) ?? []]));
}

/** Reads all visits of some visitors of days. */
export async function selectVisitsOf<Day extends WebsiteDay>(
  { dialect, select }: Snapshot,
  days: readonly (readonly [day: Day, visitors: readonly string[]])[],
): Promise<Map<Day, VisitRow[]>> {
  const visitors = fromJson(
    dialect,
    days.flatMap(([{ websiteId, day }, all]) => all.map((visitor) => [websiteId, day, visitor])),
    { websiteId: 'INTEGER', day: 'INTEGER', visitor: 'BIGINT' },
  );
  const ids = [...new Set(days.map(([{ websiteId }]) => websiteId))];
  const rows = await select(sql`
    SELECT ${VISIT_COLUMNS} FROM ${visitors} AS "of" CROSS JOIN "Visit"
    WHERE "Visit"."websiteId" = "of"."websiteId" AND "Visit"."day" = "of"."day"
      AND "Visit"."visitor" = "of"."visitor" AND ${dialect.amongWebsites(raw('"Visit"."websiteId"'), ids)}`);
  const found = groupRows<VisitRow>(rows as unknown as OfDay<VisitRow>[]);
  return new Map(days.map(([day]) => [day, found.get(dayKey(day)) ?? []]));
}

function groupRows<Row extends readonly unknown[]>(rows: OfDay<Row>[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  let last: Row[] = [];
  let [lastWebsite, lastDay] = [0, 0];
  for (const row of rows) {
    const [websiteId, day] = [row.at(-2) as number, row.at(-1) as number];
    if (websiteId !== lastWebsite || day !== lastDay) {
      [lastWebsite, lastDay] = [websiteId, day];
      const key = dayKey({ websiteId, day });
      last = groups.get(key) ?? [];
      groups.set(key, last);
    }
    last.push(row as readonly unknown[] as Row);
  }
  return groups;
}

const VISIT_COLUMNS = raw(
  'CAST("Visit"."visitor" AS TEXT), "Visit"."number", "Visit"."hour", ' +
    `"Visit"."lastAt" - "Visit"."startedAt", "Visit"."startedAt", ${TEXTS}, ` +
    '"Visit"."websiteId", "Visit"."day"',
);

async function selectVisits(
  { dialect, select }: Snapshot,
  days: readonly DayFacts[],
): Promise<OfDay<VisitRow>[]> {
  const ranges = days.map(rangeOf);
  const rows = await select(sql`
    SELECT ${VISIT_COLUMNS} FROM ${rangesSql(dialect, ranges)} AS "range" CROSS JOIN "Visit"
    WHERE "Visit"."websiteId" = "range"."websiteId" AND "Visit"."day" = "range"."from"
      AND ${amongRanges(dialect, '"Visit"."websiteId"', ranges)}`);
  return rows as unknown as OfDay<VisitRow>[];
}

async function selectHits<Day extends WebsiteDay>(
  { dialect, select }: Snapshot,
  days: readonly Day[],
  idsOf: (day: Day) => IdRange,
): Promise<Map<string, HitRowWithId[]>> {
  const windows = fromJson(
    dialect,
    days.map((day) => [day.websiteId, day.day, ...idsOf(day)]),
    { websiteId: 'INTEGER', day: 'INTEGER', from: 'BIGINT', to: 'BIGINT' },
  );
  const ids = [...new Set(days.map(({ websiteId }) => websiteId))];
  const rows = await select(sql`
    SELECT CAST("Hit"."visitor" AS TEXT), "Hit"."visit", "Hit"."at", "Hit"."hour", "Hit"."path",
      "Hit"."event", "Hit"."host", "Hit"."properties",
      CAST("Hit"."amount" AS TEXT) || ' ' || "Hit"."currency", CAST("Hit"."id" AS TEXT),
      "Hit"."websiteId", "Hit"."day"
    FROM ${windows} AS "window" CROSS JOIN "Hit"
    WHERE "Hit"."websiteId" = "window"."websiteId" AND "Hit"."day" = "window"."day"
      AND "Hit"."id" BETWEEN "window"."from" AND "window"."to"
      AND ${dialect.amongWebsites(raw('"Hit"."websiteId"'), ids)}
    ORDER BY "Hit"."websiteId", "Hit"."id"`);
  return groupRows<HitRowWithId>(rows as unknown as OfDay<HitRowWithId>[]);
}
