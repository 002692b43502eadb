import { monthOf } from '../../calendar/days.ts';
import type { Transaction } from '../../db/database.ts';
import { fromJson } from '../../db/sql/dialect.ts';
import { insertRows } from '../../db/sql/insert.ts';
import { readRows, writeRows } from '../../db/sql/rows.ts';
import { raw, type Sql, sql } from '../../db/sql/sql.ts';
import { columnsOf, VISIT } from '../../db/sql/tables.ts';
import type { WebsiteDay } from '../../ingest/backfill/visits.ts';
import { addToTotals, revised } from '../../ingest/store/totals.ts';
import { hitCondition } from './conditions.ts';
import { type DayToForget, ofVisitors, visitorsOf } from './hits.ts';
import { type Left, recountVisits, type VisitRow } from './visits.ts';

const COLUMNS = raw(
  Object.keys(VISIT.columns)
    .map((name) =>
      ['visitor', 'exitId'].includes(name) ? `CAST("v"."${name}" AS TEXT) AS "${name}"` : `"v"."${name}"`,
    )
    .join(', '),
);
const findVisits = readRows<Record<string, unknown>, 'websiteId' | 'day' | 'visitor'>(
  columnsOf(VISIT, 'websiteId', 'day', 'visitor'),
  (source, _, ofWebsites) => sql`
    SELECT ${COLUMNS} FROM ${source} AS "k" CROSS JOIN "Visit" AS "v"
    WHERE "v"."websiteId" = "k"."websiteId" AND "v"."day" = "k"."day" AND "v"."visitor" = "k"."visitor"
      AND ${ofWebsites('"v"."websiteId"')}
    ORDER BY "v"."visitor", "v"."number"`,
);

const KEY = columnsOf(VISIT, 'websiteId', 'day', 'visitor', 'number');
const KEY_LIST = raw('"websiteId", "day", "visitor", "number"');
const deleteVisits = writeRows(
  KEY,
  (source, _, ofWebsites) => sql`
    DELETE FROM "Visit" WHERE ${ofWebsites('"Visit"."websiteId"')}
      AND (${KEY_LIST}) IN (SELECT ${KEY_LIST} FROM ${source} AS "k")`,
);
const insertVisits = insertRows(VISIT);

const NUMBERS = ['websiteId', 'day', 'number', 'hour', 'startedAt', 'lastAt', 'pageviews', 'events'];
const NUMBERS_LEFT = ['visit', 'hour', 'startedAt', 'lastAt', 'pageviews', 'events'];
const withNumbers = <T>(row: Record<string, unknown>, names: readonly string[]): T =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, names.includes(name) ? Number(value) : value]),
  ) as T;

/** Reads what the remaining hits say of the visits of visitors. */
async function readLeft(tx: Transaction, { websiteId, day }: WebsiteDay, hits: Sql): Promise<Left[]> {
  // A visit begins with the hit that opened it, unless that one is gone.
  const rows = await tx.$queryRaw<Record<string, unknown>[]>(sql`
    WITH "kept" AS (
      SELECT "Hit".*, ROW_NUMBER() OVER (
        PARTITION BY "Hit"."visitor", "Hit"."visit"
        ORDER BY CASE WHEN "Hit"."at" = "v"."startedAt" AND "Hit"."path" = "v"."path" THEN 0 ELSE 1 END,
          "Hit"."at", "Hit"."id"
      ) AS "rank"
      FROM "Hit" JOIN "Visit" AS "v" ON "v"."websiteId" = ${websiteId} AND "v"."day" = ${day}
        AND "v"."visitor" = "Hit"."visitor" AND "v"."number" = "Hit"."visit"
      WHERE ${hits}
    ), "total" AS (
      SELECT "visitor", "visit", COUNT(*) - COUNT("event") AS "pageviews", COUNT("event") AS "events",
        MAX("at") AS "lastAt", MAX(CASE WHEN "event" IS NULL THEN "id" END) AS "exitId",
        MAX(CASE WHEN "rank" = 1 THEN "at" END) AS "startedAt",
        MAX(CASE WHEN "rank" = 1 THEN "hour" END) AS "hour",
        MAX(CASE WHEN "rank" = 1 THEN "path" END) AS "path"
      FROM "kept" GROUP BY "visitor", "visit"
    )
    SELECT CAST("total"."visitor" AS TEXT) AS "visitor", "total"."visit", "total"."pageviews",
      "total"."events", "total"."lastAt", "total"."startedAt", "total"."hour", "total"."path",
      COALESCE("exit"."path", '') AS "exitPath", CAST(COALESCE("exitId", 0) AS TEXT) AS "exitId"
    FROM "total" LEFT JOIN "Hit" AS "exit"
      ON "exit"."websiteId" = ${websiteId} AND "exit"."id" = "total"."exitId"`);
  return rows.map((row) => withNumbers<Left>(row, NUMBERS_LEFT));
}

