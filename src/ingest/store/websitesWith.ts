import type { Database } from '../../db/database.ts';
import { fromJson } from '../../db/sql/dialect.ts';
import { raw, type Sql, sql } from '../../db/sql/sql.ts';

/** Number of websites that a job looks at with one statement. */
export const PAGE = 1_000;

/** A website, and a local or UTC day as 20261121. */
interface Asked {
  websiteId: number;
  day: number;
}

/**
 * Finds the websites that have certain rows. Jobs look at every website when a server starts and when a day
 * is over, and would otherwise need a statement for each.
 * @param asked at most {@link PAGE} websites.
 * @param rows builds the FROM and WHERE of the rows. It may use the columns of `"asked"` and `"WebsiteLock"`;
 *   a website without a lock has no rows.
 * @returns the ids of the websites that have at least one such row.
 */
export async function websitesWith(
  { read, dialect }: Pick<Database, 'read' | 'dialect'>,
  asked: readonly Asked[],
  rows: (ofWebsites: (column: string) => Sql) => Sql,
): Promise<Set<number>> {
  if (asked.length === 0) return new Set();
  const websites = asked.map(({ websiteId }) => websiteId);
  const ofWebsites = (column: string) => dialect.amongWebsites(raw(column), websites);
  const list = asked.map(({ websiteId, day }) => [websiteId, day]);
  const found = await read.$queryRaw<{ websiteId: number | bigint }[]>(sql`
    SELECT "WebsiteLock"."websiteId"
    FROM ${fromJson(dialect, list, { websiteId: 'INTEGER', day: 'INTEGER' })} AS "asked"
    CROSS JOIN "WebsiteLock"
    WHERE "WebsiteLock"."websiteId" = "asked"."websiteId" AND ${ofWebsites('"WebsiteLock"."websiteId"')}
      AND EXISTS (SELECT 1 ${rows(ofWebsites)})`);
  return new Set(found.map(({ websiteId }) => Number(websiteId)));
}
