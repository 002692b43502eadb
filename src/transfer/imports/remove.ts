import type { SqlTransaction } from '../../db/database.ts';
import { idRangeOfDay } from '../../db/sql/idRange.ts';
import { raw, type Sql, sql } from '../../db/sql/sql.ts';
import type { Import } from '../../generated/prisma/client.ts';
import { recountTotals } from '../../ingest/backfill/recount.ts';
import { readVisits } from '../../ingest/backfill/visits.ts';
import { type ImportConnection, writeTo } from './connection.ts';
import type { ImportState } from './states.ts';

/** Rows that a transaction deletes: some 20 ms on SQLite. */
const ROWS = 5_000;

export type RemovedImport = Pick<Import, 'id' | 'websiteId' | 'firstDay' | 'lastDay' | 'firstId' | 'lastId'>;

/** As {@link RemovedImport}, once its period is known. */
interface Stored {
  id: number;
  websiteId: number;
  days: { from: number; to: number };
  /** The ids of its hits; null without hits. */
  ids: { from: bigint; to: bigint } | null;
}

const big = (value: bigint) => sql`CAST(${String(value)} AS BIGINT)`;
const within = ({ from, to }: { from: bigint; to: bigint }) => sql`"id" BETWEEN ${big(from)} AND ${big(to)}`;

/**
 * Removes all rows of an import, or of one that was interrupted. First, in one transaction, what statistics
 * contain of it; then the rows that no total counts any more, in short transactions. It can be interrupted,
 * and called again.
 * @param state of the import afterwards.
 * @throws AppError `not_found` if the website was deleted; DatabaseFault.
 */
export async function removeImport(
  row: RemovedImport,
  connection: ImportConnection,
  state: ImportState,
): Promise<void> {
  const { id, websiteId, firstDay, lastDay, firstId, lastId } = row;
  const write = <T>(fn: (tx: SqlTransaction) => Promise<T>) => writeTo(connection, websiteId, fn);
  const setState = (tx: SqlTransaction, value: ImportState) =>
    tx.$executeRaw(sql`UPDATE "Import" SET "state" = ${value} WHERE "id" = ${id}`);
  if (firstDay !== null && lastDay !== null) {
    const ids = firstId === null || lastId === null ? null : { from: firstId, to: lastId };
    const stored: Stored = { id, websiteId, days: { from: firstDay, to: lastDay }, ids };
    await write(async (tx) => {
      await uncount(tx, stored);
      await setState(tx, 'undoing');
    });
    while (await write((tx) => deleteSome(tx, stored)));
  }
  await write((tx) => setState(tx, state));
}

/** Removes an import from the totals. The days that have other hits, too, lose its rows at once. */
async function uncount(tx: SqlTransaction, stored: Stored): Promise<void> {
  const { websiteId, days, ids } = stored;
  if (!ids) return;
  const shared = await sharedDays(tx, stored);
  for (const day of shared) {
    const hits = sql`"websiteId" = ${websiteId} AND ${within(ids)} AND "day" = ${day}`;
    await tx.$executeRaw(sql`
      DELETE FROM "Visit" WHERE "websiteId" = ${websiteId} AND "day" = ${day}
        AND "visitor" IN (SELECT "visitor" FROM "Hit" WHERE ${hits})`);
    await tx.$executeRaw(sql`DELETE FROM "Hit" WHERE ${hits}`);
    await recountTotals(tx, { websiteId, day }, await readVisits(tx, { websiteId, day }));
  }
  await tx.$executeRaw(sql`
    DELETE FROM "DayTotal" WHERE "websiteId" = ${websiteId} AND "day" BETWEEN ${days.from} AND ${days.to}
      AND "day" NOT IN (${list(shared)})`);
}

/** A list must not be empty; 0 is no day. */
const list = (days: readonly number[]): Sql => raw([0, ...days].join(', '));

