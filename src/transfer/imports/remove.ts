import { localTime } from '../../calendar/clock.ts';
import { monthOf } from '../../calendar/days.ts';
import type { SqlTransaction } from '../../db/database.ts';
import { idRangeOfDay } from '../../db/sql/idRange.ts';
import { raw, type Sql, sql } from '../../db/sql/sql.ts';
import type { Import } from '../../generated/prisma/client.ts';
import { recountTotals } from '../../ingest/backfill/recount.ts';
import { readVisits } from '../../ingest/backfill/visits.ts';
import { addToTotals, revised } from '../../ingest/store/totals.ts';
import { type Pace, workThrough } from '../../threads/workThrough.ts';
import { changeState, stateOf } from './changeState.ts';
import { type ImportConnection, writeTo } from './connection.ts';
import { revisionOf } from './revision.ts';
import { type ImportState, STORED_STATES } from './states.ts';

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

/** What removing needs besides its connections. */
export interface RemoveDeps extends ImportConnection {
  /** Unix milliseconds. */
  now: () => number;
  /** Waits for some milliseconds. */
  pause?: Pace['pause'];
}

/**
 * Removes all rows of an import, or of one that was interrupted. First, in one transaction, what statistics
 * contain of it; then the rows that no total counts any more, in short transactions. It can be interrupted,
 * and called again, also by several processes at once.
 * @param state of the import afterwards.
 * @param from the states in which it is removed.
 * @returns false if it had another state, or others have removed it meanwhile.
 * @throws AppError `not_found` if the website was deleted; DatabaseFault.
 */
export async function removeImport(
  row: RemovedImport,
  deps: RemoveDeps,
  state: ImportState,
  from: readonly ImportState[] = STORED_STATES,
): Promise<boolean> {
  const { id, websiteId, firstDay, lastDay, firstId, lastId } = row;
  const write = <T>(fn: (tx: SqlTransaction) => Promise<T>) => writeTo(deps, websiteId, fn);
  // Others may work on it, too.
  const finish = (from: readonly ImportState[]) => write((tx) => changeState(tx, id, from, state));
  if (firstDay === null || lastDay === null) return finish(from);

  const ids = firstId === null || lastId === null ? null : { from: firstId, to: lastId };
  const stored: Stored = { id, websiteId, days: { from: firstDay, to: lastDay }, ids };
  const today = await todayOf(deps, websiteId);
  const isBegun = await write(async (tx) => {
    if (!(await changeState(tx, id, from, 'undoing'))) return false;
    await uncount(tx, stored, today);
    return true;
  });
  if (!isBegun) return false;
  let isLeft = true;
  const steps = function* () {
    while (isLeft) yield;
  };
  const deleteNext = async () => {
    isLeft = await write(async (tx) => (await stateOf(tx, id)) === 'undoing' && deleteSome(tx, stored));
  };
  await workThrough(steps(), deleteNext, { pause: deps.pause, until: Number.POSITIVE_INFINITY });
  return finish(['undoing']);
}

/** The current local day of a website: it may get hits at any time. */
async function todayOf({ db, now }: RemoveDeps, websiteId: number): Promise<number> {
  const website = await db.read.website.findUnique({
    where: { id: websiteId },
    select: { timezone: true },
  });
  return localTime(website?.timezone ?? 'UTC', now()).day;
}

/** Removes an import from the totals. The days that may have other hits, too, lose its rows at once. */
async function uncount(tx: SqlTransaction, stored: Stored, today: number): Promise<void> {
  const { id, websiteId, days, ids } = stored;
  if (!ids) return;
  const shared = await sharedDays(tx, stored, today);
  for (const day of shared) {
    const hits = sql`"websiteId" = ${websiteId} AND ${within(ids)} AND "day" = ${day}`;
    const [found] = await tx.$queryRaw<unknown[]>(sql`SELECT 1 FROM "Hit" WHERE ${hits} LIMIT 1`);
    // They are stored in the transaction that counts them: without them, nothing of it is counted.
    if (!found) continue;
    await tx.$executeRaw(sql`
      DELETE FROM "Visit" WHERE "websiteId" = ${websiteId} AND "day" = ${day}
        AND "visitor" IN (SELECT "visitor" FROM "Hit" WHERE ${hits})`);
    await tx.$executeRaw(sql`DELETE FROM "Hit" WHERE ${hits}`);
    await recountTotals(tx, { websiteId, day }, await readVisits(tx, { websiteId, day }));
    await addToTotals(tx, [{ ...revised({ websiteId, day }), revision: -revisionOf(id, day) }]);
  }
  await tx.$executeRaw(sql`
    DELETE FROM "DayTotal" WHERE "websiteId" = ${websiteId} AND "day" BETWEEN ${days.from} AND ${days.to}
      AND "day" NOT IN (${list(shared)})`);
  // What derives from the rows has their texts.
  await tx.$executeRaw(sql`
    DELETE FROM "Chunk" WHERE "websiteId" = ${websiteId} AND "day" BETWEEN ${days.from} AND ${days.to}`);
  await tx.$executeRaw(sql`
    DELETE FROM "MonthSums" WHERE "websiteId" = ${websiteId}
      AND "month" BETWEEN ${monthOf(days.from)} AND ${monthOf(days.to)}`);
}

/** A list must not be empty; 0 is no day. */
const list = (days: readonly number[]): Sql => raw([0, ...days].join(', '));

/**
 * The days of an import that have hits of others, or may get some. Besides the current day, these can only be
 * its first and its last one: nobody else has hits in its period.
 */
async function sharedDays(
  tx: SqlTransaction,
  { websiteId, days, ids }: Stored,
  today: number,
): Promise<number[]> {
  const shared = days.from <= today && today <= days.to ? [today] : [];
  for (const day of new Set([days.from, days.to])) {
    if (day === today) continue;
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

/** Deletes visits of the next day without hits that are counted. */
async function deleteVisits(
  tx: SqlTransaction,
  { websiteId, days }: Pick<Stored, 'websiteId' | 'days'>,
): Promise<boolean> {
  const uncounted = sql`"websiteId" = ${websiteId} AND "day" BETWEEN ${days.from} AND ${days.to}
    AND "day" NOT IN (
      SELECT "day" FROM "DayTotal" WHERE "websiteId" = ${websiteId} AND "pageviews" + "events" > 0
    )`;
  const [next] = await tx.$queryRaw<{ day: number | bigint }[]>(sql`
    SELECT "day" FROM "Visit" WHERE ${uncounted} ORDER BY "day" LIMIT 1`);
  if (!next) return false;
  const ofDay = sql`"websiteId" = ${websiteId} AND "day" = ${Number(next.day)}`;
  const [last] = await tx.$queryRaw<{ visitor: bigint }[]>(sql`
    SELECT "visitor" FROM "Visit" WHERE ${ofDay} ORDER BY "visitor" LIMIT 1 OFFSET ${ROWS - 1}`);
  const some = last ? sql`"visitor" <= ${big(BigInt(last.visitor))}` : sql`TRUE`;
  await tx.$executeRaw(sql`DELETE FROM "Visit" WHERE ${ofDay} AND ${some}`);
  return true;
}

/** Deletes the next hits. */
async function deleteHits(
  tx: SqlTransaction,
  { websiteId, days, ids }: Pick<Stored, 'websiteId' | 'days'> & { ids: NonNullable<Stored['ids']> },
): Promise<boolean> {
  // Hits of other days may have such ids if a clock was wrong.
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
