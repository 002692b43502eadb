import Sqlite from 'better-sqlite3';
import type { DirectConnection, SqlTransaction } from '../database.ts';
import type { Row } from '../sql/sql.ts';
import { Sql, sql } from '../sql/sql.ts';
import { sqliteDialect } from './dialect.ts';
import { RECORDER_CACHE_KIB, sqlitePath, WRITER_SETTINGS } from './settings.ts';
import { keepStatements } from './statements.ts';

/** Opens a connection whose transactions hold the write lock from the beginning. */
export function openSqliteDirect(url: string): DirectConnection {
  const connection = new Sqlite(sqlitePath(url), { timeout: 0 });
  for (const sql of [...WRITER_SETTINGS, `PRAGMA cache_size = ${-RECORDER_CACHE_KIB}`]) connection.exec(sql);
  // 64-bit integers are bigints in both directions; numbers would lose their last digits.
  connection.defaultSafeIntegers(true);
  const tx = tags(keepStatements(connection));

  return {
    async transaction(fn) {
      connection.exec('BEGIN IMMEDIATE');
      try {
        const result = await fn(tx);
        connection.exec('COMMIT');
        return result;
      } catch (error) {
        // After some errors SQLite has already rolled back.
        if (connection.inTransaction) connection.exec('ROLLBACK');
        throw error;
      }
    },
    async close() {
      connection.close();
    },
  };
}

/**
 * Prisma's tagged templates on prepared statements of the driver, and methods that run a statement for many
 * rows, one by one: before an INSERT of several, SQLite copies each page that it changes, to be able to undo
 * the first rows if the last one fails. In a batch of many websites each row changes another page.
 */
export function tags(prepared: (sql: string) => Sqlite.Statement): SqlTransaction {
  const query = (template: TemplateStringsArray | Sql, values: unknown[]) =>
    template instanceof Sql ? template : sql(template, ...(values as Sql[]));
  const tx = {
    dialect: sqliteDialect,
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
        return rows.map((row) => statement.run(...row).changes);
      },
      all(sql: string, rows: readonly Row[]) {
        const statement = prepared(sql);
        return rows.flatMap((row) => statement.all(...row));
      },
    },
  };
  return tx as unknown as SqlTransaction;
}
