import Sqlite from 'better-sqlite3';
import { createRetry } from '../health/retry.ts';
import type { MigrationOptions, Migrator, Queries, SchemaTransaction } from '../migrations/migrator.ts';
import { sqliteDialect } from './dialect.ts';
import { tags } from './direct.ts';
import { sqliteFaults } from './faults.ts';
import { refuseNetworkFile } from './fileSystem.ts';
import { protectFile, withReserve } from './files.ts';
import { fileOf, sqlitePath } from './settings.ts';
import { keepStatements } from './statements.ts';

const LOCK_TIMEOUT_MS = 10_000;
/**
 * Short, because waiting blocks the process, and of two processes that wait for each other one must give up.
 */
const ATTEMPT_MS = 250;

/**
 * `EXCLUSIVE` also excludes a server of the version before, which would fail on the new schema. Scripts that
 * replace a table expect that references are not enforced, which a script cannot switch in a transaction.
 */
const SETTINGS = 'PRAGMA locking_mode = EXCLUSIVE; PRAGMA foreign_keys = OFF';

export function sqliteMigrator(url: string, { onQuery }: MigrationOptions): Migrator {
  refuseNetworkFile(fileOf(url));
  const file = sqlitePath(url);
  protectFile(file);
  const faults = sqliteFaults(file);
  const isLocked = (error: unknown) => faults.kindOf(error) === 'locked';

  /** Each use has its own connection: an open one would prevent others from locking the file. */
  async function connected<T>(use: (connection: Sqlite.Database) => Promise<T>): Promise<T> {
    const verbose = onQuery && { verbose: (sql: unknown) => onQuery(String(sql)) };
    const connection = new Sqlite(file, { timeout: ATTEMPT_MS, ...verbose });
    try {
      return await use(connection);
    } finally {
      connection.close();
    }
  }

  const queriesOf = (connection: Sqlite.Database) => tags(keepStatements(connection));

  function inTransaction<T>(step: (tx: SchemaTransaction) => Promise<T>): Promise<T> {
    return connected(async (connection) => {
      connection.exec(SETTINGS);
      connection.exec('BEGIN EXCLUSIVE');
      try {
        const { $queryRaw } = queriesOf(connection);
        const result = await step({ $queryRaw, execute: async (script) => connection.exec(script) });
        connection.exec('COMMIT');
        return result;
      } catch (error) {
        // After some errors SQLite has already rolled back.
        if (connection.inTransaction) connection.exec('ROLLBACK');
        throw error;
      }
    });
  }

  const $queryRaw = (...query: Parameters<SchemaTransaction['$queryRaw']>) =>
    connected((connection) => queriesOf(connection).$queryRaw(...query));
  return {
    faults,
    dialect: sqliteDialect,
    moment: 'DATETIME',
    empty: 'an empty one',
    withSession(work) {
      const lock = createRetry(LOCK_TIMEOUT_MS, isLocked);
      const retried = <T>(attempt: () => Promise<T>) => lock.run(() => withReserve(file, attempt));
      return work({
        queries: {
          $queryRaw: (...query: Parameters<typeof $queryRaw>) => retried(() => $queryRaw(...query)),
        } as Queries,
        // The operating system decides that, and reports it as soon as something is written.
        requireRights: async () => undefined,
        transaction: (step) => retried(() => inTransaction(step)),
      });
    },
  };
}
