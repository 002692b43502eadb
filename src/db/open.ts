import type { CopyAdapter } from './copyAdapter.ts';
import type { Database, DirectConnection, OpenOptions } from './database.ts';
import { isPostgresql } from './url.ts';

/**
 * Opens the (migrated) database behind a `file:` or `postgresql:` URL.
 * @throws DatabaseFault when it cannot be opened.
 */
export async function openDatabase(url: string, options: OpenOptions = {}): Promise<Database> {
  // Each kind's client is loaded only where it is needed.
  if (isPostgresql(url)) return (await import('./postgresql/open.ts')).openPostgresql(url, options);
  return (await import('./sqlite/open.ts')).openSqlite(url, options);
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

/** The kind of the database behind a URL. Nothing is opened. */
export async function openCopyAdapter(url: string): Promise<CopyAdapter> {
  if (isPostgresql(url)) return (await import('./postgresql/copyAdapter.ts')).postgresqlCopyAdapter(url);
  return (await import('./sqlite/copyAdapter.ts')).sqliteCopyAdapter(url);
}
