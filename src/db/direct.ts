import Sqlite from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import type { SqlTransaction } from './open.ts';
import type { Row } from './rows.ts';
import { Sql, sql } from './sql.ts';
import { READ_PATIENCE_MS, sqlitePath, WRITER_SETTINGS } from './sqlite.ts';

/** Holds the pages that a day of a few hundred thousand visitors writes again and again; SQLite's default is 2,000. */
const CACHE_KIB = 8_000;

/** A connection of its own for what is written many times a second. */
export interface DirectConnection {
  /**
   * Runs `fn` in one transaction that holds the write lock from its first statement. Tries once: who calls waits for locks
   * (`Database.inTurn`).
   * @throws what SQLite throws, or `fn`, after rolling back.
   */
  transaction<T>(fn: (tx: SqlTransaction) => Promise<T>): Promise<T>;
  close(): void;
}

/**
 * Opens a connection on the driver that is under Prisma's, without Prisma's client and adapter: they compile every statement
 * anew each time, and would take their memory again in every thread (docs/decisions/013).
 */
export function openDirect(url: string): DirectConnection {
  const connection = new Sqlite(sqlitePath(url), { timeout: 0 });
  for (const sql of [...WRITER_SETTINGS, `PRAGMA cache_size = ${-CACHE_KIB}`]) connection.exec(sql);
  // 64-bit integers, in the database and out of it, are bigints: numbers would lose their last digits.
  connection.defaultSafeIntegers(true);
  // As many as there are statements in the code.
  const statements = new Map<string, Sqlite.Statement>();
  const prepared = (sql: string): Sqlite.Statement => {
    let statement = statements.get(sql);
    if (!statement) {
      statement = connection.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  };
  const tx = tags(prepared);

  return {
    async transaction(fn) {
      connection.exec('BEGIN IMMEDIATE');
      try {
        const result = await fn(tx);
        connection.exec('COMMIT');
        return result;
      } catch (error) {
        // Some errors have rolled back already.
        if (connection.inTransaction) connection.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => {
      connection.close();
    },
  };
}

/** A connection of its own that only reads. */
export interface Reader {
  /** The rows of a SELECT, integers as numbers. */
  select(sql: string, values: readonly unknown[]): unknown[];
  close(): void;
}

/** Sees that something was committed. */
export interface Watch {
  /** A number that is another one after each commit of any other connection, of whichever process; NaN where it cannot be told. */
  changes(): number;
  /** The row whose column has a value, as text that is another one when any part of it is; null where it cannot be told. */
  stamp(table: string, column: string, value: string | number): string | null;
  close(): void;
}

/** Opens a connection that does nothing else: SQLite tells a connection of what others commit, not of what it commits itself. */
export function openWatch(url: string): Watch {
  const connection = new Sqlite(sqlitePath(url), { readonly: true, timeout: 0 });
  const version = connection.prepare('PRAGMA data_version').pluck();
  const rows = new Map<string, Sqlite.Statement>();
  return {
    changes: () => told(() => Number(version.get())) ?? Number.NaN,
    stamp(table, column, value) {
      const sql = `SELECT * FROM "${table}" WHERE "${column}" = ?`;
      const statement = rows.get(sql) ?? connection.prepare(sql).raw();
      rows.set(sql, statement);
      return told(() => JSON.stringify(statement.get(value) ?? ''));
    },
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

/** Statements that are kept: the texts in the code are few, but nothing else bounds them. */
const KEPT_STATEMENTS = 50;

/** Opens a connection for reading on the driver itself, for a thread that does nothing else. */
export function openReader(url: string): Reader {
  const connection = new Sqlite(sqlitePath(url), { readonly: true, timeout: READ_PATIENCE_MS });
  // Sorts what is grouped: less than this stays in memory.
  for (const sql of [`PRAGMA cache_size = ${-CACHE_KIB}`, 'PRAGMA temp_store = MEMORY']) connection.exec(sql);
  const statements = new LRUCache<string, Sqlite.Statement>({ max: KEPT_STATEMENTS });
  return {
    select(sql, values) {
      const statement = statements.get(sql) ?? connection.prepare(sql);
      statements.set(sql, statement);
      return statement.all(...values);
    },
    close: () => {
      connection.close();
    },
  };
}

/** Prisma's tagged templates on statements of the driver, and two that run a statement for each of many rows. */
function tags(prepared: (sql: string) => Sqlite.Statement): SqlTransaction {
  const query = (template: TemplateStringsArray | Sql, values: unknown[]) =>
    template instanceof Sql ? template : sql(template, ...(values as Sql[]));
  const tx = {
    async $queryRaw(template: TemplateStringsArray | Sql, ...values: unknown[]) {
      const { sql: text, values: parameters } = query(template, values);
      return prepared(text).all(...parameters);
    },
    async $executeRaw(template: TemplateStringsArray | Sql, ...values: unknown[]) {
      const { sql: text, values: parameters } = query(template, values);
      return prepared(text).run(...parameters).changes;
    },
    each: {
      run(sql: string, rows: readonly Row[]) {
        const statement = prepared(sql);
        for (const row of rows) statement.run(...row);
      },
      all(sql: string, rows: readonly Row[]) {
        const statement = prepared(sql);
        return rows.flatMap((row) => statement.all(...row));
      },
    },
  };
  return tx as unknown as SqlTransaction;
}
