import DataLoader from 'dataloader';
import { containsPattern, fromJson } from '../db/dialect.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { StatName } from '../stats/names.ts';
import { stretches } from '../stats/periods.ts';

/** One page of one statistic of one website: everything that its rows depend on. */
export interface StatQuery {
  websiteId: number;
  name: StatName;
  /** First and last day, both included, as 20261121. */
  from: number;
  to: number;
  /** Literal text, any case, that a value must contain; null for all. */
  search: string | null;
  /** `max`: largest count first; `min`: smallest first. Ties by value, ascending. */
  sort: 'max' | 'min';
  offset: number;
  limit: number;
}

export interface StatRow {
  value: string;
  count: number;
}

export interface StatPage {
  rows: StatRow[];
  /** Number of rows, and sum of their counts, over all pages. */
  total: number;
  sum: number;
}

/** Statistics by query: however many an operation asks for, in one SELECT. */
export function statLoader(db: Pick<PrismaClient, '$queryRaw'>): DataLoader<StatQuery, StatPage, string> {
  return new DataLoader((queries) => selectStats(db, queries), {
    cacheKeyFn: (query) => JSON.stringify(query),
  });
}

interface Selected {
  query: number;
  value: string;
  count: bigint;
  rank: bigint;
  total: bigint;
  sum: bigint;
}

async function selectStats(
  db: Pick<PrismaClient, '$queryRaw'>,
  queries: readonly StatQuery[],
): Promise<StatPage[]> {
  const asked = queries.map((query, index) => [
    index,
    query.websiteId,
    query.name,
    query.search === null ? null : containsPattern(query.search),
    query.sort === 'max' ? -1 : 1,
    query.offset,
    query.limit,
  ]);
  const parts = queries.flatMap((query, index) =>
    stretches(query.from, query.to).map((part) => [index, part.from, part.to]),
  );
  // Rank 1 comes with every page: it carries the totals, also where the page itself is empty.
  const rows = await db.$queryRaw<Selected[]>`
    WITH "q" AS MATERIALIZED ${fromJson(asked, {
      query: 'INTEGER',
      websiteId: 'INTEGER',
      name: 'TEXT',
      pattern: 'TEXT',
      direction: 'INTEGER',
      offset: 'BIGINT',
      limit: 'BIGINT',
    })},
    "part" AS MATERIALIZED ${fromJson(parts, { query: 'INTEGER', from: 'INTEGER', to: 'INTEGER' })},
    "counted" AS (
      SELECT "q"."query", "Stat"."value", SUM("Stat"."count") AS "count"
      FROM "q"
      CROSS JOIN "part" ON "part"."query" = "q"."query"
      CROSS JOIN "Stat" ON "Stat"."websiteId" = "q"."websiteId" AND "Stat"."name" = "q"."name"
        AND "Stat"."period" BETWEEN "part"."from" AND "part"."to"
      WHERE "q"."pattern" IS NULL OR "Stat"."value" GLOB "q"."pattern"
      GROUP BY "q"."query", "Stat"."value"
    ),
    "ranked" AS (
      SELECT "counted".*, "q"."offset", "q"."limit",
        ROW_NUMBER() OVER (
          PARTITION BY "counted"."query" ORDER BY "counted"."count" * "q"."direction", "counted"."value"
        ) AS "rank",
        COUNT(*) OVER (PARTITION BY "counted"."query") AS "total",
        SUM("counted"."count") OVER (PARTITION BY "counted"."query") AS "sum"
      FROM "counted" CROSS JOIN "q" ON "q"."query" = "counted"."query"
    )
    SELECT "query", "value", "count", "rank", "total", "sum" FROM "ranked"
    WHERE "rank" = 1 OR ("rank" > "offset" AND "rank" <= "offset" + "limit")
    ORDER BY "query", "rank"`;

  const pages: StatPage[] = queries.map(() => ({ rows: [], total: 0, sum: 0 }));
  for (const row of rows) {
    const index = Number(row.query);
    const [page, query] = [pages[index], queries[index]];
    if (!page || !query) continue;
    page.total = Number(row.total);
    page.sum = Number(row.sum);
    if (Number(row.rank) > query.offset && query.limit > 0) {
      page.rows.push({ value: row.value, count: Number(row.count) });
    }
  }
  return pages;
}
