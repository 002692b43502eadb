import DataLoader from 'dataloader';
import type { Database } from '../../db/database.ts';
import type { Requester } from '../../db/readQueue.ts';
import { type Dialect, fromJson } from '../../db/sql/dialect.ts';
import { raw, type Sql, sql } from '../../db/sql/sql.ts';
import { NO_SUMS, type Sums } from '../registry/metrics.ts';
import type { RollupName } from '../registry/statistics.ts';
import { FIRST_PERIOD, PART, Ranges } from './parts.ts';

/** The same days of some websites. */
export interface TotalRange {
  /** First and last day, both inclusive, as 20261121. */
  from: number;
  to: number;
  websiteIds: readonly number[];
}

/** A query for the sums of all hits of ranges taken together. */
export type TotalQuery = readonly TotalRange[];

/** The rollups with the sums. All pageviews of visits are pageviews. */
const NAMES = [
  'visitors',
  'visits',
  'pageviews',
  'events',
  'bounces',
  'duration',
] as const satisfies (RollupName & keyof Sums)[];

/** A website whose days of a range count towards a query. */
type MemberRow = [query: number, range: number, websiteId: number];

const MEMBER = { query: 'INTEGER', range: 'INTEGER', websiteId: 'INTEGER' } as const;

interface FoundRow {
  query: number | bigint;
  name: (typeof NAMES)[number];
  sum: number | bigint;
}

/**
 * Loads the sums of any number of websites. One SELECT reads all queries of an operation, and the database
 * adds up: an account may have a thousand websites.
 */
export function totalsLoader(
  db: Pick<Database, 'select' | 'dialect'>,
  requester?: Requester,
): DataLoader<TotalQuery, Sums> {
  return new DataLoader(
    async (queries) => {
      const found = queries.map((): Sums => ({ ...NO_SUMS }));
      for (const { query, name, sum } of await db.select<FoundRow>(
        totalsOf(db.dialect, queries),
        requester,
      )) {
        const sums = found[Number(query)] as Sums;
        sums[name] = Number(sum);
        if (name === 'pageviews') sums.views = Number(sum);
      }
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
    for (const { from, to, websiteIds } of asked) {
      const range = ranges.of(from, to);
      for (const id of websiteIds) members.push([query, range, id]);
    }
  // The rows of a website are neighbours: its pages are read once, however many queries there are.
  members.sort(([, , one], [, , other]) => one - other);
  const list = {
    part: fromJson(dialect, ranges.parts, PART),
    member: fromJson(dialect, members, MEMBER),
    name: fromJson(
      dialect,
      NAMES.map((name) => [name]),
      { name: 'TEXT' },
    ),
  };
  const websites = [...new Set(members.map(([, , id]) => id))];
  const ofWebsites = (column: string) => dialect.amongWebsites(raw(column), websites);
  return dialect.lateral ? lateral(list, ofWebsites) : joined(list, dialect);
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
          AND "Stat"."period" BETWEEN ${FIRST_PERIOD} AND "part"."to"
      ) AS "count"
      FROM "member"
      CROSS JOIN "WebsiteLock"
      CROSS JOIN "part"
      CROSS JOIN "name"
      WHERE ${dialect.running(raw('"part"."from"'))} AND "part"."range" = "member"."range"
        AND "WebsiteLock"."websiteId" = "member"."websiteId"
    ) AS "row"
    GROUP BY "row"."query", "row"."name"`;

/** The same for databases with LATERAL; on Citus, each machine counts its own websites. */
const lateral = ({ part, member, name }: Lists, ofWebsites: (column: string) => Sql): Sql => sql`
    WITH "part" AS MATERIALIZED ${part},
    "member" AS MATERIALIZED ${member},
    "name" AS MATERIALIZED ${name},
    "counted" AS MATERIALIZED (
      SELECT "member"."query", "name"."name", "found"."count" * "part"."sign" AS "count"
      FROM "member"
      JOIN "part" ON "part"."range" = "member"."range"
      CROSS JOIN "name"
      CROSS JOIN LATERAL (
        SELECT "Stat"."websiteId", SUM("Stat"."count") AS "count"
        FROM "WebsiteLock"
        CROSS JOIN "Stat"
        WHERE "WebsiteLock"."websiteId" = "member"."websiteId"
          AND "Stat"."websiteId" = "WebsiteLock"."websiteId" AND "Stat"."name" = "name"."name"
          AND "Stat"."period" BETWEEN ${FIRST_PERIOD} AND "part"."to"
          AND ${ofWebsites('"WebsiteLock"."websiteId"')} AND ${ofWebsites('"Stat"."websiteId"')}
        GROUP BY "Stat"."websiteId"
      ) AS "found"
    )
    SELECT "query", "name", SUM("count") AS "sum" FROM "counted" GROUP BY "query", "name"`;
