import type { SqlTransaction } from '../db/database.ts';
import { readRows } from '../db/rows.ts';
import { sql } from '../db/sql.ts';
import { localTime } from '../ingest/clock.ts';
import type { Drop, Hit, Outcome } from '../ingest/hit.ts';
import { storeDrops, storeHits } from './store.ts';

/**
 * Stores a batch of hits and drops in an open transaction.
 * @param nextId gives ids for hits, growing, unique among instances.
 * @returns what becomes of each once the transaction is committed.
 */
export async function storeBatch(
  tx: SqlTransaction,
  items: readonly (Hit | Drop)[],
  nextId: () => bigint,
): Promise<Outcome[]> {
  const existing = await existingWebsites(tx, items);
  // A website may have been deleted while its hit waited.
  const settled = items.map((item) =>
    item.websiteId === 0 || existing.has(item.websiteId) ? item : asUnknown(item),
  );
  const hits = settled.filter((item): item is Hit => !('reason' in item));
  const drops = settled.filter((item): item is Drop => 'reason' in item);
  await storeHits(tx, hits, nextId);
  await storeDrops(tx, drops);
  return settled.map((item) => ('reason' in item ? item.reason : null));
}

/**
 * The websites that exist. Where several instances write, their rows are locked, in the order of their ids: two batches with hits for the
 * same website wait for each other here, and nowhere else; and none goes on while its website is deleted.
 */
const findWebsites = readRows<{ id: number | bigint }, 'id'>(
  { id: 'INTEGER' },
  (source, { lockRows }) => sql`
    SELECT "Website"."id" FROM ${source} AS "k" CROSS JOIN "Website" WHERE "Website"."id" = "k"."id"
    ORDER BY "Website"."id" ${lockRows('Website')}`,
);

async function existingWebsites(tx: SqlTransaction, items: readonly (Hit | Drop)[]): Promise<Set<number>> {
  const ids = [...new Set(items.map(({ websiteId }) => websiteId))].map((id) => ({ id }));
  const rows = await findWebsites(tx, ids);
  return new Set(rows.map(({ id }) => Number(id)));
}

function asUnknown(item: Hit | Drop): Drop {
  const day = 'at' in item ? localTime('UTC', item.at).day : item.day;
  return { websiteId: 0, day, reason: 'unknown_website' };
}
