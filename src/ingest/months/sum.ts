import type { SqlTransaction } from '../../db/database.ts';
import { addingCounts } from '../../db/sql/insert.ts';
import { raw } from '../../db/sql/sql.ts';
import { STAT } from '../../db/sql/tables.ts';
import { ROLLUP_NAMES } from '../../engine/registry/statistics.ts';
import { lockSettled } from '../store/rollup.ts';

const ADDING = raw(addingCounts(STAT));
const NAMES = raw(ROLLUP_NAMES.map((name) => `'${name}'`).join(', '));

/**
 * Adds the days of a website up to `through`, as 20261121, to the months of its rollup, in an open
 * transaction. Each day is added once, because the website is locked and remembers its last one. Hits of the
 * website wait meanwhile.
 */
export async function addToMonths(tx: SqlTransaction, websiteId: number, through: number): Promise<void> {
  const { refused, monthsThrough } = await lockSettled(tx, websiteId);
  if (refused.has(websiteId)) return;
  const before = monthsThrough.get(websiteId) ?? 0;
  if (before >= through) return;
  await tx.$executeRaw`
    INSERT INTO "Stat" ("websiteId", "name", "period", "value", "count")
    SELECT "websiteId", "name", "period" / 100, "value", SUM("count") FROM "Stat"
    WHERE "websiteId" = ${websiteId} AND "name" IN (${NAMES})
      AND "period" > ${Math.max(before, 9_999_999)} AND "period" <= ${through}
    GROUP BY "websiteId", "name", "period" / 100, "value" HAVING SUM("count") <> 0
    ${ADDING}`;
  await tx.$executeRaw`
    UPDATE "WebsiteLock" SET "monthsThrough" = ${through} WHERE "websiteId" = ${websiteId}`;
}
