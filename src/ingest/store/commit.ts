import { localTime } from '../../calendar/clock.ts';
import type { SqlTransaction } from '../../db/database.ts';
import type { Attempted, Drop, Hit } from '../hit.ts';
import { repeatedHits } from './hitIds.ts';
import { lockWebsites } from './locks.ts';
import { storeDrops, storeHits } from './store.ts';
import { countHits } from './totals.ts';

type Item = Hit | Drop;

/**
 * Stores a batch of hits and drops in an open transaction. A hit whose id was stored before is not stored
 * again, and has the outcome of a stored one.
 * @param nextId returns ids for hits: increasing, and unique among instances.
 * @param dailyHits how many hits a website counts on a day, unless it has a limit of its own; 0 for no limit.
 * @returns the outcome of each item, valid once the transaction is committed. `LOCKED` occurs only if the
 *   transaction skips locked rows.
 */
export async function storeBatch(
  tx: SqlTransaction,
  batch: readonly Item[],
  nextId: () => bigint,
  dailyHits: number,
): Promise<Attempted[]> {
  const items = batch.map((item) => (item.websiteId === 0 && 'at' in item ? unknown(item.at) : item));
  const refused = await lockWebsites(tx, items);
  const stored = items.filter(({ websiteId }) => !refused.has(websiteId));
  const hits = stored.filter((item): item is Hit => !('reason' in item));
  const repeated: ReadonlySet<Item> = await repeatedHits(tx, hits);
  const counted = hits.filter((hit) => !repeated.has(hit));
  const accepted = new Set<Item>(await withinLimits(tx, counted, dailyHits));
  const dropOf = (item: Item): Drop | null => {
    if ('reason' in item) return item;
    if (accepted.has(item) || repeated.has(item)) return null;
    return { websiteId: item.websiteId, day: item.day, reason: 'quota' };
  };
  await storeHits(
    tx,
    counted.filter((hit) => accepted.has(hit)),
    nextId,
  );
  const drops = stored.map(dropOf).filter((drop) => drop !== null);
  await storeDrops(tx, drops);
  return items.map((item) => refused.get(item.websiteId) ?? dropOf(item)?.reason ?? null);
}

/** Returns the hits that their websites may still count on their day: the first ones, in order of arrival. */
async function withinLimits(tx: SqlTransaction, hits: readonly Hit[], dailyHits: number): Promise<Hit[]> {
  const groups = new Map<string, Hit[]>();
  for (const hit of hits) {
    const key = `${hit.websiteId} ${hit.day}`;
    const group = groups.get(key);
    if (group) group.push(hit);
    else groups.set(key, [hit]);
  }
  // The latest hit has the latest settings.
  const limitOf = (group: readonly Hit[]) => group.at(-1)?.dailyLimit ?? dailyHits;
  const limited = [...groups.values()].filter((group) => limitOf(group) > 0);
  const before = await countHits(
    tx,
    limited.map(([first]) => first as Hit),
  );
  const left = new Map(
    limited.map((group, index) => [group, Math.max(0, limitOf(group) - (before[index] ?? 0))]),
  );
  return [...groups.values()].flatMap((group) => group.slice(0, left.get(group)));
}

/** A hit of website 0, which stands for unknown websites, is counted and not stored. */
function unknown(at: number): Drop {
  return { websiteId: 0, day: localTime('UTC', at).day, reason: 'unknown_website' };
}
