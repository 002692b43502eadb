import { type Dialect, fromJson, jsonRows } from '../../db/sql/dialect.ts';
import { raw, type Sql, sql } from '../../db/sql/sql.ts';
import { DEFERRED, deferredItems, isDeferred } from './deferred.ts';
import { hiding } from './hidden.ts';
import { type Lists, lateral } from './lateral.ts';
import { firstPeriod, PART, type PartRow } from './parts.ts';

/**
 * A stretch of a statistic that is a change detector (registry/statistics.ts). The counts of all stretches of
 * a version add up to the version.
 */
export type DetectorRow = [
  version: number,
  websiteId: number,
  name: string,
  from: number,
  to: number,
  sign: number,
  open: number,
];

/**
 * A query for one page of a statistic. `known` is the sum of the version that the caller has cached; null for
 * none.
 */
export type AskedRow = [
  query: number,
  version: number,
  range: number,
  websiteId: number,
  name: string,
  pattern: string | null,
  /** -1 for the largest count first, 1 for the smallest. */
  direction: number,
  offset: number,
  limit: number,
  known: number | null,
  /**
   * The number of its {@link SharedRow}; null if no other query has the same website, statistic and range.
   */
  family: number | null,
  /** Rows with a smaller count are hidden; 0 for none. */
  hideBelow: number,
];

/** A statistic over a range that several queries use, for example with different searches. */
export type SharedRow = [family: number, range: number, websiteId: number, name: string];

/** The result of a query. */
export interface FoundRow {
  query: number | bigint;
  /** The sum of its version. Counts only grow, so an equal sum means that the page is unchanged. */
  sum: number | bigint;
  /**
   * `[shown, sum, few, [[value, count], …]]` as JSON: the number of rows that are not hidden, the sum of all,
   * that of the hidden ones, and the page. Null if the page that the caller has cached is valid.
   */
  page: string | null;
}

const DETECTOR = {
  version: 'INTEGER',
  websiteId: 'INTEGER',
  name: 'TEXT',
  from: 'INTEGER',
  to: 'INTEGER',
  sign: 'INTEGER',
  open: 'INTEGER',
} as const;

const SHARED = { family: 'INTEGER', range: 'INTEGER', websiteId: 'INTEGER', name: 'TEXT' } as const;

const ASKED = {
  query: 'INTEGER',
  version: 'INTEGER',
  range: 'INTEGER',
  websiteId: 'INTEGER',
  name: 'TEXT',
  pattern: 'TEXT',
  direction: 'INTEGER',
  offset: 'BIGINT',
  limit: 'BIGINT',
  known: 'BIGINT',
  family: 'INTEGER',
  hideBelow: 'INTEGER',
} as const;

const { order, shown, sumHidden } = hiding('asked');
const onPage = sql`${shown} AND "rank" > "asked"."offset" AND "rank" <= "asked"."offset" + "asked"."limit"`;

/** Selects one page of the rows of a subquery. */
const pageOf = (counted: Sql, dialect: Dialect) => sql`(
  SELECT CAST(${dialect.array(
    sql`COUNT(*) FILTER (WHERE ${shown}), COALESCE(SUM("count"), 0), ${sumHidden},
      ${jsonRows(dialect, ['value', 'count'], onPage, 'rank')}`,
  )} AS TEXT)
  FROM (
    SELECT "value", "count", ROW_NUMBER() OVER (ORDER BY ${order}, "value") AS "rank"
    FROM ${counted} AS "counted"
  ) AS "ranked"
)`;

/**
 * Selects the counts of the rollup by value, with their sign: those in "Stat", and those of days that are not
 * there yet.
 * @param query the table with the queries: one of which is in scope, or all of "family".
 */
function rowsOf(query: 'asked' | 'family', dialect: Dialect): Sql {
  const family = raw(query === 'family' ? '"family"."family", ' : '');
  const from = raw(query === 'family' ? '"family" CROSS JOIN "part"' : '"part"');
  const name = raw(`"${query}"."name"`);
  const counts = sql`"part"."range" = ${raw(`"${query}"."range"`)}
              AND ${dialect.running(raw('"part"."from"'))}
              AND "WebsiteLock"."websiteId" = ${raw(`"${query}"."websiteId"`)}`;
  return sql`
              SELECT ${family} "Stat"."value", "Stat"."count" * "part"."sign" AS "count"
              FROM ${from}
              CROSS JOIN "WebsiteLock"
              CROSS JOIN "Stat"
              WHERE ${counts}
                AND "Stat"."websiteId" = "WebsiteLock"."websiteId" AND "Stat"."name" = ${name}
                AND "Stat"."period" BETWEEN ${firstPeriod('part')} AND "part"."to"
              UNION ALL
              SELECT ${family} ${DEFERRED.value}, ${DEFERRED.count} * "part"."sign"
              FROM ${from}
              CROSS JOIN "WebsiteLock" ${deferredItems(dialect, 'WebsiteLock', name)}
              WHERE ${counts} AND ${isDeferred}`;
}

