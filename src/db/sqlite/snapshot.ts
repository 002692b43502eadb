import Sqlite from 'better-sqlite3';
import PQueue from 'p-queue';
import type { SnapshotConnection, SnapshotOptions } from '../snapshot.ts';
import type { Row } from '../sql/sql.ts';
import { sqliteDialect } from './dialect.ts';
import { READ_LOCK_TIMEOUT_MS, sqlitePath } from './settings.ts';
import { keepStatements } from './statements.ts';

/**
 * Memory for pages of the file. A small one is enough: a snapshot seldom reads a row twice, because days that
 * were read stay in memory as columns (engine/columns/read/dayCache.ts).
 */
const CACHE_KIB = 2_000;

/**
 * Opens a connection that reads snapshots. In WAL mode, a read transaction sees one version of the database.
 */
export function openSqliteSnapshots(url: string, { onQuery }: SnapshotOptions): SnapshotConnection {
  const connection = new Sqlite(sqlitePath(url), { readonly: true, timeout: READ_LOCK_TIMEOUT_MS });
  connection.exec(`PRAGMA cache_size = ${-CACHE_KIB}`);
  const prepared = keepStatements(connection);
  const version = connection.prepare('PRAGMA data_version').pluck();
  const queue = new PQueue({ concurrency: 1 });

  return {
    read: (work) =>
      queue.add(async () => {
        connection.exec('BEGIN');
        try {
          return await work({
            dialect: sqliteDialect,
            async select({ sql, values }) {
              onQuery?.(sql);
              return prepared(sql)
                .raw()
                .all(...values) as Row[];
            },
            // This begins the snapshot if nothing was read before.
            version: async () => String(version.get()),
          });
        } finally {
          connection.exec('COMMIT');
        }
      }),
    async close() {
      await queue.add(async () => void connection.close());
    },
  };
}
