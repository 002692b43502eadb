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
        SELECT "q"."query", "Drop"."day", "Drop"."reason", "Drop"."count"
        FROM ${fromJson(dialect, asked, ASKED)} AS "q" CROSS JOIN "Drop"
        WHERE "Drop"."websiteId" = "q"."websiteId" AND "Drop"."day" BETWEEN "q"."from" AND "q"."to"
          AND ${dialect.amongWebsites(raw('"Drop"."websiteId"'), websites)}
        ORDER BY "q"."query", "Drop"."day", "Drop"."reason"`;
      const lists: DropRow[][] = queries.map(() => []);
      for (const { query, day, reason, count } of rows) {
        lists[Number(query)]?.push({ day, reason, count: Number(count) });
      }
      return lists;
    },
    { cacheKeyFn: (query) => JSON.stringify(query) },
  );
}
