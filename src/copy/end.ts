import type { CopyAdapter } from '../db/copyAdapter.ts';
import type { Database, DirectConnection, SqlTransaction } from '../db/database.ts';
import { openCopyAdapter, openDatabase, openDirect } from '../db/open.ts';

/** Longer than a server's: only the person who ran the command waits. */
const LOCK_TIMEOUT_MS = 15_000;
/** No timeout: statements that count rows read whole tables. */
const STATEMENT_MS = 0;

/** The source or the target of a copy. */
export interface End {
  db: Database;
  /** A second connection, for many rows at a time. */
  direct: DirectConnection;
  kind: CopyAdapter;
  close(): Promise<void>;
}

/**
 * Opens a migrated database.
 * @throws DatabaseFault if it cannot be opened.
 */
export async function openEnd(url: string): Promise<End> {
  const options = { lockTimeout: LOCK_TIMEOUT_MS, statementMs: STATEMENT_MS };
  const kind = await openCopyAdapter(url);
  const db = await openDatabase(url, options);
  const direct = await openDirect(url, options);
  return {
    db,
    direct,
    kind,
    async close() {
      await direct.close().catch(() => undefined);
      await db.close();
    },
  };
}

/**
 * Runs `fn` in a transaction of the driver, with the retries and the faults of `Database.write`. `fn` may run
 * more than once.
 * @throws DatabaseFault; any other error that `fn` throws.
 */
export function inTransaction<T>({ db, direct }: End, fn: (tx: SqlTransaction) => Promise<T>): Promise<T> {
  return db.enqueueWrite(() => direct.transaction(fn));
}
