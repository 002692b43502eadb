import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { openDirect } from '../../../src/db/open.ts';
import { type NodeConnection, openNode } from '../../../src/db/postgresql/citus/node.ts';
import { hashOf, readShards, type ShardMap } from '../../../src/db/postgresql/citus/shards.ts';
import { TABLES } from '../../../src/db/postgresql/citus/tables.ts';
import type { Drop, Hit } from '../../../src/ingest/hit.ts';
import { storeBatch } from '../../../src/ingest/store/commit.ts';
import { freshDatabase } from '../../support/database.ts';
import { DIMENSIONS } from '../../support/dimensions.ts';
import { fakeCluster, lockIdOf } from '../../support/postgresql/fakeCluster.ts';
import { runSql } from '../../support/postgresql/sql.ts';

/**
 * Writing on one machine of a cluster, on a plain PostgreSQL database with shards and metadata as Citus makes
 * them. test/citus does the same on a real cluster.
 */

const AT = Date.UTC(2026, 10, 21, 9);

const hitOf = (websiteId: number, visitor: number, more: Partial<Hit> = {}): Hit => ({
  websiteId,
  at: AT,
  day: 20261121,
  hour: 9,
  visitor: BigInt(visitor),
  path: '/',
  event: null,
  dimensions: DIMENSIONS,
  ...more,
});

/** Stores batches like a recorder. */
function recorder({ transaction }: Pick<NodeConnection, 'transaction'>) {
  let batches = 0;
  return (items: readonly (Hit | Drop)[]) => {
    let id = BigInt(batches++) * 1_000n;
    return transaction((tx) => storeBatch(tx, items, () => ++id, 40));
  };
}

async function mapOf(url: string): Promise<ShardMap> {
  const client = new pg.Client(url);
  await client.connect();
  const map = await readShards(client);
  await client.end();
  if (!map) throw new Error('There are no shards.');
  return map;
}

test('the hash of a website is that of PostgreSQL', async () => {
  const ids = [0, 1, -1, 2 ** 31 - 1, -(2 ** 31), ...Array.from({ length: 500 }, (_, i) => i * 7_919 + 3)];
  const rows = await runSql(
    `SELECT hashint4(id) AS "hash" FROM unnest(ARRAY[${ids.join(', ')}]::int[]) AS id`,
  );
  expect(ids.map(hashOf)).toEqual(rows.map(({ hash }) => hash));
});

test('the shards of a machine are in bundles of eight', async () => {
  await using database = await freshDatabase();
  const cluster = await fakeCluster(database.url, { shards: 18 });
  await cluster.move(1, 2);
  const { shards } = await mapOf(database.url);
  const places = shards.map(({ machine, bundle }) => `machine ${machine.id}, bundle ${bundle}`);
  expect(places).toEqual([
    'machine 1, bundle 0',
    'machine 2, bundle 0',
    ...Array(7).fill('machine 1, bundle 0'),
    ...Array(8).fill('machine 1, bundle 1'),
    'machine 1, bundle 2',
  ]);
});

test.each([1, 3, 20])('batches in %i shards store what they store in one database', async (shards) => {
  await using plain = await freshDatabase();
  await using spread = await freshDatabase();
  const cluster = await fakeCluster(spread.url, { shards });
  const direct = await openDirect(plain.url);
  const node = openNode(spread.url, 1);
  const [one, other] = [recorder(direct), recorder(node)];
  const websites = fc.integer({ min: 0, max: 12 });
  const ids = fc.option(fc.bigInt({ min: 1n, max: 40n }), { nil: undefined });
  const hits = fc
    .record({ websiteId: websites, visitor: fc.nat(3), minutes: fc.nat(90), path: fc.nat(5), id: ids })
    .map(({ websiteId, visitor, minutes, path, id }) =>
      hitOf(websiteId, visitor, {
        at: AT + minutes * 60_000,
        path: `/${path}`,
        clientId: id === undefined ? undefined : { at: AT, hash: id },
      }),
    );
  const drops = websites.map((websiteId): Drop => ({ websiteId, day: 20261121, reason: 'bot' }));
  const batches = fc.array(fc.oneof({ weight: 5, arbitrary: hits }, drops), {
    minLength: 6,
    maxLength: 30,
  });
  await fc.assert(
    fc.asyncProperty(batches, async (items) => {
      expect(await other(items)).toEqual(await one(items));
    }),
    { numRuns: 25 },
  );
  for (const table of TABLES) {
    const rows = await runSql(
      `SELECT CAST(to_jsonb("t") AS TEXT) AS "row" FROM "${table}" AS "t"`,
      plain.url,
    );
    expect(await cluster.rows(table)).toEqual(rows.map(({ row }) => row).sort());
  }
  expect((await cluster.rows('Hit')).length).toBeGreaterThan(50);
  await Promise.all([direct.close(), node.close()]);
});

describe('a shard that', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let cluster: Awaited<ReturnType<typeof fakeCluster>>;
  let node: NodeConnection;
  let store: ReturnType<typeof recorder>;
  const clock = { now: 0 };
  /** A website of each of the first two shards. */
  let websites: [number, number];

  beforeEach(async () => {
    database = await freshDatabase();
    cluster = await fakeCluster(database.url, { shards: 4 });
    node = openNode(database.url, 1, () => clock.now);
    store = recorder(node);
    const map = await mapOf(database.url);
    const of = (index: number) => {
      let id = 1;
      while (map.of(id) !== map.shards[index]) id += 1;
      return id;
    };
    websites = [of(0), of(1)];
  });
  afterEach(async () => {
    await node.close();
    await database[Symbol.asyncDispose]();
  });

  const both = (visitor: number) => websites.map((websiteId) => hitOf(websiteId, visitor));
  const visitors = async () =>
    (await cluster.rows('Hit')).map((row) => (JSON.parse(row) as { visitor: number }).visitor).sort();

  test('was moved to another machine is left out, and written when it is back', async () => {
    expect(await store(both(1))).toEqual([null, null]);
    await cluster.move(0, 2);
    expect(await store(both(2))).toEqual(['locked', null]);
    await cluster.move(0, 1);
    expect(await store(both(2).slice(0, 1))).toEqual([null]);
    expect(await visitors()).toEqual([1, 1, 2, 2]);
  });

  test('is being moved is left out, while others are written', async () => {
    const mover = new pg.Client(database.url);
    await mover.connect();
    await mover.query('SELECT pg_advisory_lock($1)', [lockIdOf(1)]);
    expect(await store(both(3))).toEqual([null, 'locked']);
    await mover.end();
    // It is not tried again within a second.
    expect(await store(both(4))).toEqual([null, 'locked']);
    clock.now += 1_000;
    expect(await store(both(4).slice(1))).toEqual([null]);
    expect(await visitors()).toEqual([3, 4, 4]);
  });

  test('no longer exists here is left out', async () => {
    await cluster.move(1, 2);
    for (const table of TABLES) {
      const [row] = await runSql(
        `SELECT CAST(MIN(shardid) + 1 AS TEXT) AS "id" FROM pg_dist_shard
         WHERE logicalrelid = '"${table}"'::regclass`,
        database.url,
      );
      await runSql(`ALTER TABLE "${table}_${row?.id}" RENAME TO "gone_${table}"`, database.url);
    }
    expect(await store(both(5))).toEqual([null, 'locked']);
  });
});
