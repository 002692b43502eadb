import { type Dialect, jsonRows } from '../../db/sql/dialect.ts';
import { raw, type Sql, sql } from '../../db/sql/sql.ts';

/** Subqueries with the rows of the lists of statSql.ts. */
export type Lists = Record<'part' | 'witness' | 'shared' | 'asked', Sql>;

/** A page for each row of an item of FROM that has the values and counts of a query. */
const pagesOf = (dialect: Dialect, counted: Sql) => sql`
        SELECT "websiteId",
          CAST(${dialect.array(sql`COUNT(*), SUM("count"), ${jsonRows(dialect, ['value', 'count'], onPage, 'rank')}`)} AS TEXT) AS "page"
        FROM (
          SELECT "websiteId", "value", "count",
            ROW_NUMBER() OVER (PARTITION BY "websiteId" ORDER BY "count" * "stale"."direction", "value") AS "rank"
          FROM (${counted}) AS "counted"
        ) AS "ranked"
        WHERE "ranked"."websiteId" = "stale"."websiteId"
        GROUP BY "websiteId"`;

const onPage = sql`"rank" > "stale"."offset" AND "rank" <= "stale"."offset" + "stale"."limit"`;

/**
 * What statSql.ts selects, where there is LATERAL. It says of each item of FROM how it is come by, which PostgreSQL would otherwise
 * decide, and decides for reading all of Stat where most of it is one website's; and where the websites are on several machines, each counts
 * its own: that takes "websiteId" in every GROUP BY and PARTITION BY, and no subquery outside FROM. That it is one in all of "ranked" is said for
 * PostgreSQL, which then sorts by the rest alone.
 *
 * Versions come first, in a step of their own: what is counted after them is never older than they say.
 * @param ofWebsites says of a column that it is one of the websites that are asked for.
 */
export function lateral(
  { part, witness, shared, asked }: Lists,
  dialect: Dialect,
  ofWebsites: (column: string) => Sql,
): Sql {
  return sql`
    WITH "part" AS MATERIALIZED ${part},
    "witness" AS MATERIALIZED ${witness},
    "asked" AS MATERIALIZED ${asked},
    "version" AS MATERIALIZED (
      SELECT "witness"."version", SUM("counted"."count" * "witness"."sign") AS "sum"
      FROM "witness"
      CROSS JOIN LATERAL (
        SELECT "Stat"."websiteId", SUM("Stat"."count") AS "count"
        FROM "Stat"
        WHERE "Stat"."websiteId" = "witness"."websiteId" AND "Stat"."name" = "witness"."name"
          AND "Stat"."period" BETWEEN "witness"."from" AND "witness"."to"
          AND ${ofWebsites('"Stat"."websiteId"')}
        GROUP BY "Stat"."websiteId"
      ) AS "counted"
      GROUP BY "witness"."version"
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
            SELECT "Stat"."websiteId", "Stat"."value", SUM("Stat"."count" * "part"."sign") AS "count"
            FROM "part"
            CROSS JOIN "Stat"
            WHERE "part"."range" = "stale"."range"
              AND "Stat"."websiteId" = "stale"."websiteId" AND "Stat"."name" = "stale"."name"
              AND "Stat"."period" BETWEEN "part"."from" AND "part"."to"
              AND ${ofWebsites('"Stat"."websiteId"')}
              AND ${matches(dialect, '"Stat"')}
            GROUP BY "Stat"."websiteId", "Stat"."value"
            HAVING SUM("Stat"."count" * "part"."sign") > 0`,
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
          SELECT "Stat"."websiteId", "Stat"."value", SUM("Stat"."count" * "part"."sign") AS "count"
          FROM "part"
          CROSS JOIN "Stat"
          WHERE "part"."range" = "needed"."range"
            AND "Stat"."websiteId" = "needed"."websiteId" AND "Stat"."name" = "needed"."name"
            AND "Stat"."period" BETWEEN "part"."from" AND "part"."to"
            AND ${ofWebsites('"Stat"."websiteId"')}
          GROUP BY "Stat"."websiteId", "Stat"."value"
          HAVING SUM("Stat"."count" * "part"."sign") > 0
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
      CASE WHEN NOT "stale"."holds" THEN COALESCE("found"."page", '[0, 0, []]') END AS "page"
    FROM "stale" LEFT JOIN "found" ON "found"."query" = "stale"."query"`;
}

/** Whether the value of a row is what a query searches for. */
const matches = (dialect: Dialect, row: string) =>
  sql`("stale"."pattern" IS NULL OR ${dialect.matches(raw(`${row}."value"`), sql`"stale"."pattern"`)})`;
