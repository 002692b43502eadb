import type { Transaction } from '../../db/database.ts';
import { writeRows } from '../../db/sql/rows.ts';
import { sql } from '../../db/sql/sql.ts';
import { columnsOf, HIT } from '../../db/sql/tables.ts';
import { hitCondition } from './conditions.ts';
import { changeTotals } from './day.ts';
import { type DayToForget, ofVisitors } from './hits.ts';

/** Hits that are read and written together. */
const BATCH = 5_000;

const updateProperties = writeRows(
  columnsOf(HIT, 'websiteId', 'id', 'properties'),
  (source, _, ofWebsites) => sql`
    UPDATE "Hit" SET "properties" = "new"."properties" FROM ${source} AS "new"
    WHERE "Hit"."websiteId" = "new"."websiteId" AND "Hit"."id" = "new"."id"
      AND ${ofWebsites('"Hit"."websiteId"')}`,
);

/** Returns properties as they are stored without one of them; null if there is no other. */
export function withoutProperty(properties: string, name: string): string | null {
  const others = Object.entries(JSON.parse(properties) as Record<string, string>).filter(
    ([other]) => other !== name,
  );
  return others.length === 0 ? null : JSON.stringify(Object.fromEntries(others));
}

/**
 * Removes a property from hits of some visitors of a day, in an open transaction, which has locked the
 * website. The hits stay, so visits and totals do, too.
 */
export async function removeProperty(tx: Transaction, of: DayToForget, name: string): Promise<void> {
  const { websiteId, ofDay, matched, conditions } = of;
  const hits = sql`${ofDay} AND ${ofVisitors(tx, matched)} AND ${hitCondition(conditions, of)}`;
  for (let last = '-1'; ; ) {
    const rows = await tx.$queryRaw<{ id: string; properties: string }[]>(sql`
      SELECT CAST("Hit"."id" AS TEXT) AS "id", "Hit"."properties" FROM "Hit"
      WHERE ${hits} AND "Hit"."id" > CAST(${last} AS BIGINT) ORDER BY "Hit"."id" LIMIT ${BATCH}`);
    await updateProperties(
      tx,
      rows.map(({ id, properties }) => ({ websiteId, id, properties: withoutProperty(properties, name) })),
    );
    last = rows.at(-1)?.id ?? last;
    if (rows.length < BATCH) break;
  }
  await changeTotals(tx, of, {});
}
