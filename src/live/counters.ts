import { localTime } from '../calendar/clock.ts';
import { DAY_MS } from '../calendar/days.ts';
import type { Database } from '../db/database.ts';
import { fromJson } from '../db/sql/dialect.ts';
import { raw, sql } from '../db/sql/sql.ts';

/** Returns the first local day, as 20261121, whose counters can still grow in any time zone. */
export const firstOpenDay = (now: number): number => localTime('UTC', now - DAY_MS).day;

/**
 * Reads how many hits websites have counted since a day. Each commit of a hit increases the number, so it
 * tells whether a website has hits that were not read yet.
 * @param since a local day, as 20261121.
 * @returns by the website's id; a website without hits is missing.
 */
export async function countHits(
  { select, dialect }: Pick<Database, 'select' | 'dialect'>,
  websiteIds: readonly number[],
  since: number,
): Promise<Map<number, number>> {
  if (websiteIds.length === 0) return new Map();
  const wanted = fromJson(
    dialect,
    websiteIds.map((id) => [id]),
    { websiteId: 'INTEGER' },
  );
  const rows = await select<{ websiteId: number | bigint; count: number | bigint }>(sql`
    SELECT "d"."websiteId", CAST(SUM("d"."pageviews" + "d"."events") AS BIGINT) AS "count"
    FROM ${wanted} AS "w" CROSS JOIN "DayTotal" AS "d"
    WHERE "d"."websiteId" = "w"."websiteId" AND "d"."day" >= ${since}
      AND ${dialect.amongWebsites(raw('"d"."websiteId"'), websiteIds)}
    GROUP BY "d"."websiteId"`);
  return new Map(rows.map(({ websiteId, count }) => [Number(websiteId), Number(count)]));
}
