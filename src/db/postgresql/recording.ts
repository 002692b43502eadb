import type { Channel, DirectConnection, OpenOptions } from '../database.ts';
import { createWriteQueue } from '../writeQueue.ts';
import { openNode } from './citus/node.ts';
import { openPostgresqlDirect } from './direct.ts';

/**
 * Opens the connections with which hits are recorded: one for each channel, on demand. On each, one
 * transaction runs at a time.
 */
export function openPostgresqlRecording(
  url: string,
  { onDistributed }: Pick<OpenOptions, 'onDistributed'>,
): DirectConnection {
  const open = ({ node, number }: Channel) =>
    node
      ? openNode(node.url, node.id)
      : openPostgresqlDirect(url, {
          skipLocked: true,
          ...(number === 0 && onDistributed && { onDistributed }),
        });
  const first = open({ node: null, number: 0 });
  // By URL, because a machine may be replaced by its standby.
  const others = new Map<string, Pick<DirectConnection, 'transaction' | 'close'>>();
  // The batches of a channel come one after the other, but all channels read their shared state.
  const { exclusive } = createWriteQueue();
  return {
    transaction(fn, channel = { node: null, number: 0 }) {
      const { node, number } = channel;
      if (!node && number === 0) return exclusive(() => first.transaction(fn));
      const key = `${number} ${node?.url ?? ''}`;
      const connection = others.get(key) ?? open(channel);
      others.set(key, connection);
      return connection.transaction(fn);
    },
    async close() {
      await Promise.all([first, ...others.values()].map((each) => each.close()));
    },
  };
}
