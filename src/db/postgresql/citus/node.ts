import type { SqlTransaction } from '../../database.ts';
import { isLockTimeout, openPipeline, PLAN_ONCE, WAIT_BRIEFLY } from '../pipeline.ts';
import { createShardStatements } from './shardStatements.ts';
import { readShards, type Shard, type ShardMap } from './shards.ts';
import { createShardTransaction, ShardMoved, type ShardTransaction } from './shardTransaction.ts';

/**
 * Writes on one machine of a cluster, to the shards that it has. They are written as the tables of a database
 * of its own: Citus plans nothing, no other machine takes part, and COMMIT has one phase.
 *
 * Citus may move a shard to another machine. So each transaction does first what Citus's own executor does:
 * it locks the metadata of its shards, which a move must lock, too; then it checks that they are still here.
 * Source: Citus's src/backend/distributed/README.md, "Locking" and "Rebalancing".
 */
export interface NodeConnection {
  /**
   * As `DirectConnection.transaction`. `fn` may be called several times. It leaves out rows that others have
   * locked, and websites whose shards are not here, if it has waited for them.
   */
  transaction<T>(fn: (tx: SqlTransaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** For how long a machine is written with care after a lock timed out, and a locked shard left out, in ms. */
const CAREFUL_MS = 1_000;
/** The maximum number of attempts of a transaction. After each, another shard may be found to be locked. */
const ATTEMPTS = 20;

const isUndefinedTable = (error: unknown): error is Error => (error as { code?: unknown }).code === '42P01';
const mentions = ({ message }: Error, names: Iterable<string>) =>
  [...names].some((name) => message.includes(`"${name}"`));

/**
 * Opens the connection to the machine behind a URL, on demand.
 * @param id Citus's id of the machine.
 * @param now a monotonic clock in milliseconds.
 */
export function openNode(
  url: string,
  id: number,
  now: () => number = () => performance.now(),
): NodeConnection {
  const pipeline = openPipeline(url, {
    setUp: async (client) => void (await client.query(PLAN_ONCE)),
  });
  const statements = createShardStatements();
  let map: ShardMap | null = null;
  let outdated = false;
  let carefulUntil = Number.NEGATIVE_INFINITY;
  /** Until when locked shards are left out, by the shard's id. */
  const blocked = new Map<number, number>();

  function isOpen(shard: Shard): boolean {
    if (shard.machine.id === id) return (blocked.get(shard.id) ?? 0) <= now();
    // Somebody knows that the shard is here: it was moved after the map was read.
    outdated = true;
    return false;
  }

  async function refresh(): Promise<ShardMap> {
    map = await readShards(await pipeline.connect());
    if (!map) throw new ShardMoved('The tables are not distributed.');
    outdated = false;
    return map;
  }

  function block(shard: Shard): void {
    blocked.set(shard.id, now() + CAREFUL_MS);
  }

  /** Prepares the next attempt after an error. @throws it if another attempt would not help. */
  async function adapt(
    error: unknown,
    careful: boolean,
    transaction: ShardTransaction | null,
  ): Promise<void> {
    if (isUndefinedTable(error)) {
      // While a shard is moved, its table may be missing for a moment before the metadata say so.
      const shard = map?.shards.find(({ names }) => mentions(error, names.values()));
      if (!shard) throw error;
      block(shard);
      outdated = true;
    } else if (error instanceof ShardMoved) outdated = true;
    else if (!isLockTimeout(error)) throw error;
    else {
      carefulUntil = now() + CAREFUL_MS;
      if (!careful) return;
      const shard = await transaction?.unlocked();
      if (!shard) throw error;
      block(shard);
    }
  }

  return {
    async transaction(fn) {
      for (let attempt = 1; ; attempt += 1) {
        const shards = map && !outdated ? map : await refresh();
        const careful = carefulUntil > now();
        let transaction: ShardTransaction | null = null;
        try {
          return await pipeline.run(
            async (send) => {
              transaction = createShardTransaction({
                send,
                statements,
                shardOf: shards.of,
                isOpen,
                careful,
                here: shards.shards.filter((shard) => shard.machine.id === id && isOpen(shard)),
              });
              const result = await fn(transaction.tx);
              await transaction.verify();
              return result;
            },
            [WAIT_BRIEFLY],
          );
        } catch (error) {
          if (attempt === ATTEMPTS) throw error;
          await adapt(error, careful, transaction);
        }
      }
    },
    close: () => pipeline.close(),
  };
}
