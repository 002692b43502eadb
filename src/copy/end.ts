import type { CopyAdapter } from '../db/copyAdapter.ts';
import type { Database, DirectConnection, SqlTransaction } from '../db/database.ts';
import { openCopyAdapter, openDatabase, openDirect } from '../db/open.ts';

/** Nobody waits but the person who typed the command. */
const LOCK_TIMEOUT_MS = 15_000;
/** As long as it takes: statements that count a table read all of it. */
const STATEMENT_MS = 0;

/** One of the two databases. */
export interface End {
  db: Database;
  /** Beside `db`, for many rows at a time. */
  direct: DirectConnection;
  kind: CopyAdapter;
  close(): Promise<void>;
}

/**
 * Opens a database that is migrated.
 * @throws DatabaseFault when it cannot be opened.
 */
export async function openEnd(url: string): Promise<End> {
  const options = { lockTimeout: LOCK_TIMEOUT_MS, statementMs: STATEMENT_MS };
  const kind = await openCopyAdapter(url);
  const db = await openDatabase(url, options);
  const direct = await openDirect(url, options);
  return {
    ...{ db, direct, kind },
    async close() {
      await direct.close().catch(() => undefined);
      await db.close();
    },
  };
}

/**
 * Runs `fn` in a transaction of the driver, with the patience and the faults of `Database.write`. It may run more than once.
 * @throws DatabaseFault, or whatever `fn` throws.
 */
export function inTransaction<T>({ db, direct }: End, fn: (tx: SqlTransaction) => Promise<T>): Promise<T> {
  return db.enqueueWrite(() => direct.transaction(fn));
}
