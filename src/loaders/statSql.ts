import { type Dialect, jsonRows } from '../db/dialect.ts';
import { overRows } from '../db/rows.ts';
import { type Sql, sql } from '../db/sql.ts';
import { type Lists, lateral } from './statLateral.ts';

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
];

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
} as const;

const onPage = sql`"rank" > "asked"."offset" AND "rank" <= "asked"."offset" + "asked"."limit"`;

/** Each query is counted in a subquery of its own, which keeps small what SQLite has to sort. */
const correlated = ({ part, witness, asked }: Lists, dialect: Dialect): Sql => sql`
    WITH "part" AS MATERIALIZED ${part},
    "witness" AS MATERIALIZED ${witness},
    "asked" AS MATERIALIZED ${asked},
    "version" AS MATERIALIZED (
      SELECT "witness"."version", SUM("Stat"."count" * "witness"."sign") AS "sum"
      FROM "witness"
      CROSS JOIN "Stat"
      WHERE "Stat"."websiteId" = "witness"."websiteId" AND "Stat"."name" = "witness"."name"
        AND "Stat"."period" BETWEEN "witness"."from" AND "witness"."to"
      GROUP BY "witness"."version"
    )
    SELECT "asked"."query", COALESCE("version"."sum", 0) AS "sum",
      CASE WHEN COALESCE("version"."sum", 0) = "asked"."known" THEN NULL ELSE (
        SELECT CAST(${dialect.array(sql`COUNT(*), COALESCE(SUM("count"), 0), ${jsonRows(dialect, ['value', 'count'], onPage, 'rank')}`)} AS TEXT)
        FROM (
          SELECT "value", "count",
            ROW_NUMBER() OVER (ORDER BY "count" * "asked"."direction", "value") AS "rank"
          FROM (
            SELECT "Stat"."value", SUM("Stat"."count" * "part"."sign") AS "count"
            FROM "part"
            CROSS JOIN "Stat"
            WHERE "part"."range" = "asked"."range"
              AND "Stat"."websiteId" = "asked"."websiteId" AND "Stat"."name" = "asked"."name"
              AND "Stat"."period" BETWEEN "part"."from" AND "part"."to"
              AND ("asked"."pattern" IS NULL OR ${dialect.matches(sql`"Stat"."value"`, sql`"asked"."pattern"`)})
            GROUP BY "Stat"."value"
            HAVING SUM("Stat"."count" * "part"."sign") > 0
          ) AS "counted"
        ) AS "ranked"
      ) END AS "page"
    FROM "asked" LEFT JOIN "version" ON "version"."version" = "asked"."version"`;

const statement = overRows({ part: PART, witness: WITNESS, asked: ASKED }, (lists, dialect, ofWebsites) =>
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
  asked: readonly AskedRow[],
): Sql {
  return statement(dialect, { part, witness, asked }, () => [...new Set(asked.map((row) => row[3]))]);
}
