import type { SqlTransaction } from '../../db/database.ts';
import type { LockedWebsites } from './locks.ts';
import { settle } from './rollup.ts';
import { countValues, type Usage, type Wanted } from './usage.ts';

/**
 * Admits values that are new or forgotten to their counters without looking them up, where they stay within
 * the limit even if all of them are new. A counter that would exceed it is counted again. Where that leaves
 * less than half of the limit free, the counters of the website and day become exact.
 * @param groups each counter at most once.
 * @returns the groups whose counters are exact, so that their values have to be looked up. `Stat` is then
 *   complete for their websites.
 */
export async function admit<Group extends Wanted>(
  tx: SqlTransaction,
  groups: readonly Group[],
  locked: LockedWebsites,
): Promise<Group[]> {
  const of = ({ websiteId }: Wanted) => locked.usages.get(websiteId) as Usage;
  const counted = (group: Wanted) => of(group).get(group.day, group.name);
  const exact = groups.filter((group) => of(group).isExact(group.day));
  const others = groups.filter((group) => !of(group).isExact(group.day));
  await countMissing(
    tx,
    others.filter((group) => counted(group) === undefined),
    locked,
  );
  const full: Group[] = [];
  for (const group of others) {
    const count = (counted(group) ?? 0) + group.amount;
    if (count <= group.limit) of(group).set(group.day, group.name, count);
    else full.push(group);
  }
  if (exact.length + full.length === 0) return [];

  await settle(tx, locked, new Set([...exact, ...full].map(({ websiteId }) => websiteId)));
  const counts = await countValues(tx, full);
  for (const [index, group] of full.entries()) {
    const { day, name, amount, limit } = group;
    const count = (counts[index] ?? 0) + amount;
    if (!of(group).isExact(day) && count <= limit / 2) of(group).set(day, name, count);
    else {
      of(group).beExact(day);
      exact.push(group);
    }
  }
  return exact;
}

/**
 * Sets counters that do not exist yet to the number of values that the day has already. They do not exist
 * before the first hit of a day, and after an upgrade.
 */
async function countMissing(
  tx: SqlTransaction,
  missing: readonly Wanted[],
  { usages, deferred }: LockedWebsites,
): Promise<void> {
  const counts = await countValues(tx, missing);
  for (const [index, one] of missing.entries()) {
    const { websiteId, day, name } = one;
    const count = (counts[index] ?? 0) + (deferred.get(websiteId)?.count(one) ?? 0);
    usages.get(websiteId)?.set(day, name, count);
  }
}
