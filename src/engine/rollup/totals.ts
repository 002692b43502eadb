import DataLoader from 'dataloader';
import type { Database } from '../../db/database.ts';
import type { Requester } from '../../db/readQueue.ts';
import { type Dialect, fromJson } from '../../db/sql/dialect.ts';
import { raw, type Sql, sql } from '../../db/sql/sql.ts';
import { NO_SUMS, type Sums } from '../registry/metrics.ts';
import type { RollupName } from '../registry/statistics.ts';

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

/** A website whose days count towards a query, from the first to the last. */
type MemberRow = [query: number, websiteId: number, from: number, to: number];

const MEMBER = { query: 'INTEGER', websiteId: 'INTEGER', from: 'INTEGER', to: 'INTEGER' } as const;

interface FoundRow {
  query: number | bigint;
  name: (typeof NAMES)[number];
  sum: number | bigint | null;
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

/** Builds the SELECT. */
function totalsOf(dialect: Dialect, queries: readonly TotalQuery[]): Sql {
  const members = queries.flatMap((ranges, query) =>
    ranges.flatMap(({ from, to, websiteIds }) => websiteIds.map((id): MemberRow => [query, id, from, to])),
  );
  // The rows of a website are neighbours: its pages are read once, however many queries there are.
  members.sort(([, one], [, other]) => one - other);
  const list = {
    member: fromJson(dialect, members, MEMBER),
    name: fromJson(
      dialect,
      NAMES.map((name) => [name]),
      { name: 'TEXT' },
    ),
  };
  const websites = [...new Set(members.map(([, id]) => id))];
  const ofWebsites = dialect.amongWebsites(raw('"Stat"."websiteId"'), websites);
  return dialect.lateral ? lateral(list, ofWebsites) : joined(list, dialect);
}

type Lists = Record<'member' | 'name', Sql>;

/**
 * For SQLite, which would sort all rows to group them, and has only few to sort with a subquery. It evaluates
 * subqueries when it groups: a WHERE would be evaluated for all rows before, and could not end the statement.
 */
const joined = ({ member, name }: Lists, dialect: Dialect): Sql => sql`
    WITH "member" AS MATERIALIZED ${member},
    "name" AS MATERIALIZED ${name}
    SELECT "row"."query", "row"."name", SUM("row"."count") AS "sum"
    FROM (
      SELECT "member"."query", "name"."name", CASE WHEN ${dialect.running(raw('"member"."from"'))} THEN (
        SELECT SUM("Stat"."count")
        FROM "Stat"
        WHERE "Stat"."websiteId" = "member"."websiteId" AND "Stat"."name" = "name"."name"
          AND "Stat"."period" BETWEEN "member"."from" AND "member"."to"
      ) END AS "count"
      FROM "member"
      CROSS JOIN "name"
    ) AS "row"
    GROUP BY "row"."query", "row"."name"`;

/** The same for databases with LATERAL; on Citus, each machine counts its own websites. */
const lateral = ({ member, name }: Lists, ofWebsites: Sql): Sql => sql`
    WITH "member" AS MATERIALIZED ${member},
    "name" AS MATERIALIZED ${name},
    "counted" AS MATERIALIZED (
      SELECT "member"."query", "name"."name", "found"."count"
      FROM "member"
      CROSS JOIN "name"
      CROSS JOIN LATERAL (
        SELECT "Stat"."websiteId", SUM("Stat"."count") AS "count"
        FROM "Stat"
        WHERE "Stat"."websiteId" = "member"."websiteId" AND "Stat"."name" = "name"."name"
          AND "Stat"."period" BETWEEN "member"."from" AND "member"."to" AND ${ofWebsites}
        GROUP BY "Stat"."websiteId"
      ) AS "found"
    )
    SELECT "query", "name", SUM("count") AS "sum" FROM "counted" GROUP BY "query", "name"`;
