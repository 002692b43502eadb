import { type Dialect, jsonRows } from '../../db/sql/dialect.ts';
import { overRows } from '../../db/sql/rows.ts';
import { raw, type Sql, sql } from '../../db/sql/sql.ts';
import { type Lists, lateral } from './lateral.ts';

/** A stretch of the rollup that counts towards a range (stats/periods.ts). */
export type PartRow = [range: number, from: number, to: number, sign: number];

/** A stretch of a statistic whose counts add up to a version. */
export type WitnessRow = [
  version: number,
  websiteId: number,
  name: string,
  from: number,
  to: number,
  sign: number,
];

/** A page of a statistic. `known` is the sum of the version that the caller has of it; null for none. */
export type AskedRow = [
  query: number,
  version: number,
  range: number,
  websiteId: number,
  name: string,
  pattern: string | null,
  /** -1: largest count first. */
  direction: number,
  offset: number,
  limit: number,
  known: number | null,
  /** The number of its {@link SharedRow}; null where no other query is about the same. */
  family: number | null,
];

/** A statistic over a range that several queries are about, such as different searches. */
export type SharedRow = [family: number, range: number, websiteId: number, name: string];

/** What was found for a query. */
export interface FoundRow {
  query: number | bigint;
  /** Its version. Counts only grow, so where this sum is the same, so is everything else. */
  sum: number | bigint;
  /** `[total, sum, [[value, count], …]]` as JSON; null where the caller knows it. */
  page: string | null;
}

const PART = { range: 'INTEGER', from: 'INTEGER', to: 'INTEGER', sign: 'INTEGER' } as const;

const WITNESS = {
  version: 'INTEGER',
  websiteId: 'INTEGER',
  name: 'TEXT',
  from: 'INTEGER',
  to: 'INTEGER',
  sign: 'INTEGER',
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
} as const;

const onPage = sql`"rank" > "asked"."offset" AND "rank" <= "asked"."offset" + "asked"."limit"`;

/** A page of what a subquery counted. */
const pageOf = (counted: Sql, dialect: Dialect) => sql`(
  SELECT CAST(${dialect.array(sql`COUNT(*), COALESCE(SUM("count"), 0), ${jsonRows(dialect, ['value', 'count'], onPage, 'rank')}`)} AS TEXT)
  FROM (
    SELECT "value", "count", ROW_NUMBER() OVER (ORDER BY "count" * "asked"."direction", "value") AS "rank"
    FROM ${counted} AS "counted"
  ) AS "ranked"
)`;

/**
 * A query is counted in a subquery of its own, which keeps small what SQLite has to sort. What several queries are about is counted once
 * for all of them ("shared"); SQLite makes neither that table nor its index unless a query needs it.
 *
 * Every subquery asks `running` often enough that the statement can be stopped at any time (Dialect.running).
 */
const correlated = ({ part, witness, shared, asked }: Lists, dialect: Dialect): Sql => sql`
    WITH "part" AS MATERIALIZED ${part},
    "witness" AS MATERIALIZED ${witness},
    "family" AS MATERIALIZED ${shared},
    "asked" AS MATERIALIZED ${asked},
    "version" AS MATERIALIZED (
      SELECT "witness"."version", SUM("Stat"."count" * "witness"."sign") AS "sum"
      FROM "witness"
      CROSS JOIN "Stat"
      WHERE ${dialect.running(raw('"witness"."version"'))}
        AND "Stat"."websiteId" = "witness"."websiteId" AND "Stat"."name" = "witness"."name"
        AND "Stat"."period" BETWEEN "witness"."from" AND "witness"."to"
      GROUP BY "witness"."version"
    ),
    "shared" AS MATERIALIZED (
      SELECT "family"."family", "Stat"."value", SUM("Stat"."count" * "part"."sign") AS "count"
      FROM "family"
      CROSS JOIN "part"
      CROSS JOIN "Stat"
      WHERE "part"."range" = "family"."range"
        AND ${dialect.running(raw('"part"."from"'))}
        AND "Stat"."websiteId" = "family"."websiteId" AND "Stat"."name" = "family"."name"
        AND "Stat"."period" BETWEEN "part"."from" AND "part"."to"
      GROUP BY "family"."family", "Stat"."value"
      HAVING SUM("Stat"."count" * "part"."sign") > 0
    )
    SELECT "asked"."query", COALESCE("version"."sum", 0) AS "sum",
      CASE WHEN COALESCE("version"."sum", 0) = "asked"."known" THEN NULL
      WHEN "asked"."family" IS NULL THEN ${pageOf(
        sql`(
            SELECT "Stat"."value", SUM("Stat"."count" * "part"."sign") AS "count"
            FROM "part"
            CROSS JOIN "Stat"
            WHERE "part"."range" = "asked"."range"
              AND ${dialect.running(raw('"part"."from"'))}
              AND "Stat"."websiteId" = "asked"."websiteId" AND "Stat"."name" = "asked"."name"
              AND "Stat"."period" BETWEEN "part"."from" AND "part"."to"
              AND ("asked"."pattern" IS NULL OR (${dialect.running(raw('"Stat"."count"'))}
                AND ${dialect.matches(sql`"Stat"."value"`, sql`"asked"."pattern"`)}))
            GROUP BY "Stat"."value"
            HAVING SUM("Stat"."count" * "part"."sign") > 0
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

const statement = overRows(
  { part: PART, witness: WITNESS, shared: SHARED, asked: ASKED },
  (lists, dialect, ofWebsites) =>
    dialect.lateral ? lateral(lists, dialect, ofWebsites) : correlated(lists, dialect),
);

/**
 * The one SELECT that statistics are read with: any number of queries, over any number of ranges, each with its rows, its totals and
 * its version; of what the caller knows already, the version only. Its rows are {@link FoundRow}s.
 */
export function selectStatistics(
  dialect: Dialect,
  part: readonly PartRow[],
  witness: readonly WitnessRow[],
  shared: readonly SharedRow[],
  asked: readonly AskedRow[],
): Sql {
  return statement(dialect, { part, witness, shared, asked }, () => [...new Set(asked.map((row) => row[3]))]);
}
