import { setTimeout } from 'node:timers/promises';
import type { SqlTransaction } from '../../db/database.ts';
import { insertRows } from '../../db/sql/insert.ts';
import { sql } from '../../db/sql/sql.ts';
import { IMPORTED_SUM } from '../../db/sql/tables.ts';
import { AppError } from '../../errors.ts';
import type { Hit } from '../../ingest/hit.ts';
import { storePlan } from '../../ingest/store/store.ts';
import { addToTotals, type DayIncrement, totalIncrements } from '../../ingest/store/totals.ts';
import type { VisitPlan } from '../../ingest/store/visits.ts';
import type { RowsRecord } from '../sources/records.ts';
import { type ImportConnection, writeTo } from './connection.ts';
import type { ReadHit } from './hits.ts';
import { addRows, storeRows } from './ownRows.ts';
import type { Period } from './period.ts';
import { createPlanner } from './planner.ts';
import type { ReadFiles } from './read.ts';
import { addedUp, type SumRow } from './sums.ts';
import { skip } from './tally.ts';

/** Rows that a transaction stores: some 30 ms on SQLite, for which hits of others wait. */
const BATCH = 1_000;

/**
 * The hits of days that have other hits, too, are stored in one transaction. If they are more than this,
 * their days are left out.
 */
const MAX_SHARED = 100_000;

/**
 * The revision of a day that has only hits of an import. What was derived from the day when it had another
 * import can therefore not be mistaken for valid: other numbers of hits cannot make up for the difference.
 */
const REVISION = 2 ** 24;

const storeSums = insertRows(IMPORTED_SUM);

/** What was counted, over all days. */
export type Counted = Record<'visitors' | 'visits' | 'pageviews' | 'events', number>;

/** An import that has its period. */
export interface StoredImport {
  id: number;
  websiteId: number;
  period: Period;
}

export interface StoreOptions extends ImportConnection {
  /** Called after each transaction with the number of rows that are stored. @throws to end the import. */
  onProgress?: ((rows: number) => void | Promise<void>) | undefined;
  /** Rows that a transaction stores. */
  batch?: number | undefined;
  /** Waits for some milliseconds. */
  pause?: ((ms: number) => Promise<unknown>) | undefined;
}

/**
 * Stores what was read. First the rows that no total counts yet, in short transactions, and then, in one
 * transaction, all totals: statistics contain the whole import from then on.
 * @returns the sums of all days.
 */
export async function storeFiles(
  { id, websiteId, period }: StoredImport,
  read: ReadFiles,
  { onProgress, batch: size = BATCH, pause = setTimeout, ...connection }: StoreOptions,
): Promise<Counted> {
  const days = new Map<number, DayIncrement>();
  const write = <T>(fn: (tx: SqlTransaction) => Promise<T>) =>
    writeTo(connection, websiteId, async (tx) => {
      await requireRunning(tx, id);
      return fn(tx);
    });
  const isLeftOut = hitsOnSharedDays(read, period) > MAX_SHARED;
  let rows = 0;

  /** Others can write in between. */
  async function step(size: number, fn: (tx: SqlTransaction) => Promise<void>): Promise<void> {
    const started = performance.now();
    await write(fn);
    rows += size;
    await onProgress?.(rows);
    await pause((performance.now() - started) * REST);
  }

  const own = (day: number) => !period.shared.has(day);
  for await (const plan of plansOf(read, period, own, size, (hit) => read.skip(hit, 'after_own_hits'))) {
    await step(plan.hits.length, (tx) => storePlan(tx, plan));
    addDays(days, totalIncrements(plan));
  }
  /** Rows of an export on days that may get other hits, too. */
  const last: RowsRecord[] = [];
  for await (const record of ownRowsOf(read, period)) {
    const { day, visits, hits } = record;
    const total = days.get(day) ?? { day, websiteId, revision: 0, ...NO_TOTALS };
    days.set(day, total);
    addRows(total, record);
    if (period.shared.has(day)) last.push(record);
    else await step(visits.length + hits.length, (tx) => storeRows(tx, websiteId, record));
  }
  const sums = { visitors: 0, visits: 0, pageviews: 0, events: 0 };
  const dimensions = new Set<string>();
  for await (const batch of sumsOf(read, period)) {
    await step(batch.length, (tx) =>
      storeSums(
        tx,
        batch.map((sum) => ({ ...sum, websiteId, importId: id })),
      ),
    );
    for (const sum of batch) {
      dimensions.add(sum.dimension);
      if (sum.dimension === 'total') addCounted(sums, sum);
    }
  }
  if (isLeftOut) await skipShared(read, period);
  const totals = await write(async (tx) => {
    const together = new Map(days);
    for (const record of last) await storeRows(tx, websiteId, record);
    if (!isLeftOut)
      for await (const plan of plansOf(read, period, (day) => period.shared.has(day), size)) {
        await storePlan(tx, plan);
        addDays(together, totalIncrements(plan));
      }
    const all = [...together.values()].map((day) => ({
      ...day,
      revision: period.shared.has(day.day) ? 1 : id * REVISION,
    }));
    await addToTotals(tx, all);
    const list = [...dimensions].sort().join(' ');
    await tx.$executeRaw(
      sql`UPDATE "Import" SET "state" = 'done', "dimensions" = ${list} WHERE "id" = ${id}`,
    );
    return all;
  });
  for (const day of totals) addCounted(sums, day);
  return sums;
}

