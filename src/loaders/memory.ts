import { LRUCache } from 'lru-cache';
import type { Database } from '../db/open.ts';
import type { ApiKey, Website } from '../generated/prisma/client.ts';
import { createKnownPages, type KnownPages } from './stats.ts';

/** Rows by key, read together where they are not remembered; null for a key that has none. */
export type Rows<Key, Row> = (keys: readonly Key[]) => Promise<(Row | null)[]>;

/** What requests have read, for those after them: never older than what is committed. */
export interface Memory {
  apiKeys: Rows<string, ApiKey>;
  websites: Rows<number, Website>;
  websitesByTrackingId: Rows<string, Website>;
  pages: KnownPages;
}

const KEPT_ROWS = 2_000;

/** An empty memory, for as long as the database is open. */
export function createMemory(db: Pick<Database, 'read' | 'changes'>): Memory {
  const { read } = db;
  return {
    apiKeys: rememberRows(
      db,
      (hashes) => read.apiKey.findMany({ where: { hash: { in: hashes } } }),
      ({ hash }) => hash,
    ),
    websites: rememberRows(
      db,
      (ids) => read.website.findMany({ where: { id: { in: ids } } }),
      ({ id }) => id,
    ),
    websitesByTrackingId: rememberRows(
      db,
      (ids) => read.website.findMany({ where: { trackingId: { in: ids } } }),
      ({ trackingId }) => trackingId,
    ),
    pages: createKnownPages(),
  };
}

/**
 * Remembers rows until anything at all is committed. Between two commits a lookup costs microseconds, which through the client takes a
 * quarter of a millisecond; while hits come in by the hundred, it is as if there was no memory.
 */
export function rememberRows<Key extends string | number, Row extends object>(
  db: Pick<Database, 'changes'>,
  find: (keys: Key[]) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
): Rows<Key, Row> {
  const kept = new LRUCache<Key, Row>({ max: KEPT_ROWS });
  let seen = Number.NaN;

  return async (keys) => {
    const changes = db.changes();
    if (changes !== seen) kept.clear();
    seen = changes;
    const rows = new Map(keys.map((key) => [key, kept.get(key) ?? null]));
    const missing = keys.filter((key) => rows.get(key) === null);
    if (missing.length > 0) {
      for (const row of await find(missing)) {
        rows.set(keyOf(row), row);
        // Read after `changes`: where something else was committed meanwhile, the next look drops it.
        if (seen === changes) kept.set(keyOf(row), row);
      }
    }
    return keys.map((key) => rows.get(key) ?? null);
  };
}
