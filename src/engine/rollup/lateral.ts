import { type Dialect, jsonRows } from '../../db/sql/dialect.ts';
import { raw, type Sql, sql } from '../../db/sql/sql.ts';
import { DEFERRED, deferredItems, isDeferred } from './deferred.ts';
import { hiding } from './hidden.ts';
import { firstPeriod } from './parts.ts';

/** Subqueries with the rows of the lists in sql.ts. */
export type Lists = Record<'part' | 'detector' | 'shared' | 'asked', Sql>;

/**
 * FROM items with the counts of the rollup in the stretches of "part", as "row": those in "Stat", and those
 * of days that are not there yet. Citus can only divide a UNION that refers to the row of another table.
 * @param query the table with the query, one row of which is in scope.
 */
const rowsOf = (dialect: Dialect, query: 'stale' | 'needed', ofWebsites: (column: string) => Sql) => {
  const name = raw(`"${query}"."name"`);
  return sql`"WebsiteLock"
            CROSS JOIN LATERAL (
              SELECT "Stat"."websiteId", "Stat"."value", "Stat"."count"
              FROM "Stat"
              WHERE "Stat"."websiteId" = "WebsiteLock"."websiteId" AND "Stat"."name" = ${name}
                AND "Stat"."period" BETWEEN ${firstPeriod('part')} AND "part"."to"
                AND ${ofWebsites('"Stat"."websiteId"')}
              UNION ALL
              SELECT "later"."websiteId", ${DEFERRED.value}, ${DEFERRED.count}
              FROM "WebsiteLock" AS "later" ${deferredItems(dialect, 'later', name)}
              WHERE "later"."websiteId" = "WebsiteLock"."websiteId" AND ${isDeferred}
                AND ${ofWebsites('"later"."websiteId"')}
            ) AS "row"`;
};

/** Selects the page of a query in "stale" from a subquery that has its values and counts. */
const pagesOf = (dialect: Dialect, counted: Sql) => sql`
        SELECT "websiteId",
          CAST(${dialect.array(
            sql`COUNT(*) FILTER (WHERE ${shown}), SUM("count"), ${sumHidden},
              ${jsonRows(dialect, ['value', 'count'], onPage, 'rank')}`,
          )} AS TEXT) AS "page"
        FROM (
          SELECT "websiteId", "value", "count",
            ROW_NUMBER() OVER (PARTITION BY "websiteId" ORDER BY ${order}, "value") AS "rank"
          FROM (${counted}) AS "counted"
        ) AS "ranked"
        WHERE "ranked"."websiteId" = "stale"."websiteId"
        GROUP BY "websiteId"`;

const { order, shown, sumHidden } = hiding('stale');
const onPage = sql`${shown} AND "rank" > "stale"."offset" AND "rank" <= "stale"."offset" + "stale"."limit"`;

/**
 * Builds the SELECT of sql.ts for databases with LATERAL. The subqueries fix how each item of FROM is
 * computed. PostgreSQL would otherwise choose, and would read all of Stat if most of it belongs to one
 * website.
 *
 * If the websites are distributed over several machines, each machine counts its own. This requires
 * "websiteId" in every GROUP BY and PARTITION BY, and no subquery outside FROM. The condition on "websiteId"
 * makes PostgreSQL sort "ranked" by the other columns alone.
 *
 * Versions are computed first, in a separate step, so that the counts are never older than their version.
 * @param ofWebsites builds the condition that a column is one of the queried websites.
 */
