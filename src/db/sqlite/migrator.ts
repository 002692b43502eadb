import Sqlite from 'better-sqlite3';
import { createRetry } from '../health/retry.ts';
import type { Migrator, Queries } from '../migrations/migrator.ts';
import { sqliteDialect } from './dialect.ts';
import { tags } from './direct.ts';
import { sqliteFaults } from './faults.ts';
import { withReserve } from './files.ts';
import { sqliteAdapter } from './open.ts';
import { sqlitePath } from './settings.ts';
import { keepStatements } from './statements.ts';

const LOCK_TIMEOUT_MS = 10_000;
/**
 * Short, because waiting blocks the process, and of two processes that wait for each other one must give up.
 */
const ATTEMPT_MS = 250;

export function sqliteMigrator(url: string): Migrator {
  const adapter = sqliteAdapter(url, ATTEMPT_MS);
  const file = sqlitePath(url);
  const faults = sqliteFaults(file);
  return {
    faults,
    dialect: sqliteDialect,
    adapter,
    // The engine reads before it takes the lock of the file, and prevents writes to what it read. Two engines
    // would wait for each other, so each attempt has its own connections and closes them.
    alone(work) {
      const lock = createRetry(LOCK_TIMEOUT_MS, (error) => faults.kindOf(error) === 'locked');
      return lock.run(() => withReserve(file, () => work(queriesOf(file))));
    },
  };
}

/**
 * Runs each query on a connection that is then closed: an open one in WAL mode would prevent the engine from
 * locking the file. Prisma's client is not used, because it takes a tenth of a second at every start.
 */
function queriesOf(file: string): Queries {
  const $queryRaw = async (...query: Parameters<Queries['$queryRaw']>) => {
    const connection = new Sqlite(file, { timeout: ATTEMPT_MS });
    try {
      return await tags(keepStatements(connection)).$queryRaw(...query);
    } finally {
      connection.close();
    }
  };
  return { $queryRaw } as Queries;
}
