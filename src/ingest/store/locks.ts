import type { SqlTransaction } from '../../db/database.ts';
import type { Dialect } from '../../db/sql/dialect.ts';
import { insertRows } from '../../db/sql/insert.ts';
import { readRows } from '../../db/sql/rows.ts';
import { raw, type Sql, sql } from '../../db/sql/sql.ts';
import { WEBSITE_LOCK } from '../../db/sql/tables.ts';
import { DELETED, LOCKED } from '../hit.ts';

interface FoundLock {
  websiteId: number | bigint;
  /** SQLite has no booleans. */
  deleted: boolean | number | bigint;
}

/** Returns a statement that reads the locks of websites, in the order of their ids. */
const locksBy = (lock: (dialect: Dialect) => Sql) =>
  readRows<FoundLock, 'websiteId'>(
    WEBSITE_LOCK.columns,
    (source, dialect, ofWebsites) => sql`
      SELECT "WebsiteLock"."websiteId", "WebsiteLock"."deleted"
      FROM ${source} AS "k" CROSS JOIN "WebsiteLock"
      WHERE "WebsiteLock"."websiteId" = "k"."websiteId" AND ${ofWebsites('"WebsiteLock"."websiteId"')}
      ORDER BY "WebsiteLock"."websiteId" ${lock(dialect)}`,
  );
const lockAll = locksBy(({ lockRows }) => lockRows('WebsiteLock'));
const lockUnlocked = locksBy(({ lockRows }) => lockRows('WebsiteLock', true));
const readAll = locksBy(() => raw(''));
const create = insertRows(WEBSITE_LOCK, 'ON CONFLICT DO NOTHING');

async function lock(tx: SqlTransaction, rows: readonly { websiteId: number }[]): Promise<FoundLock[]> {
  const statement = tx.skipsLocked ? lockUnlocked : lockAll;
  if (tx.dialect.spansWebsites) return statement(tx, rows);
  const found: FoundLock[] = [];
  for (const row of rows) found.push(...(await statement(tx, [row])));
  return found;
}

/**
 * The websites whose hits must not be stored: those that were deleted, those that others have locked if the
 * transaction skips them, and those that are away.
 */
export type RefusedWebsites = ReadonlyMap<number, typeof DELETED | typeof LOCKED>;

/**
 * Locks websites until the end of the transaction. With several instances it locks rows, in the order of
 * their ids. So batches with hits for the same website wait for each other here, and nowhere else. A website
 * cannot be deleted while a batch stores its hits.
 */
export async function lockWebsites(
  tx: SqlTransaction,
  items: readonly { websiteId: number }[],
): Promise<RefusedWebsites> {
  const ids = [...new Set(items.map(({ websiteId }) => websiteId))].sort((one, other) => one - other);
  const away = ids.filter((id) => tx.sharded?.isAway(id));
  // 0 stands for unknown websites, of which only drops are counted.
  const rows = ids.filter((id) => id !== 0 && !away.includes(id)).map((websiteId) => ({ websiteId }));
  const found = await lock(tx, rows);
  const missing = absent(rows, found);
  const locked = tx.skipsLocked ? await readAll(tx, missing) : [];
  // The first hits of a website.
  const fresh = absent(missing, locked);
  await create(tx, fresh);
  found.push(...(await lock(tx, fresh)));
  const deleted = found.filter((row) => Number(row.deleted) === 1);
  return new Map([
    ...deleted.map(({ websiteId }) => [Number(websiteId), DELETED] as const),
    ...locked.map(({ websiteId }) => [Number(websiteId), LOCKED] as const),
    ...away.map((websiteId) => [websiteId, LOCKED] as const),
  ]);
}

function absent(rows: { websiteId: number }[], found: readonly FoundLock[]): { websiteId: number }[] {
  const ids = new Set(found.map(({ websiteId }) => Number(websiteId)));
  return rows.filter(({ websiteId }) => !ids.has(websiteId));
}
