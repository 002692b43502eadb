import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { openDirect } from '../../src/db/open.ts';
import type { Drop, Hit } from '../../src/ingest/hit.ts';
import { storeBatch } from '../../src/ingest/store/commit.ts';
import { verifyRollups } from '../../src/ingest/store/verify.ts';
import { DIMENSIONS } from '../support/dimensions.ts';
import { everyStatistic } from '../support/everyStatistic.ts';
import { NAMES } from '../support/oracle.ts';
import { watchShards } from '../support/postgresql/queries.ts';
import { runSql } from '../support/postgresql/sql.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/**
 * Reads and writes of one website access only the shard of that website; those of several websites access
 * only the shards of those websites.
 */

const said = watchShards();
let server: TestServer;
/** The position of each shard in its table, by shard ID. Colocated shards have the same position. */
const places = new Map<string, number>();
/** Websites in different shards, except that the last shares the shard of the first. */
const ids: number[] = [];
let placeOf: Map<number, number>;

beforeAll(async () => {
  server = await startTestServer({ env: { GEO_DATABASE: '/nowhere.mmdb' } });
  const { url } = server.database;
  const shards = (await runSql('SELECT shardid, shardminvalue FROM pg_dist_shard', url)) as {
    shardid: string;
    shardminvalue: string;
  }[];
  for (const { shardid, shardminvalue } of shards) places.set(shardid, Number(shardminvalue));
  placeOf = new Map();
  while (new Set(placeOf.values()).size < 3 || placeOf.size < 4) {
    const body = new URLSearchParams({ url: `https://s${placeOf.size}.test` });
    const { data } = (await (await server.call('/api/v1/websites', { method: 'POST', body })).json()) as {
      data: { id: number };
    };
    const [row] = (await runSql(
      `SELECT get_shard_id_for_distribution_column('"DayTotal"', ${data.id}) AS "shard"`,
      url,
    )) as { shard: string }[];
    placeOf.set(data.id, places.get(row?.shard ?? '') ?? Number.NaN);
  }
  ids.push(...placeOf.keys());
});
afterEach(() => {
  said.length = 0;
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  said[Symbol.dispose]();
});

/** The shard positions that a message mentions. */
const placesIn = (message: string) =>
  new Set(
    [...message.matchAll(/\b(?:DayTotal|Visit|Hit)_(\d+)|(?:shard|file).* (\d+)$/g)]
      .map(([, one, other]) => places.get(one ?? other ?? ''))
      .filter((place) => place !== undefined),
  );

/** The shard positions accessed since the last call. */
function asked(): number[] {
  const all = new Set(said.flatMap((message) => [...placesIn(message)]));
  said.length = 0;
  return [...all].sort();
}

const expected = (websites: readonly number[]) =>
  [...new Set(websites.map((id) => placeOf.get(id) ?? Number.NaN))].sort();

let visitor = 0n;
let id = 0n;

const hitsOf = (websites: readonly number[]): (Hit | Drop)[] =>
  websites.flatMap((websiteId): (Hit | Drop)[] => {
    visitor += 1n;
    const hit = {
      websiteId,
      at: 1,
      day: 20261121,
      hour: 9,
      visitor,
      path: '/',
      event: null,
      dimensions: DIMENSIONS,
    };
    return [hit, { ...hit, at: 2 }, { websiteId, day: 20261121, reason: 'bot' }];
  });

const some: [string, () => readonly number[]][] = [
  ['one website', () => ids.slice(0, 1)],
  ['another website', () => ids.slice(1, 2)],
  ['several websites', () => ids],
];

describe.each(some)('for %s', (_, pick) => {
  test('hits and continued visits are written to its shards only', async () => {
    const connection = await openDirect(server.database.url);
    const items = hitsOf(pick());
    for (const later of [0, 1_000]) {
      const batch = items.map((item) => ('at' in item ? { ...item, at: item.at + later } : item));
      for (const write of [connection.transaction, server.deps.db.write]) {
        await write((tx) => storeBatch(tx, batch, () => ++id, 0));
        expect(asked()).toEqual(expected(pick()));
      }
    }
    await connection.close();
  });

  test('statistics and cache checks read its shards only', async () => {
    const fields = everyStatistic(NAMES, 'from: "2026-11-01", to: "2026-11-30"', 'sum');
    const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Website { ${fields} } } }`;
    const known = await server.call(
      `/graphql?${new URLSearchParams({ query: '{ websites(first: 100) { nodes { id domain } } }' })}`,
    );
    const { data: all } = (await known.json()) as {
      data: { websites: { nodes: { id: string; domain: string }[] } };
    };
    const domains = pick().map((number) => `s${ids.indexOf(number)}.test`);
    const wanted = all.websites.nodes.filter(({ domain }) => domains.includes(domain)).map((node) => node.id);
    for (const _time of ['first', 'again']) {
      const response = await server.call('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables: { ids: wanted } }),
      });
      const { data, errors } = (await response.json()) as {
        data: { nodes: { pageviews: { sum: number } }[] };
        errors?: unknown;
      };
      expect(errors).toBeUndefined();
      for (const node of data.nodes) expect(node.pageviews.sum).toBeGreaterThan(0);
      expect(asked()).toEqual(expected(pick()));
    }
  });
});

test('lists of websites and of dropped hits access no shard', async () => {
  for (const path of ['/api/v1/websites', '/api/v1/websites?search=s1', `/api/v1/websites/${ids[0]}`])
    expect((await server.call(path)).status).toBe(200);
  const query = '{ websites { nodes { dropped(from: "2026-11-01", to: "2026-11-30") { count } } } }';
  const response = await server.call(`/graphql?${new URLSearchParams({ query })}`);
  expect(JSON.stringify(await response.json())).toContain('"count":');
  expect(asked()).toEqual([]);
});

test('rollups are verified website by website, after one query for rows without a website', async () => {
  const { websites, differences } = await verifyRollups(server.deps.db);
  expect({ websites, differences }).toEqual({ websites: ids.length, differences: [] });
  // Two statements per website, each on one shard of each table.
  const commands = said.filter((message) => !/intermediate|orphan/.test(message)).map(placesIn);
  expect(commands.filter(({ size }) => size > 0)).toHaveLength(2 * ids.length);
  for (const of of commands) expect(of.size).toBeLessThanOrEqual(1);
});

test('deleting a website accesses its shard only', async () => {
  const [first = 0] = ids;
  expect((await server.call(`/api/v1/websites/${first}`, { method: 'DELETE' })).status).toBe(200);
  expect(asked()).toEqual(expected([first]));
  for (const table of ['DayTotal', 'Visit', 'Hit'])
    expect(await runSql(`SELECT FROM "${table}" WHERE "websiteId" = ${first}`, server.database.url)).toEqual(
      [],
    );
});