/** Only the first and the last day of an import can have hits of others: nobody has hits in its period. */
async function sharedDays(tx: SqlTransaction, { websiteId, days, ids }: Stored): Promise<number[]> {
  const shared: number[] = [];
  for (const day of new Set([days.from, days.to])) {
    const [from, to] = idRangeOfDay(day);
    const rows = await tx.$queryRaw<unknown[]>(sql`
      SELECT 1 FROM "Hit" WHERE "websiteId" = ${websiteId} AND "day" = ${day}
        AND "id" BETWEEN CAST(${from} AS BIGINT) AND CAST(${to} AS BIGINT)
        AND NOT (${within(ids as NonNullable<Stored['ids']>)}) LIMIT 1`);
    if (rows.length > 0) shared.push(day);
  }
  return shared;
}

/**
 * Deletes some of the rows that no total counts.
 * @returns whether rows may be left.
 */
async function deleteSome(tx: SqlTransaction, { id, websiteId, days, ids }: Stored): Promise<boolean> {
  const own = sql`"websiteId" = ${websiteId} AND "importId" = ${id}`;
  const [next] = await tx.$queryRaw<{ dimension: string }[]>(sql`
    SELECT "dimension" FROM "ImportedSum" WHERE ${own} LIMIT 1`);
  if (next) {
    const ofDimension = sql`${own} AND "dimension" = ${next.dimension}`;
    const [last] = await tx.$queryRaw<{ day: number | bigint }[]>(sql`
      SELECT "day" FROM "ImportedSum" WHERE ${ofDimension} ORDER BY "day" LIMIT 1 OFFSET ${ROWS - 1}`);
    const until = last ? Number(last.day) : days.to;
    await tx.$executeRaw(sql`DELETE FROM "ImportedSum" WHERE ${ofDimension} AND "day" <= ${until}`);
    return true;
  }
  if (!ids) return false;
  return (await deleteVisits(tx, { websiteId, days })) || (await deleteHits(tx, { websiteId, days, ids }));
}

/** Deletes the visits of the next day without totals. */
async function deleteVisits(
  tx: SqlTransaction,
  { websiteId, days }: Pick<Stored, 'websiteId' | 'days'>,
): Promise<boolean> {
  const uncounted = sql`"websiteId" = ${websiteId} AND "day" BETWEEN ${days.from} AND ${days.to}
    AND "day" NOT IN (SELECT "day" FROM "DayTotal" WHERE "websiteId" = ${websiteId})`;
  const [next] = await tx.$queryRaw<{ day: number | bigint }[]>(sql`
    SELECT "day" FROM "Visit" WHERE ${uncounted} ORDER BY "day" LIMIT 1`);
  if (!next) return false;
  await tx.$executeRaw(sql`
    DELETE FROM "Visit" WHERE "websiteId" = ${websiteId} AND "day" = ${Number(next.day)}`);
  return true;
}

/** Deletes the next hits. */
async function deleteHits(
  tx: SqlTransaction,
  { websiteId, days, ids }: Pick<Stored, 'websiteId' | 'days'> & { ids: NonNullable<Stored['ids']> },
): Promise<boolean> {
  // Days with totals have hits of others, whose ids may be among these if a clock was wrong.
  const all = sql`"websiteId" = ${websiteId} AND ${within(ids)}
    AND "day" BETWEEN ${days.from} AND ${days.to}`;
  const [last] = await tx.$queryRaw<{ id: bigint }[]>(sql`
    SELECT "id" FROM "Hit" WHERE ${all} ORDER BY "id" LIMIT 1 OFFSET ${ROWS - 1}`);
  if (!last) {
    await tx.$executeRaw(sql`DELETE FROM "Hit" WHERE ${all}`);
    return false;
  }
  const some = { from: ids.from, to: BigInt(last.id) };
  await tx.$executeRaw(sql`DELETE FROM "Hit" WHERE ${all} AND ${within(some)}`);
  return true;
}
