import type { OpenOptions, SqlTransaction } from './database.ts';
import { isPostgresql } from './url.ts';

/** A connection of its own for what is written many times a second. */
export interface DirectConnection {
  /**
   * Runs `fn` in one transaction that writes. Tries once: who calls waits for what is in the way (`Database.inTurn`).
   * @throws what the database says, or `fn`, after rolling back.
   */
  transaction<T>(fn: (tx: SqlTransaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Opens a connection on the driver that is under Prisma's, without Prisma's client and adapter: they compile every statement
 * anew each time, and would take their memory again in every thread (docs/decisions/013).
 */
export async function openDirect(
  url: string,
  options: Pick<OpenOptions, 'statementMs'> = {},
): Promise<DirectConnection> {
  // Each kind's driver is loaded only where it is needed.
  if (isPostgresql(url)) return (await import('./postgresql/direct.ts')).openPostgresqlDirect(url, options);
  return (await import('./sqlite/direct.ts')).openSqliteDirect(url);
}
