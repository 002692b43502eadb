import type { SqlTransaction } from '../../db/database.ts';
import { fromJson } from '../../db/sql/dialect.ts';
import { ALL_IDS, idRangeOfDay } from '../../db/sql/idRange.ts';
import { type Sql, sql } from '../../db/sql/sql.ts';
import type { WebsiteDay } from '../../ingest/backfill/visits.ts';
import { type ForgetConditions, hitCondition } from './conditions.ts';

type Integer = number | bigint;

/** The visits of a day that have hits to forget, and how many. */
export interface Matched {
  /** In decimal digits. */
  visitor: string;
  visit: number;
  hits: number;
}

/** Hits of some visitors of a day that are to be forgotten. */
export interface DayToForget extends WebsiteDay {
  conditions: ForgetConditions;
  /** From {@link hitsOfDay}. */
  ofDay: Sql;
  matched: readonly Matched[];
}

/** Returns the visitors, each once. */
export const visitorsOf = (matched: readonly Matched[]): string[] => [
  ...new Set(matched.map(({ visitor }) => visitor)),
];

/** A condition in SQL: a hit is of one of the visitors. */
export function ofVisitors({ dialect }: Pick<SqlTransaction, 'dialect'>, matched: readonly Matched[]): Sql {
  const list = visitorsOf(matched).map((visitor) => [visitor]);
  const visitors = fromJson(dialect, list, { visitor: 'BIGINT' });
  return sql`"Hit"."visitor" IN (SELECT "visitor" FROM ${visitors} AS "k")`;
}

/** The hits of a day in SQL, of the table `Hit`. */
export async function hitsOfDay(
  tx: Pick<SqlTransaction, '$queryRaw'>,
  { websiteId, day }: WebsiteDay,
): Promise<Sql> {
  const within = ([from, to]: readonly [string, string]) => sql`
    "Hit"."websiteId" = ${websiteId} AND "Hit"."day" = ${day}
    AND "Hit"."id" BETWEEN CAST(${from} AS BIGINT) AND CAST(${to} AS BIGINT)`;
  const usual = within(idRangeOfDay(day));
  const [counts] = await tx.$queryRaw<{ found: Integer; total: Integer | null }[]>(sql`
    SELECT COUNT(*) AS "found", (
      SELECT "pageviews" + "events" FROM "DayTotal" WHERE "websiteId" = ${websiteId} AND "day" = ${day}
    ) AS "total" FROM "Hit" WHERE ${usual}`);
  // The clock of a recorder may have been wrong.
  return Number(counts?.found ?? 0) === Number(counts?.total ?? 0) ? usual : within(ALL_IDS);
}

/**
 * Finds the visits with hits to forget.
 * @param ofDay from {@link hitsOfDay}.
 * @param after only visitors after this one, in decimal digits.
 * @param visitors the most visitors that are returned.
 */
export async function matchedVisits(
  tx: Pick<SqlTransaction, '$queryRaw'>,
  of: WebsiteDay & { conditions: ForgetConditions; ofDay: Sql; after: string | null; visitors: number },
): Promise<Matched[]> {
  const { ofDay, after, visitors, conditions } = of;
  const matched = sql`${ofDay} AND ${hitCondition(conditions, of)}`;
  const later = after === null ? sql`TRUE` : sql`"Hit"."visitor" > CAST(${after} AS BIGINT)`;
  const rows = await tx.$queryRaw<{ visitor: string; visit: Integer; hits: Integer }[]>(sql`
    SELECT CAST("Hit"."visitor" AS TEXT) AS "visitor", "Hit"."visit", COUNT(*) AS "hits" FROM "Hit"
    WHERE ${matched} AND "Hit"."visitor" IN (
      SELECT "visitor" FROM (
        SELECT DISTINCT "Hit"."visitor" AS "visitor" FROM "Hit" WHERE ${matched} AND ${later}
        ORDER BY 1 LIMIT ${visitors}
      ) AS "some"
    )
    GROUP BY "Hit"."visitor", "Hit"."visit" ORDER BY "Hit"."visitor", "Hit"."visit"`);
  return rows.map(({ visitor, visit, hits }) => ({ visitor, visit: Number(visit), hits: Number(hits) }));
}
