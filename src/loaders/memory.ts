import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.ts';
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
export function createMemory(db: Pick<Database, 'read' | 'changes' | 'stamp'>): Memory {
  const { apiKey, website } = db.read;
  return {
    apiKeys: rememberRows(db, 'ApiKey', 'hash', (keys: string[]) =>
      apiKey.findMany({ where: { hash: { in: keys } } }),
    ),
    websites: rememberRows(db, 'Website', 'id', (keys: number[]) =>
      website.findMany({ where: { id: { in: keys } } }),
    ),
    websitesByTrackingId: rememberRows(db, 'Website', 'trackingId', (keys: string[]) =>
      website.findMany({ where: { trackingId: { in: keys } } }),
    ),
    pages: createKnownPages(),
  };
}

interface Kept<Row> {
  row: Row;
  /** `Database.stamp` from before it was read, and `Database.changes` when that was the same last. */
  stamp: string | null;
  seen: number;
}

/**
 * Remembers rows for as long as they are what is committed: while nothing is committed at all, and after that, while their stamps are the
 * same. Either takes microseconds; through the client a row takes a quarter of a millisecond, and a whole one when it is seldom asked for.
 */
export function rememberRows<Row extends object, Column extends string & keyof Row>(
  db: Pick<Database, 'changes' | 'stamp'>,
  table: 'ApiKey' | 'Website',
  column: Column,
  find: (keys: (Row[Column] & (string | number))[]) => Promise<Row[]>,
): Rows<Row[Column] & (string | number), Row> {
  type Key = Row[Column] & (string | number);
  const kept = new LRUCache<Key, Kept<Row>>({ max: KEPT_ROWS });

  /** The row that is remembered; null where there is none, or another one by now. */
  function remembered(key: Key, seen: number): Row | null {
    const entry = kept.get(key);
    if (!entry) return null;
    if (entry.seen !== seen) {
      const stamp = db.stamp(table, column, key);
      if (stamp === null || stamp !== entry.stamp) return null;
    }
    entry.seen = seen;
    return entry.row;
  }

  return async (keys) => {
    const seen = db.changes();
    const rows = new Map(keys.map((key) => [key, remembered(key, seen)]));
    const missing = keys.filter((key) => rows.get(key) === null);
    if (missing.length > 0) {
      // Before the rows are read: where one changes meanwhile, its stamp is too old, and the next look reads it again.
      const stamps = new Map(missing.map((key) => [key, db.stamp(table, column, key)]));
      for (const row of await find(missing)) {
        const key = row[column] as Key;
        rows.set(key, row);
        kept.set(key, { row, stamp: stamps.get(key) ?? null, seen });
      }
    }
    return keys.map((key) => rows.get(key) ?? null);
  };
}
