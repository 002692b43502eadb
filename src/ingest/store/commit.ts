import { localTime } from '../../calendar/clock.ts';
import type { SqlTransaction } from '../../db/database.ts';
import type { Attempted, Drop, Hit, LOCKED } from '../hit.ts';
import { repeatedHits } from './hitIds.ts';
import type { DayValue } from './known.ts';
import { type LockedWebsites, lockWebsites, writeLocks } from './locks.ts';
import { storeDrops, storeHits } from './store.ts';
import { reserve, type Wanted } from './usage.ts';
import type { ValueLimit } from './values.ts';

/** Limits for one website and day. */
export interface BatchLimits extends ValueLimit {
  /** Counted hits, unless the website has a limit of its own; 0 for no limit. */
  dailyHits: number;
}

/** The result of a batch, valid once its transaction is committed. */
export interface StoredBatch {
  /** The outcome of each item. {@link LOCKED} occurs only if the transaction skips locked rows. */
  outcomes: Attempted[];
  /** Values to add to `BatchLimits.known`. */
  learned: DayValue[];
}

type Item = Hit | Drop;

/**
 * Stores a batch of hits and drops in an open transaction. A hit whose id was stored before is not stored
 * again, and has the outcome of a stored one.
 * @param nextId returns ids for hits: increasing, and unique among instances.
 */
export async function storeBatch(
  tx: SqlTransaction,
  batch: readonly Item[],
  nextId: () => bigint,
  limits: BatchLimits,
): Promise<StoredBatch> {
  const items = batch.map((item) => (item.websiteId === 0 && 'at' in item ? unknown(item.at) : item));
  const locked = await lockWebsites(tx, items);
  const { refused } = locked;
  const stored = items.filter(({ websiteId }) => !refused.has(websiteId));
  const hits = stored.filter((item): item is Hit => !('reason' in item));
  const repeated: ReadonlySet<Item> = await repeatedHits(tx, hits);
  const counted = hits.filter((hit) => !repeated.has(hit));
  const accepted = new Set<Item>(await withinLimits(tx, counted, locked, limits));
  const dropOf = (item: Item): Drop | null => {
    if ('reason' in item) return item;
    if (accepted.has(item) || repeated.has(item)) return null;
    return { websiteId: item.websiteId, day: item.day, reason: 'quota' };
  };
  const learned = await storeHits(
    tx,
    counted.filter((hit) => accepted.has(hit)),
    nextId,
    { limits, locked },
  );
  await writeLocks(tx, locked);
  const drops = stored.map(dropOf).filter((drop) => drop !== null);
  await storeDrops(tx, drops);
  const outcomes = items.map((item) => refused.get(item.websiteId) ?? dropOf(item)?.reason ?? null);
  return { outcomes, learned };
}

/** Returns the hits that their websites may still count on their day: the first ones, in order of arrival. */
async function withinLimits(
  tx: SqlTransaction,
  hits: readonly Hit[],
  { usages }: LockedWebsites,
  { dailyHits }: BatchLimits,
): Promise<Hit[]> {
  const groups = new Map<string, Hit[]>();
  for (const hit of hits) {
    const group = groups.get(dayKey(hit));
    if (group) group.push(hit);
    else groups.set(dayKey(hit), [hit]);
  }
  const wanted = [...groups.values()].map((group): Wanted => {
    // The latest hit has the latest settings.
    const { websiteId, day, dailyLimit } = group.at(-1) as Hit;
    const limit = (dailyLimit ?? dailyHits) || Number.POSITIVE_INFINITY;
    return { websiteId, day, name: 'hits', amount: group.length, limit };
  });
  const allowed = await reserve(tx, usages, wanted);
  return [...groups.values()].flatMap((group, index) => group.slice(0, allowed[index]));
}

/** A hit of website 0, which stands for unknown websites, is counted and not stored. */
function unknown(at: number): Drop {
  return { websiteId: 0, day: localTime('UTC', at).day, reason: 'unknown_website' };
}

const dayKey = ({ websiteId, day }: Pick<Item, 'websiteId' | 'day'>) => `${websiteId} ${day}`;
