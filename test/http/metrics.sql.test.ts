import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SERVER_METRICS } from '../../src/app/metrics/definitions.ts';
import { root } from '../../src/root.ts';
import { register } from '../support/pages.ts';
import { CHROME, NOON, startTestServer, type TestServer } from '../support/server.ts';

const TOKEN = 'a token with which to scrape the metrics';
let server: TestServer;
let trackingId: string;
beforeAll(async () => {
  server = await startTestServer({ env: { METRICS_TOKEN: TOKEN, TRACK_LIMIT: '30' } });
  trackingId = (await register(server, { url: 'shop.test' })).trackingId;
});
afterAll(() => server[Symbol.asyncDispose]());

const scrape = (authorization = `Bearer ${TOKEN}`, from = server) =>
  from.call('/metrics', { headers: { authorization } });

/** Every sample by its name and labels in the text format. */
async function samples(from = server): Promise<Record<string, number>> {
  const text = await (await scrape(undefined, from)).text();
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

/** The increase of each sample while `work` runs; unchanged samples are omitted. */
async function growth(work: () => Promise<unknown>, pattern: RegExp): Promise<Record<string, number>> {
  const before = await samples();
  await work();
  const after = await samples();
  const grown = Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)] as const);
  return Object.fromEntries(grown.filter(([name, by]) => by !== 0 && pattern.test(name)));
}

const hit = (fields: object, headers: Record<string, string> = {}, from = server) =>
  from.call('/api/event', {
    method: 'POST',
    key: null,
    headers: { 'user-agent': CHROME, 'x-forwarded-for': '9.9.9.9', ...headers },
    body: JSON.stringify({ website: trackingId, page: 'https://shop.test/', ...fields }),
  });

