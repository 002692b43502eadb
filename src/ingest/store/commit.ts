import { localTime } from '../../calendar/clock.ts';
import type { SqlTransaction } from '../../db/database.ts';
import { readRows } from '../../db/sql/rows.ts';
import { sql } from '../../db/sql/sql.ts';
import type { Drop, Hit, Outcome } from '../hit.ts';
import { repeatedHits } from './hitIds.ts';
import { storeDrops, storeHits } from './store.ts';
import { readUsage, take, type UsageKey, writeUsage } from './usage.ts';
import type { ValueLimit } from './values.ts';

/** Limits for one website and day. */
export interface BatchLimits extends ValueLimit {
  /** Counted hits, unless the website has a limit of its own; 0 for no limit. */
  dailyHits: number;
}

/** The result of a batch, valid once its transaction is committed. */
export interface StoredBatch {
  /** The outcome of each item. */
  outcomes: Outcome[];
  /** Values to add to `BatchLimits.known`. */
  learned: string[];
}

type Item = Hit | Drop;

/**
 * Stores a batch of hits and drops in an open transaction. A hit whose id was stored before is not stored
 * again, and has the outcome of a stored one.
 * @param nextId returns ids for hits: increasing, and unique among instances.
 */
export async function storeBatch(
  tx: SqlTransaction,
  items: readonly Item[],
  nextId: () => bigint,
  limits: BatchLimits,
): Promise<StoredBatch> {
  // Sent together. They run in order, so the counters are read after the websites are locked.
  const [existing, counters] = await Promise.all([existingWebsites(tx, items), readUsage(tx, daysOf(items))]);
  const hitCounters = new Map(counters.map((counter) => [dayKey(counter), counter]));
  const identified = items.filter(
    (item): item is Hit => !('reason' in item) && item.clientId !== undefined && existing.has(item.websiteId),
  );
  const repeated: ReadonlySet<Item> = await repeatedHits(tx, identified);
  const settled = items.map((item): Item | null => {
    if (repeated.has(item)) return null;
    if ('reason' in item)
      return item.websiteId === 0 || existing.has(item.websiteId) ? item : unknown(item.day);
    // The website may have been deleted while its hit waited.
    const website = existing.get(item.websiteId);
    if (!website) return unknown(localTime('UTC', item.at).day);
    const limit = website.dailyLimit ?? limits.dailyHits;
    const counter = hitCounters.get(dayKey(item));
    if (!counter || take(counter, limit === 0 ? Number.POSITIVE_INFINITY : limit)) return item;
    return { websiteId: item.websiteId, day: item.day, reason: 'quota' };
  });
  const hits = settled.filter((item): item is Hit => item !== null && !('reason' in item));
  const drops = settled.filter((item): item is Drop => item !== null && 'reason' in item);
  const learned = await storeHits(tx, hits, nextId, limits);
  await storeDrops(tx, drops);
  await writeUsage(
    tx,
    counters.filter(({ websiteId }) => existing.has(websiteId)),
  );
  return { outcomes: settled.map((item) => (item && 'reason' in item ? item.reason : null)), learned };
}

const dayKey = ({ websiteId, day }: Pick<Item, 'websiteId' | 'day'>) => `${websiteId} ${day}`;

/** The keys of the hit counters that a batch needs. */
function daysOf(items: readonly Item[]): UsageKey[] {
  const days = new Map<string, UsageKey>();
  for (const item of items)
    if (!('reason' in item))
      days.set(dayKey(item), { websiteId: item.websiteId, day: item.day, name: 'hits' });
  return [...days.values()];
}

/**
 * Reads the websites that exist. With several instances it also locks their rows, in the order of their ids.
 * So batches with hits for the same website wait for each other here, and nowhere else. A website cannot be
 * deleted while a batch stores its hits.
 */
const findWebsites = readRows<{ id: number | bigint; dailyLimit: number | bigint | null }, 'id'>(
  { id: 'INTEGER' },
  (source, { lockRows }) => sql`
    SELECT "Website"."id", "Website"."dailyLimit" FROM ${source} AS "k" CROSS JOIN "Website"
    WHERE "Website"."id" = "k"."id" ORDER BY "Website"."id" ${lockRows('Website')}`,
);

async function existingWebsites(
  tx: SqlTransaction,
  items: readonly Item[],
): Promise<Map<number, { dailyLimit: number | null }>> {
  const ids = [...new Set(items.map(({ websiteId }) => websiteId))].map((id) => ({ id }));
  const rows = await findWebsites(tx, ids);
  return new Map(
    rows.map(({ id, dailyLimit }) => [
      Number(id),
      { dailyLimit: dailyLimit === null ? null : Number(dailyLimit) },
    ]),
  );
}

const unknown = (day: number): Drop => ({ websiteId: 0, day, reason: 'unknown_website' });