export function lateral(
  { part, detector, shared, asked }: Lists,
  dialect: Dialect,
  ofWebsites: (column: string) => Sql,
): Sql {
  return sql`
    WITH "part" AS MATERIALIZED ${part},
    "detector" AS MATERIALIZED ${detector},
    "asked" AS MATERIALIZED ${asked},
    "version" AS MATERIALIZED (
      SELECT "detector"."version", SUM("counted"."count" * "detector"."sign") AS "sum"
      FROM "detector"
      CROSS JOIN LATERAL (
        SELECT "Stat"."websiteId", SUM("Stat"."count") AS "count"
        FROM "WebsiteLock"
        CROSS JOIN "Stat"
        WHERE "WebsiteLock"."websiteId" = "detector"."websiteId"
          AND "Stat"."websiteId" = "detector"."websiteId" AND "Stat"."name" = "detector"."name"
          AND "Stat"."period" BETWEEN ${firstPeriod('detector')} AND "detector"."to"
          AND ${ofWebsites('"Stat"."websiteId"')} AND ${ofWebsites('"WebsiteLock"."websiteId"')}
        GROUP BY "Stat"."websiteId"
      ) AS "counted"
      GROUP BY "detector"."version"
    ),
    "stale" AS MATERIALIZED (
      SELECT "asked".*, COALESCE("version"."sum", 0) AS "sum",
        COALESCE(COALESCE("version"."sum", 0) = "asked"."known", FALSE) AS "holds"
      FROM "asked" LEFT JOIN "version" ON "version"."version" = "asked"."version"
    ),
    "page" AS MATERIALIZED (
      SELECT "stale"."query", "found"."page"
      FROM "stale"
      CROSS JOIN LATERAL (${pagesOf(
        dialect,
        sql`
            SELECT "row"."websiteId", "row"."value", SUM("row"."count" * "part"."sign") AS "count"
            FROM "part"
            CROSS JOIN ${rowsOf(dialect, 'stale', ofWebsites)}
            WHERE "part"."range" = "stale"."range"
              AND "WebsiteLock"."websiteId" = "stale"."websiteId"
              AND "row"."websiteId" = "WebsiteLock"."websiteId"
              AND ${ofWebsites('"WebsiteLock"."websiteId"')}
              AND ${matches(dialect, '"row"')}
            GROUP BY "row"."websiteId", "row"."value"
            HAVING SUM("row"."count" * "part"."sign") > 0`,
      )}
      ) AS "found"
      WHERE NOT "stale"."holds" AND "stale"."family" IS NULL
    ),
    "needed" AS MATERIALIZED (
      SELECT DISTINCT "family"."family", "family"."range", "family"."websiteId", "family"."name"
      FROM ${shared} AS "family"
      JOIN "stale" ON "stale"."family" = "family"."family" AND NOT "stale"."holds"
    ),
    "shared" AS MATERIALIZED (
      SELECT "needed"."family", "found"."websiteId", "found"."values", "found"."counts"
      FROM "needed"
      CROSS JOIN LATERAL (
        SELECT "websiteId", array_agg("value") AS "values", array_agg("count") AS "counts"
        FROM (
          SELECT "row"."websiteId", "row"."value", SUM("row"."count" * "part"."sign") AS "count"
          FROM "part"
          CROSS JOIN ${rowsOf(dialect, 'needed', ofWebsites)}
          WHERE "part"."range" = "needed"."range"
            AND "WebsiteLock"."websiteId" = "needed"."websiteId"
            AND "row"."websiteId" = "WebsiteLock"."websiteId"
            AND ${ofWebsites('"WebsiteLock"."websiteId"')}
          GROUP BY "row"."websiteId", "row"."value"
          HAVING SUM("row"."count" * "part"."sign") > 0
        ) AS "counted"
        GROUP BY "websiteId"
      ) AS "found"
    ),
    "sharedPage" AS MATERIALIZED (
      SELECT "stale"."query", "found"."page"
      FROM "stale"
      JOIN "shared" ON "shared"."family" = "stale"."family"
      CROSS JOIN LATERAL (${pagesOf(
        dialect,
        sql`
            SELECT "shared"."websiteId", "row"."value", "row"."count"
            FROM unnest("shared"."values", "shared"."counts") AS "row" ("value", "count")
            WHERE ${matches(dialect, '"row"')}`,
      )}
      ) AS "found"
      WHERE NOT "stale"."holds"
    ),
    "found" AS (SELECT * FROM "page" UNION ALL SELECT * FROM "sharedPage")
    SELECT "stale"."query", "stale"."sum",
      CASE WHEN NOT "stale"."holds" THEN COALESCE("found"."page", '[0, 0, 0, []]') END AS "page"
    FROM "stale" LEFT JOIN "found" ON "found"."query" = "stale"."query"`;
}

/** The condition that a row's value matches the search of a query; true if the query has no search. */
const matches = (dialect: Dialect, row: string) =>
  sql`("stale"."pattern" IS NULL OR ${dialect.matches(raw(`${row}."value"`), sql`"stale"."pattern"`)})`;
