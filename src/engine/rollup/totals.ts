import DataLoader from 'dataloader';
import type { Database } from '../../db/database.ts';
import type { Requester } from '../../db/readQueue.ts';
import { type Dialect, fromJson } from '../../db/sql/dialect.ts';
import { raw, type Sql, sql } from '../../db/sql/sql.ts';
import type { RollupName } from '../registry/statistics.ts';
import { DEFERRED, deferredDays, deferredPairs, isDeferred } from './deferred.ts';
import { firstPeriod, PART, Ranges } from './parts.ts';

/** The same days of some websites. */
export interface TotalRange {
  /** First and last day, both inclusive, as 20261121. */
  from: number;
  to: number;
  websiteIds: readonly number[];
}

/** A query for the sums of rollups over ranges taken together. */
export interface TotalQuery {
  ranges: readonly TotalRange[];
  names: readonly RollupName[];
}

/** The sums by rollup. Those that nothing was counted for are missing. */
export type Totals = ReadonlyMap<string, number>;

/** A website whose days of a range count towards a query. */
type MemberRow = [query: number, range: number, websiteId: number];

const MEMBER = { query: 'INTEGER', range: 'INTEGER', websiteId: 'INTEGER' } as const;

interface FoundRow {
  query: number | bigint;
  name: string;
  sum: number | bigint;
}

/**
 * Loads the sums of rollups over any number of websites. One SELECT reads all queries of an operation, and
 * the database adds up: an account may have a thousand websites.
 */
export function totalsLoader(
  db: Pick<Database, 'select' | 'dialect'>,
  requester?: Requester,
): DataLoader<TotalQuery, Totals> {
  return new DataLoader(
    async (queries) => {
      const found = queries.map(() => new Map<string, number>());
      for (const { query, name, sum } of await db.select<FoundRow>(totalsOf(db.dialect, queries), requester))
        found[Number(query)]?.set(name, Number(sum));
      return found;
    },
    { cache: false },
  );
}

/** Builds the SELECT. A range that several queries have is written to it once. */
function totalsOf(dialect: Dialect, queries: readonly TotalQuery[]): Sql {
  const ranges = new Ranges();
  const members: MemberRow[] = [];
  for (const [query, asked] of queries.entries())
    for (const { from, to, websiteIds } of asked.ranges) {
      const range = ranges.of(from, to);
      for (const id of websiteIds) members.push([query, range, id]);
    }
  // The rows of a website are neighbours: its pages are read once, however many queries there are.
  members.sort(([, , one], [, , other]) => one - other);
  const names = [...new Set(queries.flatMap(({ names: asked }) => asked))];
  const list = {
    part: fromJson(dialect, ranges.parts, PART),
    member: fromJson(dialect, members, MEMBER),
    name: fromJson(
      dialect,
      names.map((name) => [name]),
      { name: 'TEXT' },
    ),
  };
  const websites = [...new Set(members.map(([, , id]) => id))];
  const ofWebsites = (column: string) => dialect.amongWebsites(raw(column), websites);
  return dialect.lateral ? lateral(list, dialect, ofWebsites) : joined(list, dialect);
}

type Lists = Record<'part' | 'member' | 'name', Sql>;

/**
 * Joins from the websites to their rows, in this order, so that each step has an index. For SQLite, which
 * would sort all rows to group them, and has only few to sort with a subquery.
 */
const joined = ({ part, member, name }: Lists, dialect: Dialect): Sql => sql`
    WITH "part" AS MATERIALIZED ${part},
    "member" AS MATERIALIZED ${member},
    "name" AS MATERIALIZED ${name}
    SELECT "row"."query", "row"."name", COALESCE(SUM("row"."count"), 0) AS "sum"
    FROM (
      SELECT "member"."query", "name"."name", "part"."sign" * (
        SELECT SUM("Stat"."count")
        FROM "Stat"
        WHERE "Stat"."websiteId" = "WebsiteLock"."websiteId" AND "Stat"."name" = "name"."name"
          AND "Stat"."period" BETWEEN ${firstPeriod('part')} AND "part"."to"
      ) AS "count"
      FROM "member"
      CROSS JOIN "WebsiteLock"
      CROSS JOIN "part"
      CROSS JOIN "name"
      WHERE ${dialect.running(raw('"part"."from"'))} AND "part"."range" = "member"."range"
        AND "WebsiteLock"."websiteId" = "member"."websiteId"
      UNION ALL
      SELECT "member"."query", "name"."name", ${DEFERRED.count} * "part"."sign"
      FROM "member"
      CROSS JOIN "WebsiteLock"
      CROSS JOIN ${deferredDays(dialect, 'WebsiteLock')}
      CROSS JOIN "part"
      CROSS JOIN "name"
      CROSS JOIN ${deferredPairs(dialect, raw('"name"."name"'))}
      WHERE ${dialect.running(raw('"part"."from"'))} AND "part"."range" = "member"."range"
        AND "WebsiteLock"."websiteId" = "member"."websiteId" AND ${isDeferred}
    ) AS "row"
    GROUP BY "row"."query", "row"."name"`;

/** The same for databases with LATERAL; on Citus, each machine counts its own websites (lateral.ts). */
const lateral = (
  { part, member, name }: Lists,
  dialect: Dialect,
  ofWebsites: (column: string) => Sql,
): Sql => sql`
    WITH "part" AS MATERIALIZED ${part},
    "member" AS MATERIALIZED ${member},
    "name" AS MATERIALIZED ${name},
    "counted" AS MATERIALIZED (
      SELECT "member"."query", "name"."name", "found"."count" * "part"."sign" AS "count"
      FROM "member"
      JOIN "part" ON "part"."range" = "member"."range"
      CROSS JOIN "name"
      CROSS JOIN LATERAL (
        SELECT "row"."websiteId", SUM("row"."count") AS "count"
        FROM "WebsiteLock"
        CROSS JOIN LATERAL (
          SELECT "Stat"."websiteId", "Stat"."count"
          FROM "Stat"
          WHERE "Stat"."websiteId" = "WebsiteLock"."websiteId" AND "Stat"."name" = "name"."name"
            AND "Stat"."period" BETWEEN ${firstPeriod('part')} AND "part"."to"
            AND ${ofWebsites('"Stat"."websiteId"')}
          UNION ALL
          SELECT "later"."websiteId", ${DEFERRED.count}
          FROM "WebsiteLock" AS "later"
          CROSS JOIN ${deferredDays(dialect, 'later')}
          CROSS JOIN ${deferredPairs(dialect, raw('"name"."name"'))}
          WHERE "later"."websiteId" = "WebsiteLock"."websiteId" AND ${isDeferred}
            AND ${ofWebsites('"later"."websiteId"')}
        ) AS "row"
        WHERE "WebsiteLock"."websiteId" = "member"."websiteId"
          AND "row"."websiteId" = "WebsiteLock"."websiteId"
          AND ${ofWebsites('"WebsiteLock"."websiteId"')}
        GROUP BY "row"."websiteId"
      ) AS "found"
    )
    SELECT "query", "name", SUM("count") AS "sum" FROM "counted" GROUP BY "query", "name"`;
