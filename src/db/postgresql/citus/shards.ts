import type pg from 'pg';
import { TABLES } from './tables.ts';

type Db = Pick<pg.ClientBase, 'query'> | pg.Pool;

/** A machine of the cluster, as Citus's metadata name it. */
export interface Machine {
  /** Citus's id of the machine and its standbys (`groupid`). */
  id: number;
  host: string;
  port: number;
}

/** The shards of all tables that have the rows of the same websites. They are on the same machine. */
export interface Shard {
  /** The id of the shard of the first table, by which Citus locks all of them. */
  id: number;
  machine: Machine;
  /** The number of its bundle, of those of its machine ({@link BUNDLE}). */
  bundle: number;
  /** The hashes of its websites; both ends are included. */
  first: number;
  last: number;
  /** The name of each table's shard, by the table's name. */
  names: ReadonlyMap<string, string>;
}

/**
 * The number of shards in a bundle. Under load, a batch has the hits of one bundle, because each statement
 * takes time for each shard that it includes. With smaller bundles, hits wait longer for their batch.
 */
export const BUNDLE = 8;

/** Where the rows of each website are. */
export interface ShardMap {
  /** In the order of their hashes. */
  shards: readonly Shard[];
  /** The shard of a website. */
  of(websiteId: number): Shard;
}

/**
 * The hash by which Citus assigns a row to a shard: PostgreSQL's hash of a 32-bit integer.
 * Source: hash_uint32 in PostgreSQL's src/common/hashfn.c (Bob Jenkins's hash functions).
 */
export function hashOf(value: number): number {
  const rotate = (x: number, by: number) => (x << by) | (x >>> (32 - by));
  const start = (0x9e3779b9 + 4 + 3_923_095) | 0;
  let [a, b, c] = [(start + value) | 0, start, start];
  c = ((c ^ b) - rotate(b, 14)) | 0;
  a = ((a ^ c) - rotate(c, 11)) | 0;
  b = ((b ^ a) - rotate(a, 25)) | 0;
  c = ((c ^ b) - rotate(b, 16)) | 0;
  a = ((a ^ c) - rotate(c, 4)) | 0;
  b = ((b ^ a) - rotate(a, 14)) | 0;
  c = ((c ^ b) - rotate(b, 24)) | 0;
  return c;
}

/** Source: Citus's manual, "Metadata tables reference". */
const SHARDS = `
  SELECT parse_ident(CAST("shard".logicalrelid AS TEXT)) AS "table", "shard".shardid AS "id",
    CAST("shard".shardminvalue AS INTEGER) AS "first", CAST("shard".shardmaxvalue AS INTEGER) AS "last",
    "node".groupid AS "machine", "node".nodename AS "host", "node".nodeport AS "port"
  FROM pg_dist_shard AS "shard"
  JOIN pg_dist_placement AS "placement" ON "placement".shardid = "shard".shardid
  JOIN pg_dist_node AS "node" ON "node".groupid = "placement".groupid AND "node".noderole = 'primary'
  WHERE "shard".logicalrelid IN (${TABLES.map((name) => `to_regclass('"${name}"')`).join(', ')})
  ORDER BY CAST("shard".shardminvalue AS INTEGER)`;

interface Row {
  table: string[];
  id: string | number | bigint;
  first: number;
  last: number;
  machine: number;
  host: string;
  port: number;
}

/**
 * Reads where the rows of each website are, from any machine of the cluster.
 * @returns null if not all tables are distributed, by the same shards.
 */
export async function readShards(db: Db): Promise<ShardMap | null> {
  const { rows } = await db.query<Row>(SHARDS);
  const shards = new Map<number, Shard & { names: Map<string, string> }>();
  const ofMachine = new Map<number, number>();
  for (const { table, id, first, last, machine, host, port } of rows) {
    const name = table.at(-1) ?? '';
    let shard = shards.get(first);
    if (!shard) {
      const before = ofMachine.get(machine) ?? 0;
      ofMachine.set(machine, before + 1);
      shard = {
        id: Number.NaN,
        machine: { id: machine, host, port },
        bundle: Math.floor(before / BUNDLE),
        first,
        last,
        names: new Map<string, string>(),
      };
    }
    if (name === TABLES[0]) shard.id = Number(id);
    if (shard.machine.id === machine && shard.last === last) shard.names.set(name, `${name}_${id}`);
    shards.set(first, shard);
  }
  const all = [...shards.values()];
  if (all.length === 0 || all.some(({ names }) => names.size < TABLES.length)) return null;
  return { shards: all, of: (websiteId) => find(all, hashOf(websiteId)) };
}

/** Finds the shard of a hash. The shards cover all hashes. */
function find(shards: readonly Shard[], hash: number): Shard {
  let [low, high] = [0, shards.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((shards[middle]?.first ?? 0) <= hash) low = middle;
    else high = middle - 1;
  }
  return shards[low] as Shard;
}

/** Returns the URL of the same database on a machine of the cluster. */
export function urlOf(url: string, { host, port }: Machine): string {
  const there = new URL(url);
  // A Unix socket is given as a parameter.
  there.searchParams.delete('host');
  there.searchParams.delete('port');
  there.hostname = host.includes(':') ? `[${host}]` : host;
  there.port = String(port);
  return there.href;
}
