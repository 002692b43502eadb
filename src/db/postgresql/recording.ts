import type { DirectConnection, OpenOptions } from '../database.ts';
import { createWriteQueue } from '../writeQueue.ts';
import { type NodeConnection, openNode } from './citus/node.ts';
import { openPostgresqlDirect } from './direct.ts';

/**
 * Opens the connections with which hits are recorded: one to the database, and one to each machine of a
 * cluster, on demand. On each, one transaction runs at a time.
 */
export function openPostgresqlRecording(
  url: string,
  options: Pick<OpenOptions, 'onDistributed'>,
): DirectConnection {
  const home = openPostgresqlDirect(url, { ...options, skipLocked: true });
  /** By URL, because a machine may be replaced by its standby. */
  const nodes = new Map<string, NodeConnection>();
  // The hits of each machine come one batch after the other, but what they share is read by any of them.
  const { exclusive } = createWriteQueue();
  return {
    transaction(fn, node = null) {
      if (!node) return exclusive(() => home.transaction(fn));
      const connection = nodes.get(node.url) ?? openNode(node.url, node.id);
      nodes.set(node.url, connection);
      return connection.transaction(fn);
    },
    async close() {
      await Promise.all([home, ...nodes.values()].map((each) => each.close()));
    },
  };
}
