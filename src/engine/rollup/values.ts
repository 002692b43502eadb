import DataLoader from 'dataloader';
import type { Database } from '../../db/database.ts';
import type { Requester } from '../../db/readQueue.ts';
import { type Dialect, fromJson } from '../../db/sql/dialect.ts';
import { raw, type Sql, sql } from '../../db/sql/sql.ts';
import type { RollupName } from '../registry/statistics.ts';
import { DEFERRED, deferredDays, deferredPairs, isDeferred } from './deferred.ts';
import { firstPeriod, Numbers, PART, Ranges } from './parts.ts';

/** A query for the counts of some values of a statistic of a website. */
export interface ValuesQuery {
  websiteId: number;
  name: RollupName;
  /** First and last day, both inclusive, as 20261121. */
  from: number;
  to: number;
  values: readonly string[];
}

/** Counts by value. Those of values that did not occur are missing. */
export type ValueCounts = ReadonlyMap<string, number>;

type AskedRow = [item: number, member: number, name: string, value: string];
type MemberRow = [member: number, range: number, websiteId: number];

const MEMBER = { member: 'INTEGER', range: 'INTEGER', websiteId: 'INTEGER' } as const;
const ASKED = { item: 'INTEGER', member: 'INTEGER', name: 'TEXT', value: 'TEXT' } as const;

interface FoundRow {
  item: number | bigint;
  count: number | bigint;
}

/**
 * Loads the counts of known values. One SELECT reads all queries of an operation. It looks up each value in
 * each day and month of its range, instead of adding up all values of the statistic.
 */
export function valuesLoader(
  db: Pick<Database, 'select' | 'dialect'>,
  requester?: Requester,
): DataLoader<ValuesQuery, ValueCounts> {
  return new DataLoader(
    async (queries) => {
      const found = queries.map(() => new Map<string, number>());
      const places: [query: number, value: string][] = [];
      const statement = valuesOf(db.dialect, queries, (query, value) => places.push([query, value]) - 1);
      for (const { item, count } of await db.select<FoundRow>(statement, requester)) {
        const [query, value] = places[Number(item)] as [number, string];
        found[query]?.set(value, Number(count));
      }
      return found;
    },
    { cache: false },
  );
}

/**
 * Builds the SELECT. Ranges, and websites with the same range, are written to it once.
 * @param itemOf numbers a value of a query.
 */
function valuesOf(
  dialect: Dialect,
  queries: readonly ValuesQuery[],
  itemOf: (query: number, value: string) => number,
): Sql {
  const ranges = new Ranges();
  const numbers = new Numbers();
  const members: MemberRow[] = [];
  const asked = queries.flatMap(({ websiteId, name, from, to, values }, index) => {
    const range = ranges.of(from, to);
    const member = numbers.of(`${range} ${websiteId}`, (number) => members.push([number, range, websiteId]));
    return values.map((value): AskedRow => [itemOf(index, value), member, name, value]);
  });
  const list = {
    part: fromJson(dialect, ranges.parts, PART),
    member: fromJson(dialect, members, MEMBER),
    asked: fromJson(dialect, asked, ASKED),
  };
  const websites = [...new Set(members.map(([, , id]) => id))];
  const ofWebsites = (column: string) => dialect.amongWebsites(raw(column), websites);
  return dialect.lateral ? lateral(list, dialect, ofWebsites) : joined(list, dialect);
}

type Lists = Record<'part' | 'member' | 'asked', Sql>;

/** The rollup that has a row in each day and month with a hit. It has few others. */
const EVERY_PERIOD = raw(`'visitors'`);

/** The row of "Stat" with a value of "asked" in a period of "period". */
const isAsked = sql`"Stat"."name" = "asked"."name" AND "Stat"."period" = "period"."period"
          AND "Stat"."value" = "asked"."value"`;

