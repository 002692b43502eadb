import { setTimeout } from 'node:timers/promises';
import type { SqlTransaction } from '../../db/database.ts';
import { insertRows } from '../../db/sql/insert.ts';
import { sql } from '../../db/sql/sql.ts';
import { IMPORTED_SUM } from '../../db/sql/tables.ts';
import type { Hit } from '../../ingest/hit.ts';
import { storePlan } from '../../ingest/store/store.ts';
import { addToTotals, type DayIncrement, totalIncrements } from '../../ingest/store/totals.ts';
import type { VisitPlan } from '../../ingest/store/visits.ts';
import type { RowsRecord } from '../sources/records.ts';
import { changeState, stateOf } from './changeState.ts';
import { type ImportConnection, writeTo } from './connection.ts';
import { endedMeanwhile } from './interrupted.ts';
import { addRows, storeRows } from './ownRows.ts';
import type { Period } from './period.ts';
import { createPlanner } from './planner.ts';
import type { ReadFiles } from './read.ts';
import { revisionOf } from './revision.ts';
import { addedUp, type SumRow } from './sums.ts';
import { skip } from './tally.ts';

/** Rows that a transaction stores: some 30 ms on SQLite, for which hits of others wait. */
const BATCH = 1_000;

/**
 * The hits of days that have other hits, too, are stored in one transaction, and kept in memory until then.
 * If they have more bytes than this, roughly, their days are left out.
 */
export const MAX_SHARED_BYTES = 16 * 2 ** 20;

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
  const write = <T>(fn: (tx: SqlTransaction) => Promise<T>) => writeTo(connection, websiteId, fn);
  let rows = 0;

  /** Others can write in between. */
  async function step(size: number, fn: (tx: SqlTransaction) => Promise<void>): Promise<void> {
    const started = performance.now();
    await write(async (tx) => {
      // A process that was suspended may wake up when others have ended its import.
      if ((await stateOf(tx, id)) !== 'running') throw endedMeanwhile();
      await fn(tx);
    });
    rows += size;
    await onProgress?.(rows);
    await pause((performance.now() - started) * REST);
  }

  for await (const plan of plansOf(read, period, 'own', size)) {
    await step(plan.hits.length, (tx) => storePlan(tx, plan));
    addDays(days, totalIncrements(plan));
  }
  const last = await collected(plansOf(read, period, 'shared', size));
  for (const plan of last) addDays(days, totalIncrements(plan));
  const lastRows: RowsRecord[] = [];
  for await (const record of ownRowsOf(read, period)) {
    const { day, visits, hits } = record;
    const total = days.get(day) ?? { day, websiteId, revision: 0, ...NO_TOTALS };
    days.set(day, total);
    addRows(total, record);
    if (period.shared.has(day)) lastRows.push(record);
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
  const totals = [...days.values()].map((total) => ({ ...total, revision: revisionOf(id, total.day) }));
  await write(async (tx) => {
    if (!(await changeState(tx, id, ['running'], 'done'))) throw endedMeanwhile();
    for (const plan of last) await storePlan(tx, plan);
    for (const record of lastRows) await storeRows(tx, websiteId, record);
    await addToTotals(tx, totals);
    const list = [...dimensions].sort().join(' ');
    await tx.$executeRaw(sql`UPDATE "Import" SET "dimensions" = ${list} WHERE "id" = ${id}`);
  });
  for (const day of totals) addCounted(sums, day);
  return sums;
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

async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/**
 * The hits of the period on some days, divided into visits, in batches. Hits that are left out are skipped.
 * @param which days that nobody else has hits of (`own`), those that others may have hits of, too (`shared`),
 *   or `all`.
 * @param size of a batch.
 */
export async function* plansOf(
  read: ReadFiles,
  period: Period,
  which: 'own' | 'shared' | 'all',
  size: number = BATCH,
): AsyncGenerator<VisitPlan> {
  const { cutAt, shared } = period;
  const onShared = bytesOnSharedDays(read, period);
  const isLeftOut = onShared > MAX_SHARED_BYTES;
  if (which === 'shared' && (onShared === 0 || isLeftOut)) return;
  const planner = createPlanner();
  let batch: Hit[] = [];
  for await (const one of read.hits.sorted()) {
    const { hit } = one;
    const isShared = shared.has(hit.day);
    if (cutAt !== null && hit.at >= cutAt) {
      if (which !== 'shared') read.skip(one, 'after_own_hits');
    } else if (isShared && isLeftOut) read.skip(one, 'shared_day');
    else if (which === 'all' || isShared === (which === 'shared')) batch.push(hit);
    if (batch.length < size) continue;
    yield planner.plan(batch);
    batch = [];
  }
  if (batch.length > 0) yield planner.plan(batch);
}

/** Bytes of the hits on days that others have, too; at most, because some may be after the first own hit. */
const bytesOnSharedDays = ({ bytesOfDays }: ReadFiles, { shared }: Period): number =>
  [...shared].reduce((sum, day) => sum + (bytesOfDays.get(day) ?? 0), 0);

/** The rows of an export in the period. Those that are left out are skipped. */
export async function* ownRowsOf(read: ReadFiles, period: Period): AsyncGenerator<RowsRecord> {
  const { cutDay, shared } = period;
  const isLeftOut = bytesOnSharedDays(read, period) > MAX_SHARED_BYTES;
  for await (const { record, file } of read.ownRows()) {
    const { day, hits, line } = record;
    const isCut = cutDay !== null && day >= cutDay;
    if (!isCut && !(isLeftOut && shared.has(day))) yield record;
    else for (const _ of hits) read.skip({ file, line }, isCut ? 'after_own_hits' : 'shared_day');
  }
}

/** The sums of the period, in batches. */
export async function* sumsOf({ sums, tally }: ReadFiles, { cutDay }: Period): AsyncGenerator<SumRow[]> {
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
