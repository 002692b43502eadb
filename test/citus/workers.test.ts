import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import pg from 'pg';
import { distribute } from '../../src/db/postgresql/citus/distribute.ts';
import { readShards } from '../../src/db/postgresql/citus/shards.ts';
import { more, reached, startLoad } from '../support/crash/load.ts';
import { createSite, expectNothingWrong, LONG, type Site } from '../support/crash/site.ts';
import { memoryOf } from '../support/memory.ts';
import { openCluster } from '../support/postgresql/cluster.mjs';
import { emptyOnCluster } from '../support/postgresql/emptyCluster.ts';
import { type Relay, startRelay } from '../support/postgresql/relay.ts';
import { startProcess } from '../support/process.ts';
import { CHROME, temporaryFolder } from '../support/server.ts';

/** How long a worker is away, in ms. */
const AWAY_MS = LONG ? 20_000 : 3_000;

/**
 * A distributed database with websites, whose workers stand behind relays.
 * @param coordinator the port on which the server reaches the coordinator; by default its own.
 */
async function setUp(coordinator?: number) {
  const { workers } = await openCluster(process.env.CITUS_URL ?? '');
  const relays: Relay[] = [];
  for (const worker of workers) relays.push(await startRelay(worker));
  const database = await emptyOnCluster(relays);
  const temporary = await temporaryFolder();
  await distribute(database.url, { shards: 8 });
  const site = await createSite(temporary.folder, database.url, 14);
  const there = new URL(database.url);
  if (coordinator) Object.assign(there, { hostname: '127.0.0.1', port: String(coordinator) });
  const server = await startProcess(temporary.folder, { ...site.env, DATABASE_URL: there.href });
  return {
    database,
    relays,
    site,
    server,
    websites: await websitesByWorker(site),
    stop: () => server.stop('SIGTERM'),
    async [Symbol.asyncDispose]() {
      for (const relay of relays) relay.mend();
      await server[Symbol.asyncDispose]();
      await temporary[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
      for (const relay of relays) await relay.close();
    },
  };
}

/** The tracking ids of the websites of each worker, by the worker's port. */
async function websitesByWorker({ url }: Site): Promise<Map<number, string[]>> {
  const client = new pg.Client(url);
  await client.connect();
  const map = await readShards(client);
  const { rows } = await client.query<{ id: number; trackingId: string }>(
    'SELECT "id", "trackingId" FROM "Website" ORDER BY "id"',
  );
  await client.end();
  const found = new Map<number, string[]>();
  for (const { id, trackingId } of rows) {
    const port = map?.of(id).machine.port ?? 0;
    found.set(port, [...(found.get(port) ?? []), trackingId]);
  }
  return found;
}

/** Sends one hit after the other until it is stopped, and returns their times in ms. */
function probe(url: string, websites: readonly string[]) {
  const times: number[] = [];
  const statuses = new Set<number>();
  let going = true;
  const done = (async () => {
    for (let index = 0; going; index += 1) {
      const start = performance.now();
      const { status } = await fetch(`${url}/api/event`, {
        method: 'POST',
        headers: { 'user-agent': CHROME, 'content-type': 'application/json' },
        body: JSON.stringify({
          website: websites[index % websites.length],
          page: 'https://example.com/probe',
        }),
      });
      statuses.add(status);
      times.push(performance.now() - start);
      await sleep(5);
    }
  })();
  return {
    async stop() {
      going = false;
      await done;
      times.sort((one, other) => one - other);
      return { statuses: [...statuses], p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN };
    },
  };
}

test.each(['cut', 'hang'] as const)(
  'while a worker is away (%s), hits of websites on others do not wait for it',
  async (how) => {
    await using cluster = await setUp();
    const { relays, site, server, websites } = cluster;
    const [gone, staying] = relays as [Relay, Relay];
    const [lost = [], kept = []] = [websites.get(gone.port), websites.get(staying.port)];
    expect([lost.length, kept.length].every((count) => count > 2)).toBe(true);
    const load = (name: string, ids: string[]) =>
      startLoad({ url: server.url, websites: ids, name, connections: 16 });
    const first = load('first', site.websites);
    await reached(first, 500);
    await first.stop();
    const before = memoryOf(server.pid) ?? 0;

    gone[how]();
    const [going, waiting, probing] = [load('kept', kept), load('lost', lost), probe(server.url, kept)];
    await sleep(AWAY_MS);
    expect(waiting.ledger.acknowledged.size).toBe(0);
    expect((memoryOf(server.pid) ?? 0) - before).toBeLessThan(100);
    const ready = await fetch(`${server.url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      expect.objectContaining({ ready: true, unreachable: [`127.0.0.1:${gone.port}`] }),
    ]);
    const { statuses, p99 } = await probing.stop();
    expect(statuses).toEqual([202]);
    process.stderr.write(
      `A worker was away (${how}) for ${AWAY_MS} ms: p99 of the others ${p99.toFixed(0)} ms.\n`,
    );
    expect(p99).toBeLessThan(AWAY_MS / 3);
    gone.mend();
    await more(waiting, 300);
    await Promise.all([going.stop(), waiting.stop()]);
    expect(going.ledger.refused.size).toBe(0);
    await expectNothingWrong(site, 'kept', [going.ledger]);
    await expectNothingWrong(site, 'lost', [waiting.ledger]);
  },
);

test('while the coordinator is away, hits of websites in memory are stored', async () => {
  const { hostname, port } = new URL(process.env.CITUS_URL ?? '');
  const relay = await startRelay({ host: hostname, port: Number(port) });
  await using cluster = await setUp(relay.port);
  const { site, server } = cluster;
  const load = startLoad({ url: server.url, websites: site.websites, name: 'on', connections: 8 });
  await reached(load, 500);
  relay.cut();
  await more(load, 1_000);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
  relay.mend();
  await load.stop();
  expect(load.ledger.refused.size).toBe(0);
  await expectNothingWrong(site, 'on', [load.ledger]);
  await cluster.stop();
  await relay.close();
});

test('hits are recorded while shards are moved to another worker and back, and none is lost', async () => {
  await using cluster = await setUp();
  const { database, site, server, relays } = cluster;
  const load = startLoad({ url: server.url, websites: site.websites, name: 'moved', connections: 16 });
  await reached(load, 500);
  const ports = relays.slice(0, 2).map(({ port }) => port);
  for (const [from, to] of [ports, [...ports].reverse()]) {
    const shards = await database.sql(
      `SELECT shardid AS "id" FROM pg_dist_shard JOIN pg_dist_placement USING (shardid)
       JOIN pg_dist_node USING (groupid)
       WHERE logicalrelid = '"DayTotal"'::regclass AND nodeport = ${from} ORDER BY shardid LIMIT 2`,
    );
    for (const { id } of shards) {
      await database.sql(
        `SELECT citus_move_shard_placement(${id}, '127.0.0.1', ${from}, '127.0.0.1', ${to}, 'block_writes')`,
      );
      await more(load, 200);
    }
  }
  await load.stop();
  expect(server.lines.filter(({ level }) => level >= 40)).toEqual([]);
  expect(load.ledger.refused.size).toBe(0);
  await expectNothingWrong(site, 'moved', [load.ledger]);
});