/** Joins from the periods with hits to the rows of the values, in this order: each step has an index. */
const joined = ({ part, member, asked }: Lists, dialect: Dialect): Sql => sql`
    WITH "part" AS MATERIALIZED ${part},
    "member" AS MATERIALIZED ${member},
    "asked" AS MATERIALIZED ${asked},
    "period" AS MATERIALIZED (
      SELECT DISTINCT "member"."member", "member"."websiteId", "part"."from", "part"."sign", "Stat"."period"
      FROM "member"
      CROSS JOIN "WebsiteLock"
      CROSS JOIN "part"
      CROSS JOIN "Stat"
      WHERE ${dialect.running(raw('"part"."from"'))} AND "part"."range" = "member"."range"
        AND "WebsiteLock"."websiteId" = "member"."websiteId"
        AND "Stat"."websiteId" = "member"."websiteId" AND "Stat"."name" = ${EVERY_PERIOD}
        AND "Stat"."period" BETWEEN ${firstPeriod('part')} AND "part"."to"
    )
    SELECT "row"."item", SUM("row"."count") AS "count"
    FROM (
      SELECT "asked"."item", "Stat"."count" * "period"."sign" AS "count"
      FROM "period"
      CROSS JOIN "asked"
      CROSS JOIN "Stat"
      WHERE ${dialect.running(raw('"period"."period"'))} AND "asked"."member" = "period"."member"
        AND "Stat"."websiteId" = "period"."websiteId" AND ${isAsked}
      UNION ALL
      SELECT "asked"."item", ${DEFERRED.count} * "part"."sign"
      FROM "member"
      CROSS JOIN "WebsiteLock"
      CROSS JOIN ${deferredDays(dialect, 'WebsiteLock')}
      CROSS JOIN "part"
      CROSS JOIN (SELECT DISTINCT "member", "name" FROM "asked") AS "named"
      CROSS JOIN ${deferredPairs(dialect, raw('"named"."name"'))}
      CROSS JOIN "asked"
      WHERE ${dialect.running(raw('"part"."from"'))} AND "part"."range" = "member"."range"
        AND "WebsiteLock"."websiteId" = "member"."websiteId" AND ${isDeferred}
        AND "named"."member" = "member"."member" AND "asked"."member" = "member"."member"
        AND "asked"."name" = "named"."name" AND "asked"."value" = ${DEFERRED.value}
    ) AS "row"
    GROUP BY "row"."item"`;

/** The same for databases with LATERAL; on Citus, each machine counts its own websites (lateral.ts). */
const lateral = (
  { part, member, asked }: Lists,
  dialect: Dialect,
  ofWebsites: (column: string) => Sql,
): Sql => sql`
    WITH "part" AS MATERIALIZED ${part},
    "member" AS MATERIALIZED ${member},
    "asked" AS MATERIALIZED ${asked},
    "named" AS MATERIALIZED (SELECT DISTINCT "member", "name" FROM "asked"),
    "period" AS MATERIALIZED (
      SELECT "member"."member", "member"."websiteId", "part"."sign", "found"."period"
      FROM "member"
      JOIN "part" ON "part"."range" = "member"."range"
      CROSS JOIN LATERAL (
        SELECT "Stat"."websiteId", "Stat"."period"
        FROM "WebsiteLock"
        CROSS JOIN "Stat"
        WHERE "WebsiteLock"."websiteId" = "member"."websiteId"
          AND "Stat"."websiteId" = "member"."websiteId" AND "Stat"."name" = ${EVERY_PERIOD}
          AND "Stat"."period" BETWEEN ${firstPeriod('part')} AND "part"."to"
          AND ${ofWebsites('"WebsiteLock"."websiteId"')} AND ${ofWebsites('"Stat"."websiteId"')}
        GROUP BY "Stat"."websiteId", "Stat"."period"
      ) AS "found"
    ),
    "counted" AS MATERIALIZED (
      SELECT "asked"."item", "found"."count" * "period"."sign" AS "count"
      FROM "period"
      JOIN "asked" ON "asked"."member" = "period"."member"
      CROSS JOIN LATERAL (
        SELECT "Stat"."websiteId", SUM("Stat"."count") AS "count"
        FROM "Stat"
        WHERE "Stat"."websiteId" = "period"."websiteId" AND ${isAsked}
          AND ${ofWebsites('"Stat"."websiteId"')}
        GROUP BY "Stat"."websiteId"
      ) AS "found"
    ),
    "deferred" AS MATERIALIZED (
      SELECT "named"."member", "named"."name", "found"."value", "found"."count" * "part"."sign" AS "count"
      FROM "member"
      JOIN "named" ON "named"."member" = "member"."member"
      JOIN "part" ON "part"."range" = "member"."range"
      CROSS JOIN LATERAL (
        SELECT "WebsiteLock"."websiteId", ${DEFERRED.value} AS "value", SUM(${DEFERRED.count}) AS "count"
        FROM "WebsiteLock"
        CROSS JOIN ${deferredDays(dialect, 'WebsiteLock')}
        CROSS JOIN ${deferredPairs(dialect, raw('"named"."name"'))}
        WHERE "WebsiteLock"."websiteId" = "member"."websiteId" AND ${isDeferred}
          AND ${ofWebsites('"WebsiteLock"."websiteId"')}
        GROUP BY "WebsiteLock"."websiteId", ${DEFERRED.value}
      ) AS "found"
    )
    SELECT "row"."item", SUM("row"."count") AS "count"
    FROM (
      SELECT "item", "count" FROM "counted"
      UNION ALL
      SELECT "asked"."item", "deferred"."count"
      FROM "deferred"
      JOIN "asked" ON "asked"."member" = "deferred"."member" AND "asked"."name" = "deferred"."name"
        AND "asked"."value" = "deferred"."value"
    ) AS "row"
    GROUP BY "row"."item"`;
