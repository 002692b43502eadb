import type { SqlTransaction } from '../../db/database.ts';
import { ALL_IDS, type IdRange, idRangeOfDay } from '../../db/sql/idRange.ts';
import { raw, sql } from '../../db/sql/sql.ts';
import { SOURCE_DIMENSIONS, VISITOR_DIMENSIONS } from '../../engine/registry/dimensions.ts';
import type { Dimensions } from '../hit.ts';

/** A day of a website. */
export interface WebsiteDay {
  websiteId: number;
  day: number;
}

/** A visit as it is stored, and what its hits say. */
export interface RecordedVisit extends WebsiteDay, Dimensions {
  /** In decimal digits. */
  visitor: string;
  number: number;
  hour: number;
  startedAt: number;
  lastAt: number;
  path: string;
  clickId: string;
  /** Counted from its hits. */
  pageviews: number;
  events: number;
  exitPath: string;
  /** In decimal digits; 0 without a pageview. */
  exitId: string;
}

type Integer = number | bigint;
type Raw<T> = { [Name in keyof T]: T[Name] extends number ? Integer : T[Name] };

const NAMES = ['hour', 'startedAt', 'lastAt', 'path', 'clickId', ...SOURCE_DIMENSIONS, ...VISITOR_DIMENSIONS];
const COLUMNS = raw(NAMES.map((name) => `"v"."${name}"`).join(', '));

/** Reads the visits of a day, in the order of visitors and numbers, and counts their hits. */
export async function readVisits(tx: SqlTransaction, of: WebsiteDay): Promise<RecordedVisit[]> {
  const [hits] = await tx.$queryRaw<{ count: Integer }[]>`
    SELECT "pageviews" + "events" AS "count" FROM "DayTotal"
    WHERE "websiteId" = ${of.websiteId} AND "day" = ${of.day}`;
  const visits = await select(tx, of, idRangeOfDay(of.day));
  const found = visits.reduce((sum, { pageviews, events }) => sum + pageviews + events, 0);
  // The clock of a recorder may have been wrong.
  return found === Number(hits?.count ?? 0) ? visits : select(tx, of, ALL_IDS);
}

async function select(
  tx: SqlTransaction,
  { websiteId, day }: WebsiteDay,
  [from, to]: IdRange,
): Promise<RecordedVisit[]> {
  const rows = await tx.$queryRaw<Raw<RecordedVisit & { exitPath: string | null }>[]>(sql`
    SELECT CAST("v"."visitor" AS TEXT) AS "visitor", "v"."number", ${COLUMNS},
      COALESCE("h"."pageviews", 0) AS "pageviews", COALESCE("h"."events", 0) AS "events",
      "exit"."path" AS "exitPath", CAST(COALESCE("h"."exitId", 0) AS TEXT) AS "exitId"
    FROM (SELECT * FROM "Visit" WHERE "websiteId" = ${websiteId} AND "day" = ${day}) AS "v"
    LEFT JOIN (
      SELECT "visitor", "visit", COUNT(*) - COUNT("event") AS "pageviews", COUNT("event") AS "events",
        MAX(CASE WHEN "event" IS NULL THEN "id" END) AS "exitId"
      FROM "Hit"
      WHERE "websiteId" = ${websiteId} AND "id" BETWEEN CAST(${from} AS BIGINT) AND CAST(${to} AS BIGINT)
        AND "day" = ${day}
      GROUP BY "visitor", "visit"
    ) AS "h" ON "h"."visitor" = "v"."visitor" AND "h"."visit" = "v"."number"
    LEFT JOIN (SELECT "id", "path" FROM "Hit" WHERE "websiteId" = ${websiteId}) AS "exit"
      ON "exit"."id" = "h"."exitId"
    ORDER BY "v"."visitor", "v"."number"`);
  return rows.map((row) => ({
    ...row,
    websiteId,
    day,
    number: Number(row.number),
    hour: Number(row.hour),
    startedAt: Number(row.startedAt),
    lastAt: Number(row.lastAt),
    pageviews: Number(row.pageviews),
    events: Number(row.events),
    exitPath: row.exitPath ?? '',
  }));
}
