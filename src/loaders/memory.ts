import { LRUCache } from 'lru-cache';
import type { Database, State } from '../db/database.ts';
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
export function createMemory(db: Pick<Database, 'read' | 'changes' | 'stamps'>): Memory {
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
  /** Its stamp from before it was read, and the state of the database when that was the same last. */
  stamp: string | null;
  seen: State;
}

/**
 * Remembers rows for as long as they are what is committed: while nothing is committed at all, and after that, while their stamps are the
 * same. Either takes microseconds on SQLite; through the client a row takes a quarter of a millisecond, and a whole one when it is seldom
 * asked for.
 */
export function rememberRows<Row extends object, Column extends string & keyof Row>(
  db: Pick<Database, 'changes' | 'stamps'>,
  table: 'ApiKey' | 'Website',
  column: Column,
  find: (keys: (Row[Column] & (string | number))[]) => Promise<Row[]>,
): Rows<Row[Column] & (string | number), Row> {
  type Key = Row[Column] & (string | number);
  const kept = new LRUCache<Key, Kept<Row>>({ max: KEPT_ROWS });

  /** The rows that are remembered and right; and the keys of the others, with their stamps. */
  async function lookUp(keys: readonly Key[], seen: State) {
    const rows = new Map<Key, Row>();
    const stamps = new Map<Key, string | null>();
    const entries = keys.map((key) => ({ key, entry: kept.get(key) }));
    const doubtful = entries.filter(({ entry }) => entry?.seen !== seen);
    // Before the rows are read: where one changes meanwhile, its stamp is too old, and the next look reads it again.
    const keysInDoubt = doubtful.map(({ key }) => key);
    const current = doubtful.length > 0 ? await db.stamps(table, column, keysInDoubt) : [];
    for (const [index, { key, entry }] of doubtful.entries()) {
      const stamp = current[index] ?? null;
      if (entry && stamp !== null && stamp === entry.stamp) entry.seen = seen;
      else stamps.set(key, stamp);
    }
    for (const { key, entry } of entries) if (entry && !stamps.has(key)) rows.set(key, entry.row);
    return { rows, stamps };
  }

  return async (keys) => {
    const seen = await db.changes();
    const { rows, stamps } = await lookUp(keys, seen);
    if (stamps.size > 0) {
      for (const row of await find([...stamps.keys()])) {
        const key = row[column] as Key;
        rows.set(key, row);
        kept.set(key, { row, stamp: stamps.get(key) ?? null, seen });
      }
    }
    return keys.map((key) => rows.get(key) ?? null);
  };
}
