import type { SqlTransaction } from '../../db/database.ts';
import { addCounts } from '../../db/sql/insert.ts';
import { STAT } from '../../db/sql/tables.ts';
import { DEFERRABLE } from './deferred.ts';
import { withMonths } from './increments.ts';
import { type LockedWebsites, lockWebsites, writeLocks } from './locks.ts';
import { type Increment, Sums } from './sums.ts';

/** Adds increments to `Stat`, in an open transaction. */
export const addToRollup = addCounts(STAT);

/**
 * The number of deferrable increments that a batch has of a website, from which on they are written at once:
 * so many that most of them add up already.
 */
const MANY = 40;

/**
 * Adds increments to the rollup, in an open transaction: to `Stat`, or to the deferred increments of their
 * website, which the caller has to write ({@link writeLocks}).
 * @param rows those of days, and of the months that include their days.
 */
export async function addIncrements(
  tx: SqlTransaction,
  rows: readonly Increment[],
  locked: LockedWebsites,
): Promise<void> {
  const { monthsThrough, usages, deferred } = locked;
  const now: Increment[] = [];
  const groups = new Map<number, Increment[]>();
  for (const row of rows) {
    const { websiteId, name, period } = row;
    const isOpen = period > (monthsThrough.get(websiteId) ?? 0);
    if (!DEFERRABLE.has(name) || !isOpen || usages.get(websiteId)?.isExact(period)) now.push(row);
    else {
      const group = groups.get(websiteId);
      if (group) group.push(row);
      else groups.set(websiteId, [row]);
    }
  }
  const full: number[] = [];
  for (const [websiteId, group] of groups) {
    const of = deferred.get(websiteId);
    if (!of || (group.length > MANY && of.isEmpty)) now.push(...group);
    else {
      for (const row of group) of.add(row);
      if (group.length > MANY || of.isFull) full.push(websiteId);
    }
  }
  await addToRollup(tx, merge(now, take(locked, full)));
}

/**
 * Adds the deferred increments of websites to `Stat`, in an open transaction. The caller has to write the
 * locks.
 */
export async function settle(
  tx: SqlTransaction,
  locked: LockedWebsites,
  websiteIds: Iterable<number>,
): Promise<void> {
  await addToRollup(tx, take(locked, websiteIds));
}

/** Locks a website as {@link lockWebsites}, and makes `Stat` complete, for a transaction that reads it. */
export async function lockSettled(tx: SqlTransaction, websiteId: number): Promise<LockedWebsites> {
  const locked = await lockWebsites(tx, [{ websiteId }]);
  if (locked.refused.has(websiteId)) return locked;
  await settle(tx, locked, [websiteId]);
  await writeLocks(tx, locked);
  return locked;
}

/** Takes the deferred increments of websites, with those of the months that include their days. */
function take({ deferred, monthsThrough }: LockedWebsites, websiteIds: Iterable<number>): Increment[] {
  const taken = [...websiteIds].flatMap((id) => deferred.get(id)?.take(id) ?? []);
  return withMonths(taken, monthsThrough);
}

/**
 * Joins increments with those that were deferred. No row is in both, unless an earlier version has added days
 * to months meanwhile, which knows of none that are deferred.
 */
function merge(now: Increment[], taken: readonly Increment[]): Increment[] {
  if (taken.every(({ period }) => period > 9_999_999)) return now.concat(taken);
  const sums = new Sums();
  for (const { websiteId, name, period, value, count } of [...now, ...taken])
    sums.add(websiteId, name, period, value, count);
  return [...sums.rows];
}
