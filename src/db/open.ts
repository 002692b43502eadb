import type { CopyAdapter } from './copyAdapter.ts';
import type { Database, DirectConnection, OpenOptions } from './database.ts';
import type { SnapshotConnection, SnapshotOptions } from './snapshot.ts';
import { isPostgresql } from './url.ts';

/**
 * Returns a URL of the same database that is unambiguous for all connections of all threads
 * (decision 060).
 * @param forServer also checks whether a server can run on it: the rights and the connections of its role.
 * @throws DatabaseFault that says why not, and what to do.
 */
export async function resolveUrl(url: string, { forServer = false } = {}): Promise<string> {
  if (!isPostgresql(url)) return url;
  return (await import('./postgresql/start/examine.ts')).resolvePostgresql(url, forServer);
}

/**
 * Opens the (migrated) database behind a `file:` or `postgresql:` URL.
 * @throws DatabaseFault if it cannot be opened.
 */
export async function openDatabase(url: string, options: OpenOptions = {}): Promise<Database> {
  // Each client is loaded only if it is needed.
  if (isPostgresql(url)) return (await import('./postgresql/open.ts')).openPostgresql(url, options);
  return (await import('./sqlite/open.ts')).openSqlite(url, options);
}

/**
 * Opens a connection on the driver below Prisma, without Prisma's client and adapter. Those compile every
 * statement on each execution, and would take their memory again in every thread (docs/decisions/013).
 */
export async function openDirect(
  url: string,
  options: Pick<OpenOptions, 'statementMs'> = {},
): Promise<DirectConnection> {
  // Each driver is loaded only if it is needed.
  if (isPostgresql(url)) return (await import('./postgresql/direct.ts')).openPostgresqlDirect(url, options);
  return (await import('./sqlite/direct.ts')).openSqliteDirect(url);
}

/**
 * Opens the connections of the thread that records hits: as {@link openDirect}, with one more to each machine
 * of a cluster.
 */
export async function openRecording(
  url: string,
  options: Pick<OpenOptions, 'onDistributed'>,
): Promise<DirectConnection> {
  if (!isPostgresql(url)) return openDirect(url);
  return (await import('./postgresql/recording.ts')).openPostgresqlRecording(url, options);
}

/** Returns the copy adapter for the database behind a URL. It opens nothing. */
export async function openCopyAdapter(url: string): Promise<CopyAdapter> {
  if (isPostgresql(url)) return (await import('./postgresql/copyAdapter.ts')).postgresqlCopyAdapter(url);
  return (await import('./sqlite/copyAdapter.ts')).sqliteCopyAdapter(url);
}

/** Opens a connection that reads snapshots, without Prisma (openDirect). It connects on demand. */
export async function openSnapshots(url: string, options: SnapshotOptions = {}): Promise<SnapshotConnection> {
  if (isPostgresql(url))
    return (await import('./postgresql/snapshot.ts')).openPostgresqlSnapshots(url, options);
  return (await import('./sqlite/snapshot.ts')).openSqliteSnapshots(url, options);
}
