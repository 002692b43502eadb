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
/** Short: it blocks the process, and of two that wait for each other one has to let go. */
const ATTEMPT_MS = 250;

export function sqliteMigrator(url: string): Migrator {
  const adapter = sqliteAdapter(url, ATTEMPT_MS);
  const file = sqlitePath(url);
  const faults = sqliteFaults(file);
  return {
    faults,
    dialect: sqliteDialect,
    adapter,
    // The engine reads before it takes the lock of the file, and keeps what it read from being written: two of them wait for each
    // other. Each attempt has connections of its own, which it closes.
    alone(work) {
      const lock = createRetry(LOCK_TIMEOUT_MS, (error) => faults.kindOf(error) === 'locked');
      return lock.run(() => withReserve(file, () => work(queriesOf(file))));
    },
  };
}

/**
 * Queries on a connection that is closed after each of them: one that stays open in WAL mode would keep the engine from
 * locking the file. Not through Prisma's client, which takes a tenth of a second of every start.
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