/** Gives hits the new numbers of their visits. */
async function renumberHits(
  tx: Transaction,
  ofDay: Sql,
  renumbered: readonly { visitor: string; from: number; to: number }[],
): Promise<void> {
  if (renumbered.length === 0) return;
  const rows = renumbered.map(({ visitor, from, to }) => [visitor, from, to]);
  const columns = { visitor: 'BIGINT', from: 'INTEGER', to: 'INTEGER' } as const;
  await tx.$executeRaw(sql`
    UPDATE "Hit" SET "visit" = "new"."to" FROM ${fromJson(tx.dialect, rows, columns)} AS "new"
    WHERE ${ofDay} AND "Hit"."visitor" = "new"."visitor" AND "Hit"."visit" = "new"."from"`);
}

/**
 * Deletes hits of some visitors of a day in an open transaction, which has locked the website, and counts
 * their visits and the totals of the day again.
 */
export async function deleteHits(tx: Transaction, of: DayToForget): Promise<void> {
  const { websiteId, day, ofDay, matched } = of;
  const keys = visitorsOf(matched).map((visitor) => ({ websiteId, day, visitor }));
  const before = (await findVisits(tx, keys)).map((row) => withNumbers<VisitRow>(row, NUMBERS));
  const hits = sql`${ofDay} AND ${ofVisitors(tx, matched)}`;
  await tx.$executeRaw(sql`DELETE FROM "Hit" WHERE ${hits} AND ${hitCondition(of.conditions, of)}`);
  const changes = recountVisits(before, await readLeft(tx, of, hits));
  await deleteVisits(tx, changes.removed);
  await insertVisits(tx, changes.added);
  await renumberHits(tx, ofDay, changes.renumbered);
  const deleted = matched.reduce((sum, one) => sum + one.hits, 0);
  await changeTotals(tx, of, { ...changes.increment, revision: deleted + 1 });
}

/** What is added to the totals of a day. */
type Change = Partial<Omit<Parameters<typeof addToTotals>[1][number], 'websiteId' | 'day'>>;

/**
 * Changes the totals of a day, and deletes what derives from its hits, which would still contain what is
 * forgotten. The sum of the hits and revisions of a month is the version of the month (engine/columns/read).
 * It must never be one that it had before: `revision` makes up for the hits that are gone, and for a day
 * without hits, which no longer counts, another day of the month does.
 */
export async function changeTotals(tx: Transaction, { websiteId, day }: WebsiteDay, change: Change) {
  await addToTotals(tx, [{ ...revised({ websiteId, day }), ...change }]);
  await tx.chunk.deleteMany({ where: { websiteId, day } });
  await tx.monthSums.deleteMany({ where: { websiteId, month: monthOf(day) } });
  const now = await tx.dayTotal.findUnique({ where: { websiteId_day: { websiteId, day } } });
  if (!now || now.pageviews + now.events > 0n) return;
  const month = { gte: monthOf(day) * 100, lt: (monthOf(day) + 1) * 100 };
  const other = await tx.dayTotal.findFirst({
    where: { websiteId, day: month, OR: [{ pageviews: { gt: 0 } }, { events: { gt: 0 } }] },
    orderBy: { day: 'desc' },
  });
  if (other)
    await addToTotals(tx, [{ ...revised({ websiteId, day: other.day }), revision: Number(now.revision) }]);
}
