import { localTime } from '../../calendar/clock.ts';
import type { SqlTransaction } from '../../db/database.ts';
import { readRows } from '../../db/sql/rows.ts';
import { sql } from '../../db/sql/sql.ts';
import type { Drop, Hit, Outcome } from '../hit.ts';
import { storeDrops, storeHits } from './store.ts';
import { readUsage, take, type UsageKey, writeUsage } from './usage.ts';
import type { ValueLimit } from './values.ts';

/** What a website may bring a day. */
export interface BatchLimits extends ValueLimit {
  /** Hits, where the website has no limit of its own; 0 for no limit. */
  dailyHits: number;
}

/** What becomes of a batch once its transaction is committed. */
export interface StoredBatch {
  /** Of each item. */
  outcomes: Outcome[];
  /** For `BatchLimits.known`. */
  learned: string[];
}

type Item = Hit | Drop;

/**
 * Stores a batch of hits and drops in an open transaction.
 * @param nextId gives ids for hits, growing, unique among instances.
 */
export async function storeBatch(
  tx: SqlTransaction,
  items: readonly Item[],
  nextId: () => bigint,
  limits: BatchLimits,
): Promise<StoredBatch> {
  // Sent together: the counters are read once the websites are locked.
  const [existing, counters] = await Promise.all([existingWebsites(tx, items), readUsage(tx, daysOf(items))]);
  const hitCounters = new Map(counters.map((counter) => [dayKey(counter), counter]));
  const settled = items.map((item): Item => {
    if ('reason' in item)
      return item.websiteId === 0 || existing.has(item.websiteId) ? item : unknown(item.day);
    // A website may have been deleted while its hit waited.
    const website = existing.get(item.websiteId);
    if (!website) return unknown(localTime('UTC', item.at).day);
    const limit = website.dailyLimit ?? limits.dailyHits;
    const counter = hitCounters.get(dayKey(item));
    if (!counter || take(counter, limit === 0 ? Number.POSITIVE_INFINITY : limit)) return item;
    return { websiteId: item.websiteId, day: item.day, reason: 'quota' };
  });
  const hits = settled.filter((item): item is Hit => !('reason' in item));
  const drops = settled.filter((item): item is Drop => 'reason' in item);
  const learned = await storeHits(tx, hits, nextId, limits);
  await storeDrops(tx, drops);
  await writeUsage(
    tx,
    counters.filter(({ websiteId }) => existing.has(websiteId)),
  );
  return { outcomes: settled.map((item) => ('reason' in item ? item.reason : null)), learned };
}

const dayKey = ({ websiteId, day }: Pick<Item, 'websiteId' | 'day'>) => `${websiteId} ${day}`;

/** The counters of hits that a batch needs. */
function daysOf(items: readonly Item[]): UsageKey[] {
  const days = new Map<string, UsageKey>();
  for (const item of items)
    if (!('reason' in item))
      days.set(dayKey(item), { websiteId: item.websiteId, day: item.day, name: 'hits' });
  return [...days.values()];
}

/**
 * The websites that exist. Where several instances write, their rows are locked, in the order of their ids: two batches with hits for the
 * same website wait for each other here, and nowhere else; and none goes on while its website is deleted.
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
