import { randomBytes } from 'node:crypto';
import { openCluster } from './cluster.mjs';
import type { Relay } from './relay.ts';

/**
 * An empty database with the Citus extension. Use it with `await using`.
 * @param relays stand before the workers, so that a test can cut them off.
 */
export async function emptyOnCluster(relays?: readonly Relay[]) {
  const cluster = await openCluster(process.env.CITUS_URL ?? '');
  const name = `${process.env.FOOTFALL_TEST_CITUS}_${randomBytes(8).toString('hex')}`;
  await cluster.create(
    name,
    relays?.map(({ port }) => ({ host: '127.0.0.1', port })),
  );
  const sql = (text: string) => cluster.sql(name, text);
  return {
    url: cluster.url(name),
    sql,
    /** The tables that Citus knows, with their partitioning methods and colocation groups. */
    distributed: () =>
      sql(
        `SELECT CAST(logicalrelid AS TEXT) AS "table", partmethod AS "by", colocationid AS "group"
         FROM pg_dist_partition`,
      ),
    async [Symbol.asyncDispose]() {
      await cluster.drop(name);
    },
  };
}
