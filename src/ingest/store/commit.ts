import { localTime } from '../../calendar/clock.ts';
import type { SqlTransaction } from '../../db/database.ts';
import type { Dialect } from '../../db/sql/dialect.ts';
import { readRows } from '../../db/sql/rows.ts';
import { raw, type Sql, sql } from '../../db/sql/sql.ts';
import { type Attempted, type Drop, type Hit, LOCKED } from '../hit.ts';
import { repeatedHits } from './hitIds.ts';
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
  const websites = await lockWebsites(tx, items);
  const locked = (item: Item) => websites.locked.has(item.websiteId);
  const { existing } = websites;
  const hits = items.filter((item): item is Hit => !('reason' in item) && existing.has(item.websiteId));
  const repeated: ReadonlySet<Item> = await repeatedHits(tx, hits);
  const counted = hits.filter((hit) => !repeated.has(hit));
  const accepted = new Set<Item>(await withinLimits(tx, counted, existing, limits));
  const dropOf = (item: Item): Drop | null => {
    if (locked(item)) return null;
    if ('reason' in item)
      return item.websiteId === 0 || existing.has(item.websiteId) ? item : unknown(item.day);
    // The website may have been deleted while its hit waited.
    if (!existing.has(item.websiteId)) return unknown(localTime('UTC', item.at).day);
    if (accepted.has(item) || repeated.has(item)) return null;
    return { websiteId: item.websiteId, day: item.day, reason: 'quota' };
  };
  const drops = items.map(dropOf);
  const learned = await storeHits(
    tx,
    counted.filter((hit) => accepted.has(hit)),
    nextId,
    limits,
  );
  await storeDrops(
    tx,
    drops.filter((drop) => drop !== null),
  );
  const outcomes = items.map((item, index) => (locked(item) ? LOCKED : (drops[index]?.reason ?? null)));
  return { outcomes, learned };
}

type Websites = ReadonlyMap<number, { dailyLimit: number | null }>;

/** Returns the hits that their websites may still count on their day: the first ones, in order of arrival. */
async function withinLimits(
  tx: SqlTransaction,
  hits: readonly Hit[],
  websites: Websites,
  { dailyHits }: BatchLimits,
): Promise<Hit[]> {
  const groups = new Map<string, Hit[]>();
  for (const hit of hits) {
    const group = groups.get(dayKey(hit));
    if (group) group.push(hit);
    else groups.set(dayKey(hit), [hit]);
  }
  const wanted = [...groups.values()].map((group): Wanted => {
    const { websiteId, day } = group[0] as Hit;
    const limit = websites.get(websiteId)?.dailyLimit ?? dailyHits;
    return { websiteId, day, name: 'hits', amount: group.length, limit: limit || Number.POSITIVE_INFINITY };
  });
  const allowed = await reserve(tx, wanted);
  return [...groups.values()].flatMap((group, index) => group.slice(0, allowed[index]));
}

const dayKey = ({ websiteId, day }: Pick<Item, 'websiteId' | 'day'>) => `${websiteId} ${day}`;

interface FoundWebsite {
  id: number | bigint;
  dailyLimit: number | bigint | null;
}

/** Returns a statement that reads websites by their ids, in this order. */
const websitesBy = (lock: (dialect: Dialect) => Sql) =>
  readRows<FoundWebsite, 'id'>(
    { id: 'INTEGER' },
    (source, dialect) => sql`
      SELECT "Website"."id", "Website"."dailyLimit" FROM ${source} AS "k" CROSS JOIN "Website"
      WHERE "Website"."id" = "k"."id" ORDER BY "Website"."id" ${lock(dialect)}`,
  );
const lockAll = websitesBy(({ lockRows }) => lockRows('Website'));
const lockUnlocked = websitesBy(({ lockRows }) => lockRows('Website', true));
const readAll = websitesBy(() => raw(''));

/**
 * Reads the websites of a batch that exist. With several instances it also locks their rows, in the order of
 * their ids. So batches with hits for the same website wait for each other here, and nowhere else. A website
 * cannot be deleted while a batch stores its hits.
 * @returns those that exist and are locked by this transaction (`existing`), and those that others have
 *   locked: none unless the transaction skips them.
 */
async function lockWebsites(
  tx: SqlTransaction,
  items: readonly Item[],
): Promise<{ existing: Websites; locked: ReadonlySet<number> }> {
  const ids = [...new Set(items.map(({ websiteId }) => websiteId))].map((id) => ({ id }));
  const rows = await (tx.skipsLocked ? lockUnlocked : lockAll)(tx, ids);
  const existing = new Map(
    rows.map(({ id, dailyLimit }) => [
      Number(id),
      { dailyLimit: dailyLimit === null ? null : Number(dailyLimit) },
    ]),
  );
  const missing = tx.skipsLocked ? ids.filter(({ id }) => !existing.has(id)) : [];
  const locked = new Set((await readAll(tx, missing)).map(({ id }) => Number(id)));
  return { existing, locked };
}

const unknown = (day: number): Drop => ({ websiteId: 0, day, reason: 'unknown_website' });