/** A process that was suspended may wake up when others have ended its import. */
async function requireRunning(tx: SqlTransaction, id: number): Promise<void> {
  const [row] = await tx.$queryRaw<{ state: string }[]>(sql`SELECT "state" FROM "Import" WHERE "id" = ${id}`);
  if (row?.state !== 'running') throw new AppError('unavailable', 'The import was ended meanwhile.');
}

/** The share of the duration of a transaction for which the import rests after it. */
const REST = 0.25;

function addDays(days: Map<number, DayIncrement>, increments: readonly DayIncrement[]): void {
  for (const { day, websiteId, revision, ...totals } of increments) {
    const sum = { ...(days.get(day) ?? { day, websiteId, revision, ...NO_TOTALS }) };
    for (const name of Object.keys(totals) as (keyof typeof totals)[]) sum[name] += totals[name];
    days.set(day, sum);
  }
}

const NO_TOTALS = { visitors: 0, visits: 0, pageviews: 0, events: 0, bounces: 0, duration: 0 };

function addCounted(sums: Counted, more: Counted): void {
  for (const name of Object.keys(sums) as (keyof Counted)[]) sums[name] += more[name];
}

/**
 * The hits of the period on some days, divided into visits, in batches.
 * @param size of a batch.
 * @param onCut called with each hit after the period.
 */
export async function* plansOf(
  { hits }: Pick<ReadFiles, 'hits'>,
  { cutAt }: Period,
  isWanted: (day: number) => boolean,
  size: number = BATCH,
  onCut: (hit: ReadHit) => void = () => undefined,
): AsyncGenerator<VisitPlan> {
  const planner = createPlanner();
  let batch: Hit[] = [];
  for await (const one of hits.sorted()) {
    const { hit } = one;
    if (cutAt !== null && hit.at >= cutAt) onCut(one);
    else if (isWanted(hit.day)) batch.push(hit);
    if (batch.length < size) continue;
    yield planner.plan(batch);
    batch = [];
  }
  if (batch.length > 0) yield planner.plan(batch);
}

/** The hits on days that others have as well; at most, because some may be after the first own hit. */
function hitsOnSharedDays({ days }: ReadFiles, { shared }: Period): number {
  return [...shared].reduce((sum, day) => sum + (days.get(day) ?? 0), 0);
}

async function skipShared(read: ReadFiles, { shared, cutAt }: Period): Promise<void> {
  for await (const one of read.hits.sorted())
    if (shared.has(one.hit.day) && (cutAt === null || one.hit.at < cutAt)) read.skip(one, 'shared_day');
}

/** The rows of an export in the period. */
async function* ownRowsOf(read: ReadFiles, { cutDay }: Period): AsyncGenerator<RowsRecord> {
  for await (const record of read.ownRows()) {
    if (cutDay === null || record.day < cutDay) yield record;
    else for (const _ of record.hits) read.skip({ file: 0, line: record.line }, 'after_own_hits');
  }
}

/** The sums of the period, in batches. */
async function* sumsOf({ sums, tally }: ReadFiles, { cutDay }: Period): AsyncGenerator<SumRow[]> {
  let batch: SumRow[] = [];
  for await (const sum of addedUp(sums.sorted())) {
    if (cutDay !== null && sum.day >= cutDay) {
      skip(tally, '', { line: 0, reason: 'after_own_hits' });
      continue;
    }
    // Days are stored with durations in milliseconds.
    batch.push({ ...sum, duration: sum.duration === null ? null : Math.round(sum.duration * 1_000) });
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
