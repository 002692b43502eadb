import type { Database, OpenOptions } from './database.ts';
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
