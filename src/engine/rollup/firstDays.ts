import DataLoader from 'dataloader';
import type { Database } from '../../db/database.ts';
import { fromJson } from '../../db/sql/dialect.ts';
import { raw } from '../../db/sql/sql.ts';
import type { ContainedImport } from './imports.ts';

/**
 * Loads the first day on which a website had a visitor, as 20261121, by the website's id; null if there is
 * none. One SELECT reads all websites.
 * @param imports that statistics contain: those of daily sums have no totals of days.
 */
export function firstDayLoader(
  { read, dialect }: Pick<Database, 'read' | 'dialect'>,
  imports: DataLoader<number, ContainedImport[]>,
): DataLoader<number, number | null> {
  return new DataLoader(async (ids) => {
    const asked = ids.map((id) => [id]);
    const rows = await read.$queryRaw<{ websiteId: number | bigint; day: number | bigint }[]>`
      SELECT "DayTotal"."websiteId", MIN("DayTotal"."day") AS "day"
      FROM ${fromJson(dialect, asked, { id: 'INTEGER' })} AS "q"
      CROSS JOIN "DayTotal"
      WHERE "DayTotal"."websiteId" = "q"."id" AND "DayTotal"."visitors" > 0
        AND ${dialect.amongWebsites(raw('"DayTotal"."websiteId"'), ids)}
      GROUP BY "DayTotal"."websiteId"`;
    const days = new Map(rows.map(({ websiteId, day }) => [Number(websiteId), Number(day)]));
    const imported = (await imports.loadMany(ids)) as ContainedImport[][];
    return ids.map((id, index) => {
      const own = (imported[index] ?? []).map(({ firstDay }) => firstDay ?? Number.POSITIVE_INFINITY);
      const first = Math.min(days.get(id) ?? Number.POSITIVE_INFINITY, ...own);
      return Number.isFinite(first) ? first : null;
    });
  });
}
