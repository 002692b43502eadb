import type { Database, DirectConnection, SqlTransaction } from '../../db/database.ts';
import { AppError } from '../../errors.ts';
import { lockWebsites } from '../../ingest/store/locks.ts';

/** How an import writes: on a connection of its own, whose statements are prepared. */
export interface ImportConnection {
  db: Database;
  direct: DirectConnection;
}

/**
 * Runs a function in one transaction that has locked a website.
 * @throws AppError `not_found` if the website was deleted; DatabaseFault.
 */
export function writeTo<T>(
  { db, direct }: ImportConnection,
  websiteId: number,
  fn: (tx: SqlTransaction) => Promise<T>,
): Promise<T> {
  return db.enqueueWrite(() =>
    direct.transaction(async (tx) => {
      const refused = await lockWebsites(tx, [{ websiteId }]);
      if (refused.size > 0) throw new AppError('not_found', 'The website was deleted meanwhile.');
      return fn(tx);
    }),
  );
}
