import DataLoader from 'dataloader';
import type { Database } from '../db/database.ts';
import { fromJson } from '../db/sql/dialect.ts';
import { raw } from '../db/sql/sql.ts';

/** The dropped hits of one website on a range of days, such as 20261121. Both ends are included. */
export interface DropQuery {
  websiteId: number;
  from: number;
  to: number;
}

export interface DropRow {
  day: number;
  reason: string;
  count: number;
}

const ASKED = { query: 'INTEGER', websiteId: 'INTEGER', from: 'INTEGER', to: 'INTEGER' } as const;

/** The reason of a row without the domain that it may have: `spam semalt.com` is `spam`. */
const REASON = raw(`CASE WHEN "Drop"."reason" LIKE 'spam %' THEN 'spam' ELSE "Drop"."reason" END`);

/** Loads the numbers of dropped hits for each query, by day, then reason. In one SELECT. */
export function dropLoader({
  read,
  dialect,
}: Pick<Database, 'read' | 'dialect'>): DataLoader<DropQuery, DropRow[], string> {
  return new DataLoader(
    async (queries) => {
      const asked = queries.map(({ websiteId, from, to }, index) => [index, websiteId, from, to]);
      const websites = [...new Set(queries.map(({ websiteId }) => websiteId))];
      const rows = await read.$queryRaw<{ query: bigint; day: number; reason: string; count: bigint }[]>`
        SELECT "q"."query", "Drop"."day", ${REASON} AS "reason",
          CAST(SUM("Drop"."count") AS BIGINT) AS "count"
        FROM ${fromJson(dialect, asked, ASKED)} AS "q" CROSS JOIN "Drop"
        WHERE "Drop"."websiteId" = "q"."websiteId" AND "Drop"."day" BETWEEN "q"."from" AND "q"."to"
          AND ${dialect.amongWebsites(raw('"Drop"."websiteId"'), websites)}
        GROUP BY "q"."query", "Drop"."day", ${REASON}
        ORDER BY "q"."query", "Drop"."day", "reason"`;
      const lists: DropRow[][] = queries.map(() => []);
      for (const { query, day, reason, count } of rows) {
        lists[Number(query)]?.push({ day, reason, count: Number(count) });
      }
      return lists;
    },
    { cacheKeyFn: (query) => JSON.stringify(query) },
  );
}

/** Hits that were dropped because of a domain. */
export interface DroppedDomain {
  domain: string;
  count: number;
}

/** How many domains a query returns at most. The list of known spam has some 2,300. */
export const MAX_DOMAINS = 100;

/** Loads the domains of dropped referrer spam for each query, the most frequent ones first. In one SELECT. */
export function spamDomainLoader({
  read,
  dialect,
}: Pick<Database, 'read' | 'dialect'>): DataLoader<DropQuery, DroppedDomain[], string> {
  return new DataLoader(
    async (queries) => {
      const asked = queries.map(({ websiteId, from, to }, index) => [index, websiteId, from, to]);
      const websites = [...new Set(queries.map(({ websiteId }) => websiteId))];
      const rows = await read.$queryRaw<{ query: bigint; domain: string; count: bigint }[]>`
        SELECT "query", SUBSTR("reason", 6) AS "domain", "count" FROM (
          SELECT "q"."query", "Drop"."reason", CAST(SUM("Drop"."count") AS BIGINT) AS "count",
            ROW_NUMBER() OVER (
              PARTITION BY "q"."query" ORDER BY SUM("Drop"."count") DESC, "Drop"."reason"
            ) AS "place"
          FROM ${fromJson(dialect, asked, ASKED)} AS "q" CROSS JOIN "Drop"
          WHERE "Drop"."websiteId" = "q"."websiteId" AND "Drop"."day" BETWEEN "q"."from" AND "q"."to"
            AND ${dialect.amongWebsites(raw('"Drop"."websiteId"'), websites)}
            AND "Drop"."reason" LIKE 'spam %'
          GROUP BY "q"."query", "Drop"."reason"
        ) AS "found"
        WHERE "place" <= ${MAX_DOMAINS}
        ORDER BY "query", "place"`;
      const lists: DroppedDomain[][] = queries.map(() => []);
      for (const { query, domain, count } of rows)
        lists[Number(query)]?.push({ domain, count: Number(count) });
      return lists;
    },
    { cacheKeyFn: (query) => JSON.stringify(query) },
  );
}
