import { TABLES } from '../../../src/db/postgresql/citus/tables.ts';
import { runSql } from './sql.ts';

/** A PostgreSQL database that looks like a machine of a Citus cluster, to those who write to its shards. */
export interface FakeCluster {
  /** Moves a shard, by its number, to the machine 1 (this one) or 2. */
  move(shard: number, machine: 1 | 2): Promise<void>;
  /** All rows of a table in all shards, as JSON, sorted. */
  rows(table: string): Promise<string[]>;
}

const FIRST_ID = 102_000;
const HASHES = 2 ** 32;

const idOf = (table: number, shard: number, shards: number) => FIRST_ID + table * shards + shard;

/**
 * Adds shards and the metadata of Citus to a migrated database. The lock of a shard's metadata is an advisory
 * lock on the id of its first table.
 * @param address of machine 1.
 */
export async function fakeCluster(
  url: string,
  { shards, address = ['127.0.0.1', 1] }: { shards: number; address?: [string, number] },
): Promise<FakeCluster> {
  const width = HASHES / shards;
  const all = TABLES.flatMap((table, index) =>
    Array.from({ length: shards }, (_, shard) => ({
      table,
      id: idOf(index, shard, shards),
      first: -HASHES / 2 + Math.floor(shard * width),
      last: -HASHES / 2 + Math.floor((shard + 1) * width) - 1,
    })),
  );
  await runSql(
    [
      'CREATE TABLE pg_dist_partition (logicalrelid regclass)',
      `CREATE TABLE pg_dist_shard (
        logicalrelid regclass, shardid bigint, shardminvalue text, shardmaxvalue text)`,
      'CREATE TABLE pg_dist_placement (shardid bigint, groupid int)',
      'CREATE TABLE pg_dist_node (groupid int, nodename text, nodeport int, noderole text)',
      'CREATE TABLE pg_dist_local_group AS SELECT 1 AS groupid',
      `INSERT INTO pg_dist_node VALUES (1, '${address[0]}', ${address[1]}, 'primary'),
        (2, '127.0.0.1', 2, 'primary')`,
      `CREATE FUNCTION lock_shard_metadata(mode int, ids bigint[]) RETURNS void LANGUAGE sql AS
        'SELECT pg_advisory_xact_lock_shared(id) FROM unnest(ids) AS id'`,
      ...TABLES.map((table) => `INSERT INTO pg_dist_partition VALUES ('"${table}"'::regclass)`),
      ...all.flatMap(({ table, id, first, last }) => [
        `CREATE TABLE "${table}_${id}" (LIKE "${table}" INCLUDING ALL)`,
        `INSERT INTO pg_dist_shard VALUES ('"${table}"'::regclass, ${id}, '${first}', '${last}')`,
        `INSERT INTO pg_dist_placement VALUES (${id}, 1)`,
      ]),
    ].join('; '),
    url,
  );
  return {
    async move(shard, machine) {
      const ids = TABLES.map((_, table) => idOf(table, shard, shards));
      await runSql(
        `UPDATE pg_dist_placement SET groupid = ${machine} WHERE shardid IN (${ids.join(', ')})`,
        url,
      );
    },
    async rows(table) {
      const parts = all
        .filter((shard) => shard.table === table)
        .map(({ id }) => `SELECT CAST(to_jsonb("t") AS TEXT) AS "row" FROM "${table}_${id}" AS "t"`);
      const rows = (await runSql(parts.join(' UNION ALL '), url)) as { row: string }[];
      return rows.map(({ row }) => row).sort();
    },
  };
}

/** The id by which the metadata of a shard is locked. */
export const lockIdOf = (shard: number): number => FIRST_ID + shard;
