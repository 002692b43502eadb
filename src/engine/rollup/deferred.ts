import type { Dialect } from '../../db/sql/dialect.ts';
import { raw, type Sql, sql } from '../../db/sql/sql.ts';
import { firstPeriod } from './parts.ts';

/**
 * FROM items with the deferred increments of a row of "WebsiteLock" (ingest/store/deferred.ts): `"day"` has
 * the days, and `"pair"` the values of a rollup with their counts.
 * @param lock the name of the table in the statement.
 * @param name the rollup, as SQL.
 */
export const deferredItems = (dialect: Dialect, lock: string, name: Sql): Sql => sql`
  CROSS JOIN ${deferredDays(dialect, lock)} CROSS JOIN ${deferredPairs(dialect, name)}`;

/** The first of these items. */
export const deferredDays = ({ elements }: Dialect, lock: string): Sql =>
  sql`${elements(raw(`NULLIF("${lock}"."deferred", '')`))} AS "day"`;

/** The second one. */
export const deferredPairs = ({ elements }: Dialect, name: Sql): Sql =>
  sql`${elements(sql`"day"."value" -> 1 -> ${name}`)} AS "pair"`;

/** The day, value and count of such an increment. */
export const DEFERRED = {
  day: raw(`CAST("day"."value" ->> 0 AS INTEGER)`),
  value: raw(`"pair"."value" ->> 0`),
  count: raw(`CAST("pair"."value" ->> 1 AS BIGINT)`),
};

/** Whether its day is in a part of days. A part of months has none: their days are in `Stat`. */
export const isDeferred = sql`"part"."to" > 9999999
  AND ${DEFERRED.day} BETWEEN ${firstPeriod('part')} AND "part"."to"`;
