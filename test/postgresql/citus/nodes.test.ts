import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createNodes } from '../../../src/db/postgresql/citus/nodes.ts';
import { urlOf } from '../../../src/db/postgresql/citus/shards.ts';
import { freshDatabase } from '../../support/database.ts';
import { type FakeCluster, fakeCluster } from '../../support/postgresql/fakeCluster.ts';
import { runSql } from '../../support/postgresql/sql.ts';
import { startTestServer } from '../../support/server.ts';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let cluster: FakeCluster;
let pool: pg.Pool;
const clock = { now: 0 };

beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
  // Its end does not wait until the connections are closed, which dropping the database then ends.
  pool.on('error', () => undefined);
});
afterAll(async () => {
  await pool.end();
  await database[Symbol.asyncDispose]();
});

/** Waits until the map is read: the pool has one connection, and reading takes three statements. */
async function read(): Promise<void> {
  for (let statement = 0; statement < 5; statement += 1) await pool.query('SELECT 1');
}

test('a database that is distributed later, and a shard that is moved, are noticed in time', async () => {
  const nodes = createNodes(database.url, pool, () => clock.now);
  expect(nodes.of(7)).toBeNull();
  await read();
  expect(nodes.of(7)).toBeNull();
  cluster = await fakeCluster(database.url, { shards: 1 });
  clock.now = 10_000;
  nodes.of(7);
  await read();
  // The machine of DATABASE_URL is reached by that, whatever its name in the cluster.
  expect(nodes.of(7)).toEqual({
    node: { id: 1, name: '127.0.0.1:1', url: database.url },
    bundle: 0,
  });
  await cluster.move(0, 2);
  clock.now = 10_999;
  nodes.of(7);
  await read();
  expect(nodes.of(7)?.node?.id).toBe(1);
  clock.now = 11_000;
  nodes.of(7);
  await read();
  expect(nodes.of(7)?.node).toMatchObject({ id: 2, name: '127.0.0.1:2' });
  expect(new URL(nodes.of(7)?.node?.url ?? '').port).toBe('2');
});

test('/readyz names the machines that cannot be reached, and stays ready', async () => {
  await using server = await startTestServer();
  const { url } = server.database;
  const ready = async () => {
    const response = await server.call('/readyz');
    return [response.status, await response.json()];
  };
  const fake = await fakeCluster(url, { shards: 2 });
  await runSql(`UPDATE pg_dist_node SET nodeport = 9 WHERE groupid = 2`, url);
  await fake.move(1, 2);
  const body = { status: 200, ready: true, unreachable: ['127.0.0.1:9'] };
  expect(await ready()).toEqual([200, expect.objectContaining(body)]);
});

test('the URL of a machine differs from DATABASE_URL in the address only', () => {
  const machine = { id: 1, host: 'w1.example.com', port: 5433 };
  expect(urlOf('postgresql://me:p%40ss@db.example.com/footfall?sslmode=require', machine)).toBe(
    'postgresql://me:p%40ss@w1.example.com:5433/footfall?sslmode=require',
  );
  expect(urlOf('postgresql:///footfall?host=/run/postgresql&user=me', machine)).toBe(
    'postgresql://w1.example.com:5433/footfall?user=me',
  );
  expect(urlOf('postgresql://me@db.example.com/footfall', { ...machine, host: '2001:db8::1' })).toBe(
    'postgresql://me@[2001:db8::1]:5433/footfall',
  );
});
