import DataLoader from 'dataloader';
import type { Database } from '../../db/database.ts';
import { fromJson } from '../../db/sql/dialect.ts';
import { raw } from '../../db/sql/sql.ts';

/**
 * Loads the first day on which a website had a visitor, as 20261121, by the website's id; null if there is
 * none. One SELECT reads all websites.
 */
export function firstDayLoader({
  read,
  dialect,
}: Pick<Database, 'read' | 'dialect'>): DataLoader<number, number | null> {
  return new DataLoader(async (ids) => {
    const asked = ids.map((id) => [id]);
    const rows = await read.$queryRaw<{ websiteId: number | bigint; day: number | bigint }[]>`
      SELECT "websiteId", MIN("day") AS "day" FROM (
        SELECT "DayTotal"."websiteId", MIN("DayTotal"."day") AS "day"
        FROM ${fromJson(dialect, asked, { id: 'INTEGER' })} AS "q"
        CROSS JOIN "DayTotal"
        WHERE "DayTotal"."websiteId" = "q"."id" AND "DayTotal"."visitors" > 0
          AND ${dialect.amongWebsites(raw('"DayTotal"."websiteId"'), ids)}
        GROUP BY "DayTotal"."websiteId"
        UNION ALL
        SELECT "Import"."websiteId", MIN("Import"."firstDay")
        FROM ${fromJson(dialect, asked, { id: 'INTEGER' })} AS "q"
        CROSS JOIN "Import"
        WHERE "Import"."websiteId" = "q"."id" AND "Import"."state" = 'done' AND "Import"."dimensions" <> ''
        GROUP BY "Import"."websiteId"
      ) AS "first"
      GROUP BY "websiteId"`;
    const days = new Map(rows.map(({ websiteId, day }) => [Number(websiteId), Number(day)]));
    return ids.map((id) => days.get(id) ?? null);
  });
}