const ask = (query: string, headers: Record<string, string> = {}) =>
  server.call('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });

test('hits are counted by outcome, and drops by reason', async () => {
  const work = async () => {
    await hit({});
    await hit({});
    await hit({}, { 'user-agent': 'Googlebot/2.1' });
    await hit({ page: 'https://elsewhere.test/' });
    await hit({ website: 'nothing' });
    await hit({ page: 7 });
    await server.call('/api/event', { method: 'POST', key: null, body: 'no json' });
  };
  expect(await growth(work, /hits_|hit_duration_seconds_count/)).toEqual({
    'footfall_hits_total{outcome="recorded"}': 2,
    'footfall_hits_total{outcome="dropped"}': 3,
    'footfall_hits_total{outcome="refused"}': 2,
    'footfall_hits_dropped_total{reason="bot"}': 1,
    'footfall_hits_dropped_total{reason="wrong_host"}': 1,
    'footfall_hits_dropped_total{reason="unknown_website"}': 1,
    footfall_hit_duration_seconds_count: 7,
  });
});

describe('refused requests are counted by reason:', () => {
  const nested = `{ ${'a { '.repeat(150)}${'}'.repeat(150)} }`;
  const stats = Array.from(
    { length: 17 },
    (_, index) =>
      `s${index}: stats(name: PAGE, from: "2026-11-01", to: "2026-11-30", first: 100) { nodes { value } }`,
  );
  const costly = `{ ${['a', 'b', 'c', 'd', 'e']
    .map((alias) => `${alias}: websites(first: 100) { nodes { ${stats.join(' ')} } }`)
    .join(' ')} }`;
  test.each<[string, () => Promise<unknown>]>([
    ['unauthenticated', () => server.call('/api/v1/websites', { key: null })],
    ['unauthenticated', () => ask('{ viewer { email } }', { authorization: 'Bearer ff_no' })],
    ['not_found', () => server.call('/api/v1/websites/99')],
    ['method', () => server.call('/healthz', { method: 'DELETE' })],
    ['too_large', () => server.call('/api/event', { method: 'POST', body: 'x'.repeat(70_000) })],
    ['media_type', () => server.call('/api/v1/websites', { method: 'POST', body: 'x' })],
    ['invalid', () => server.call('/api/v1/websites?per_page=7')],
    ['malformed', () => ask('{ nothing }')],
    ['malformed', () => ask(nested)],
    ['cost', () => ask(costly)],
  ])('%s', async (reason, work) => {
    expect(await growth(work, /requests_refused/)).toEqual({
      [`footfall_requests_refused_total{reason="${reason}"}`]: 1,
    });
  });

  test('rate_limit', async () => {
    const flood = () =>
      Promise.all(Array.from({ length: 31 }, () => hit({ page: 7 }, { 'x-forwarded-for': '8.8.8.8' })));
    expect(await growth(flood, /refused/)).toEqual({
      'footfall_requests_refused_total{reason="malformed"}': 30,
      'footfall_requests_refused_total{reason="rate_limit"}': 1,
      'footfall_hits_total{outcome="refused"}': 31,
    });
  });
});

test('the duration of queries is measured by API and kind of operation', async () => {
  const work = async () => {
    await ask('{ viewer { email } }');
    await ask('mutation { logOut(input: {}) }');
    await ask('{ nothing }');
    await server.call('/api/v1/websites');
    await register(server, { url: 'another.test' });
  };
  expect(await growth(work, /query_duration_seconds_count/)).toEqual({
    'footfall_query_duration_seconds_count{api="graphql",operation="query"}': 1,
    'footfall_query_duration_seconds_count{api="graphql",operation="mutation"}': 1,
    'footfall_query_duration_seconds_count{api="graphql",operation="none"}': 1,
    'footfall_query_duration_seconds_count{api="rest",operation="query"}': 1,
    'footfall_query_duration_seconds_count{api="rest",operation="mutation"}': 1,
  });
});

test("the metric of an operation's cost equals the cost in its response", async () => {
  let cost = 0;
  const work = async () => {
    const { extensions } = (await (await ask('{ websites { totalCount nodes { domain } } }')).json()) as {
      extensions: { cost: { requested: number } };
    };
    cost = extensions.cost.requested;
  };
  const grown = await growth(work, /query_cost_points_(sum|count)/);
  expect(cost).toBeGreaterThan(0);
  expect(grown).toEqual({ footfall_query_cost_points_sum: cost, footfall_query_cost_points_count: 1 });
});

test('queues, the size of the database and jobs have metrics', async () => {
  await server.runJobs();
  const found = await samples();
  for (const queue of ['hits', 'reads', 'passwords'])
    expect([queue, found[`footfall_queue_length{queue="${queue}"}`]]).toEqual([queue, 0]);
  expect(found.footfall_database_size_bytes).toBeGreaterThan(50_000);
  for (const job of ['places', 'salts', 'sessions']) {
    expect(found[`footfall_job_runs_total{job="${job}"}`]).toBeGreaterThan(0);
    expect(found[`footfall_job_failures_total{job="${job}"}`]).toBe(0);
    expect(found[`footfall_job_last_success_timestamp_seconds{job="${job}"}`]).toBe(NOON / 1000);
  }
  // The reports job never ran, because there is no mail server.
  expect(found['footfall_job_last_success_timestamp_seconds{job="reports"}']).toBeUndefined();
  expect(found.process_resident_memory_bytes).toBeGreaterThan(0);
});

test('a failing job is counted as failed and does not prevent the others', async () => {
  await using failing = await startTestServer({ env: { METRICS_TOKEN: TOKEN } });
  await failing.runJobs();
  const { db } = failing.deps;
  db.scrub = () => Promise.reject(new Error('broken'));
  const { trackingId: website } = await register(failing, { url: 'shop.test' });
  await hit({ website }, {}, failing);
  failing.setTime(NOON + 5 * 86_400_000);
  await failing.runJobs();
  const found = await samples(failing);
  const of = (name: string, job: string) => found[`footfall_job_${name}_total{job="${job}"}`];
  expect(['places', 'salts', 'sessions'].map((job) => of('failures', job))).toEqual([0, 1, 0]);
  expect(of('runs', 'sessions')).toBe(of('runs', 'salts'));
  expect(found['footfall_job_last_success_timestamp_seconds{job="salts"}']).toBe(NOON / 1000);
  expect(found['footfall_job_last_success_timestamp_seconds{job="sessions"}']).toBe(
    (NOON + 5 * 86_400_000) / 1000,
  );
});

test('a job that still runs does not begin again, and is waited for', async () => {
  const runs = async () => Number((await samples())['footfall_job_runs_total{job="places"}']);
  const before = await runs();
  await Promise.all([server.runJobs(), server.runJobs(), server.runJobs()]);
  expect(await runs()).toBe(before + 1);
  await server.runJobs();
  expect(await runs()).toBe(before + 2);
});

test('requests cannot create new time series', async () => {
  const series = async () => Object.keys(await samples()).filter((name) => /footfall_/.test(name));
  await hit({});
  await ask('{ viewer { email } }');
  const before = await series();
  for (let index = 0; index < 20; index++) {
    await server.call(`/nowhere/${index}`, { key: null });
    await hit({ page: `https://shop${index}.test/${index}` }, { 'x-forwarded-for': `7.7.7.${index}` });
    await ask(`query Q${index} { viewer { email } }`);
  }
  const added = (await series()).filter((name) => !before.includes(name));
  expect(added.filter((name) => !/footfall_requests_total\{kind="\w+",status="\dxx"\}/.test(name))).toEqual(
    [],
  );
  expect((await series()).length).toBeLessThan(250);
});

test.each(['', 'Bearer', 'Bearer no', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, TOKEN])(
  'metrics are refused for the authorization "%s"',
  async (authorization) => {
    expect((await scrape(authorization)).status).toBe(401);
  },
);

test('docs/operating.md lists every metric, its type, labels and meaning', async () => {
  const text = await (await scrape()).text();
  const docs = await readFile(path.join(root, 'docs/operating.md'), 'utf8');
  const rows = [...docs.matchAll(/^\| `(footfall_\w+)` \| (\w+) \| (.*?) \| (.*?) \|$/gm)].map(
    ([, name, type, labels, help]) => ({ name, type, labels, help }),
  );
  const exposed = [...text.matchAll(/^# HELP (footfall_\w+) (.*)\n# TYPE \1 (\w+)$/gm)].map(
    ([, name = '', help, type]) => {
      const { labels } = SERVER_METRICS[name as keyof typeof SERVER_METRICS];
      const cells = Object.entries(labels).map(([label, values]) => `\`${label}\`: ${values.join(', ')}`);
      return { name, type, labels: cells.join('; '), help };
    },
  );
  expect(exposed.map(({ name }) => name)).toEqual(Object.keys(SERVER_METRICS));
  expect(rows).toEqual(exposed);
});