/**
 * Counts each query in its own subquery, so that SQLite has less to sort. Rows that several queries use are
 * counted once ("shared"). SQLite builds that table and its index only if a query needs them.
 *
 * Every subquery evaluates `running` often enough that the statement can be cancelled at any time
 * (Dialect.running).
 */
const correlated = ({ part, detector, shared, asked }: Lists, dialect: Dialect): Sql => sql`
    WITH "part" AS MATERIALIZED ${part},
    "detector" AS MATERIALIZED ${detector},
    "family" AS MATERIALIZED ${shared},
    "asked" AS MATERIALIZED ${asked},
    "version" AS MATERIALIZED (
      SELECT "detector"."version", SUM("Stat"."count" * "detector"."sign") AS "sum"
      FROM "detector"
      CROSS JOIN "WebsiteLock"
      CROSS JOIN "Stat"
      WHERE ${dialect.running(raw('"detector"."version"'))}
        AND "WebsiteLock"."websiteId" = "detector"."websiteId"
        AND "Stat"."websiteId" = "detector"."websiteId" AND "Stat"."name" = "detector"."name"
        AND "Stat"."period" BETWEEN ${firstPeriod('detector')} AND "detector"."to"
      GROUP BY "detector"."version"
    ),
    "shared" AS MATERIALIZED (
      SELECT "row"."family", "row"."value", SUM("row"."count") AS "count"
      FROM (${rowsOf('family', dialect)}) AS "row"
      GROUP BY "row"."family", "row"."value"
      HAVING SUM("row"."count") > 0
    )
    SELECT "asked"."query", COALESCE("version"."sum", 0) AS "sum",
      CASE WHEN COALESCE("version"."sum", 0) = "asked"."known" THEN NULL
      WHEN "asked"."family" IS NULL THEN ${pageOf(
        sql`(
            SELECT "row"."value", SUM("row"."count") AS "count"
            FROM (${rowsOf('asked', dialect)}) AS "row"
            WHERE "asked"."pattern" IS NULL OR (${dialect.running(raw('"row"."count"'))}
              AND ${dialect.matches(sql`"row"."value"`, sql`"asked"."pattern"`)})
            GROUP BY "row"."value"
            HAVING SUM("row"."count") > 0
          )`,
        dialect,
      )}
      ELSE ${pageOf(
        sql`(
            SELECT "shared"."value", "shared"."count" FROM "shared"
            WHERE "shared"."family" = "asked"."family"
              AND ("asked"."pattern" IS NULL OR (${dialect.running(raw('"shared"."count"'))}
                AND ${dialect.matches(sql`"shared"."value"`, sql`"asked"."pattern"`)}))
          )`,
        dialect,
      )} END AS "page"
    FROM "asked" LEFT JOIN "version" ON "version"."version" = "asked"."version"`;

/**
 * Builds the SELECT that reads statistics: any number of queries over any number of ranges. Each result has
 * the page's rows, its totals and its version, or only the version if the caller's cached page is valid. The
 * rows of the SELECT are {@link FoundRow}s.
 */
export function selectStatistics(
  dialect: Dialect,
  part: readonly PartRow[],
  detector: readonly DetectorRow[],
  shared: readonly SharedRow[],
  asked: readonly AskedRow[],
): Sql {
  const lists: Lists = {
    part: fromJson(dialect, part, PART),
    detector: fromJson(dialect, detector, DETECTOR),
    shared: fromJson(dialect, shared, SHARED),
    asked: fromJson(dialect, asked, ASKED),
  };
  const websites = [...new Set(asked.map((row) => row[3]))];
  const ofWebsites = (column: string) => dialect.amongWebsites(raw(column), websites);
  return dialect.lateral ? lateral(lists, dialect, ofWebsites) : correlated(lists, dialect);
}
