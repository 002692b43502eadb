import Sqlite from 'better-sqlite3';
import { RUNNING } from './dialect.ts';
import { CACHE_KIB, READ_LOCK_TIMEOUT_MS, sqlitePath } from './settings.ts';
import { keepStatements } from './statements.ts';

/** A separate connection that only reads. */
export interface ReadConnection {
  /** Returns the rows of a SELECT, with integers as numbers. */
  select(sql: string, values: readonly unknown[]): unknown[];
  close(): void;
}

/** Detects commits. */
export interface Watch {
  /**
   * Returns a number that changes with each commit of another connection, of any process; NaN if it cannot be
   * determined.
   */
  changes(): number;
  /**
   * Returns the fingerprint of the row whose column has a value: a text that changes with any part of the
   * row. Null if the row does not exist or the fingerprint cannot be determined.
   */
  fingerprint(table: string, column: string, value: string | number): string | null;
  close(): void;
}

/**
 * Opens a connection that is used for nothing else: SQLite reports only commits of other connections, not its
 * own.
 */
export function openWatch(url: string): Watch {
  const connection = new Sqlite(sqlitePath(url), { readonly: true, timeout: 0 });
  const version = connection.prepare('PRAGMA data_version').pluck();
  const prepared = keepStatements(connection);
  return {
    changes: () => orNull(() => Number(version.get())) ?? Number.NaN,
    fingerprint: (table, column, value) =>
      orNull(() => {
        const row = prepared(`SELECT * FROM "${table}" WHERE "${column}" = ?`).get(value);
        return row === undefined ? null : JSON.stringify(row);
      }),
    close: () => {
      connection.close();
    },
  };
}

/** Returns null if the database fails: the next read reports the error. */
function orNull<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch {
    return null;
  }
}

/**
 * Opens a connection for reading on the driver itself, for a thread that does nothing else.
 * @param running whether the statement may continue. It is called while the statement runs, where its text
 *   has the condition `Dialect.running`. The driver has no other way to interrupt a statement.
 */
export function openReader(url: string, running = () => true): ReadConnection {
  const connection = new Sqlite(sqlitePath(url), { readonly: true, timeout: READ_LOCK_TIMEOUT_MS });
  // GROUP BY sorts its rows. Beyond this size, SQLite uses a temporary file (temp_store = MEMORY has no
  // limit).
  connection.exec(`PRAGMA cache_size = ${-CACHE_KIB}`);
  // Not deterministic: otherwise SQLite would call it only once.
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
 * Writes the log back into the database, and truncates it. To be called while nobody writes; blocks until it
 * is done.
 * @returns whether it succeeded: false if somebody reads from the log.
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
