import pg from 'pg';
import type { ClusterNode, Placement } from '../../database.ts';
import { connectionConfig } from '../connections.ts';
import { isDistributed } from './detect.ts';
import { type Machine, readShards, type Shard, type ShardMap, urlOf } from './shards.ts';

/** The machines of a cluster and their websites, for a process that does not write there itself. */
export interface Nodes {
  /** Where the rows of a website are; null if there is no cluster, or it is not known yet. */
  of(websiteId: number): Placement | null;
  /** The names of the machines that cannot be reached. */
  unreachable(): Promise<string[]>;
}

/** How often the shards of a cluster are read again while hits arrive, and how often its existence, in ms. */
const [SHARDS_MS, CLUSTER_MS] = [1_000, 10_000];
/** Timeout of a check whether a machine can be reached, and for how long its result is used, in ms. */
const [REACH_MS, REACHED_MS] = [2_000, 5_000];

/** @param now a monotonic clock in milliseconds. */
export function createNodes(url: string, pool: pg.Pool, now: () => number = () => performance.now()): Nodes {
  let map: ShardMap | null = null;
  /** The machine of DATABASE_URL, whose address is known better than by its name in the cluster. */
  let home: number | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  let reached: { at: number; result: Promise<string[]> } | null = null;
  const places = new Map<Shard, Placement>();

  async function read(): Promise<void> {
    if (map === null && !(await isDistributed(pool))) return;
    const { rows } = await pool.query<{ id: number }>('SELECT groupid AS "id" FROM pg_dist_local_group');
    home = rows[0]?.id ?? null;
    map = await readShards(pool);
    places.clear();
  }

  /** Reads the shards again. While the database is away, the last ones are used. */
  function refresh(): Promise<void> {
    readAt = now();
    return read().catch(() => undefined);
  }

  function nodeOf(machine: Machine): ClusterNode {
    const { id, host, port } = machine;
    return { id, name: `${host}:${port}`, url: id === home ? url : urlOf(url, machine) };
  }

  function placeOf(shard: Shard): Placement {
    let place = places.get(shard);
    if (!place) {
      place = { node: nodeOf(shard.machine), bundle: shard.bundle };
      places.set(shard, place);
    }
    return place;
  }

  async function findUnreachable(): Promise<string[]> {
    await refresh();
    const all = new Map((map?.shards ?? []).map(({ machine }) => [machine.id, nodeOf(machine)]));
    const away = await Promise.all(
      [...all.values()].map(async (node) => ((await canReach(node)) ? [] : [node.name])),
    );
    return away.flat();
  }

  return {
    of(websiteId) {
      if (now() - readAt >= (map ? SHARDS_MS : CLUSTER_MS)) void refresh();
      return map && placeOf(map.of(websiteId));
    },
    unreachable() {
      if (!reached || now() - reached.at >= REACHED_MS) reached = { at: now(), result: findUnreachable() };
      return reached.result;
    },
  };
}

async function canReach({ url }: ClusterNode): Promise<boolean> {
  const config = connectionConfig(url, { integers: 'numbers', statementMs: REACH_MS });
  const client = new pg.Client({ ...config, connectionTimeoutMillis: REACH_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    // A machine that hangs does not answer this, either.
    void client.end().catch(() => undefined);
  }
}
