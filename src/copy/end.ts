import type { Database, SqlTransaction } from '../db/database.ts';
import { type DirectConnection, openDirect } from '../db/direct.ts';
import { openDatabase } from '../db/open.ts';
import { isPostgresql } from '../db/url.ts';
import { type Kind, kindOf } from './kinds.ts';

/** Nobody waits but the person who typed the command. */
const LOCK_PATIENCE_MS = 15_000;
/** How long one statement may take, ms: those that count a table read all of it. */
const STATEMENT_MS = 24 * 3_600_000;

/** One of the two databases. */
export interface End {
  db: Database;
  /** Beside `db`, for many rows at a time. */
  direct: DirectConnection;
  kind: Kind;
  close(): Promise<void>;
}

/**
 * Opens a database that is migrated.
 * @throws DatabaseFault when it cannot be opened.
 */
export async function openEnd(url: string): Promise<End> {
  const patient = withTimeForStatements(url);
  const kind = await kindOf(url);
  const db = await openDatabase(patient, { lockPatience: LOCK_PATIENCE_MS });
  const direct = await openDirect(patient);
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
  return db.inTurn(() => direct.transaction(fn));
}

/** node-postgres takes its settings from the URL, too, ahead of those in the code. */
function withTimeForStatements(url: string): string {
  if (!isPostgresql(url)) return url;
  const { search } = new URL(url);
  if (/[?&]query_timeout=/.test(search)) return url;
  return `${url}${search ? '&' : '?'}query_timeout=${STATEMENT_MS}`;
}
