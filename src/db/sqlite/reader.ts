import Sqlite from 'better-sqlite3';
import { RUNNING } from './dialect.ts';
import { CACHE_KIB, READ_PATIENCE_MS, sqlitePath } from './settings.ts';
import { keepStatements } from './statements.ts';

/** A connection of its own that only reads. */
export interface ReadConnection {
  /** The rows of a SELECT, integers as numbers. */
  select(sql: string, values: readonly unknown[]): unknown[];
  close(): void;
}

/** Sees that something was committed. */
export interface Watch {
  /** A number that is another one after each commit of any other connection, of whichever process; NaN where it cannot be told. */
  changes(): number;
  /** The row whose column has a value, as text that is another one when any part of it is; null where it cannot be told. */
  fingerprint(table: string, column: string, value: string | number): string | null;
  close(): void;
}

/** Opens a connection that does nothing else: SQLite tells a connection of what others commit, not of what it commits itself. */
export function openWatch(url: string): Watch {
  const connection = new Sqlite(sqlitePath(url), { readonly: true, timeout: 0 });
  const version = connection.prepare('PRAGMA data_version').pluck();
  const prepared = keepStatements(connection);
  return {
    changes: () => told(() => Number(version.get())) ?? Number.NaN,
    fingerprint: (table, column, value) =>
      told(() => JSON.stringify(prepared(`SELECT * FROM "${table}" WHERE "${column}" = ?`).get(value) ?? '')),
    close: () => {
      connection.close();
    },
  };
}

/** Null where the database says nothing: whoever reads next is told why. */
function told<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch {
    return null;
  }
}

/**
 * Opens a connection for reading on the driver itself, for a thread that does nothing else.
 * @param running whether the statement may go on: asked while it runs, wherever its text says so (`Dialect.running`). The driver has no
 *   other way to interrupt a statement.
 */
export function openReader(url: string, running = () => true): ReadConnection {
  const connection = new Sqlite(sqlitePath(url), { readonly: true, timeout: READ_PATIENCE_MS });
  // What is grouped is sorted: more than this goes to a temporary file. (temp_store = MEMORY would have no bound.)
  connection.exec(`PRAGMA cache_size = ${-CACHE_KIB}`);
  // Not deterministic: SQLite would ask once only.
  connection.function(RUNNING, { deterministic: false }, (_item: unknown) => {
    if (!running()) throw new Error('The statement was cancelled.');
    return 1;
  });
  const prepared = keepStatements(connection);
  return {
    select: (sql, values) => prepared(sql).all(...values),
    close: () => {
      connection.close();
    },
  };
}

/**
 * Writes the log back into the database and begins it anew, empty; to be called while nobody writes. Blocks for as long as it takes.
 * @returns whether it did: not where somebody reads from the log.
 */
export function checkpoint(url: string): boolean {
  const connection = new Sqlite(sqlitePath(url), { timeout: 0 });
  try {
    const [result] = connection.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    return result?.busy === 0;
  } finally {
    connection.close();
  }
}
