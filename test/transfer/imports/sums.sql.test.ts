import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../../src/db/database.ts';
import { openDatabase } from '../../../src/db/open.ts';
import { undoImport } from '../../../src/transfer/imports/undo.ts';
import type { TotalRecord } from '../../../src/transfer/sources/records.ts';
import { graphqlData } from '../../support/engine/asking.ts';
import { NOON, startTestServer, type TestServer } from '../../support/server.ts';
import { sendHit } from '../../support/track.ts';
import { type Importing, importingInto, viewAt } from '../../support/transfer/importing.ts';

let server: TestServer;
let db: Database;
let importing: Importing;
let site: { id: number; tracking_id: string };
/** Sends a pageview of today. */
const viewOf = (page: string) =>
  sendHit(server, { website: site.tracking_id, page: `https://a.test${page}` });
beforeAll(async () => {
  server = await startTestServer();
  const body = new URLSearchParams({ url: 'a.test', privacy: '0' });
  const response = await server.call('/api/v1/websites', { method: 'POST', body });
  site = ((await response.json()) as { data: typeof site }).data;
  db = await openDatabase(server.database.url);
  importing = await importingInto({ db, url: server.database.url });
  await viewOf('/');
  await viewOf('/own');
});
afterAll(async () => {
  await importing[Symbol.asyncDispose]();
  await db.close();
  await server[Symbol.asyncDispose]();
});

function sum(day: number, dimension: TotalRecord['dimension'], value: string, sums: Partial<TotalRecord>) {
  return { kind: 'total', line: 1, day, dimension, value, ...sums } as TotalRecord;
}

/** Two days in October. The files have no languages, and of pages no bounces. */
const RECORDS: TotalRecord[] = [
  sum(20261001, 'total', '', { visitors: 10, visits: 12, pageviews: 30, bounces: 6, duration: 600 }),
  sum(20261002, 'total', '', { visitors: 5, visits: 5, pageviews: 9, bounces: 1, duration: 40 }),
  sum(20261001, 'page', '/', { visitors: 9, visits: 10, pageviews: 20 }),
  sum(20261001, 'page', '/about', { visitors: 3, visits: 3, pageviews: 10 }),
  sum(20261002, 'page', '/', { visitors: 5, visits: 5, pageviews: 9 }),
  sum(20261001, 'country', 'FR', { visitors: 6, visits: 8, pageviews: 20, bounces: 3, duration: 400 }),
  sum(20261001, 'country', 'DE', { visitors: 4, visits: 4, pageviews: 10, bounces: 3, duration: 200 }),
  sum(20261001, 'event', 'Signup', { visitors: 2, events: 3 }),
  sum(20261001, 'total', '', { events: 3 }),
];

const PERIOD = `
  visitors visits pageviews events bounces bounceRate visitDuration viewsPerVisit
  imported { from to sources omitted }
  series(by: DAY) { points { at visitors pageviews } }
  pages: stats(name: PAGE) { nodes { value count } }
  countries: breakdown(by: [COUNTRY]) { nodes { values { value } visits bounceRate } }
  continents: stats(name: CONTINENT) { nodes { value count } }
  signups: stats(name: EVENT) { nodes { value count } }
  languages: stats(name: LANGUAGE) { nodes { value count } }
  ofPages: breakdown(by: [PAGE], orderBy: { metric: BOUNCE_RATE }) {
    nodes { values { value } pageviews bounceRate bounces }
  }`;

interface Numbers extends Record<string, unknown> {
  visitors: number;
  imported: { omitted: string[] } | null;
}

async function period(args: string, fields = PERIOD): Promise<Numbers> {
  const query = `{ website(trackingId: "${site.tracking_id}") { period(${args}) { ${fields} } } }`;
  const { website } = await graphqlData<{ website: { period: Numbers } }>(server, query);
  return website.period;
}
const ALL = 'from: "2026-09-01", to: "2026-11-30"';

test('statistics without a filter contain daily sums, beside own hits, until they are undone', async () => {
  const before = await period(ALL);
  const row = await importing.run(RECORDS, { website: site.id, deps: { now: () => NOON } });
  expect(row).toMatchObject({ state: 'done', visitors: 15n, pageviews: 39n, events: 3n, firstDay: 20261001 });
  const { imported, series, ...numbers } = await period(ALL);
  expect(numbers).toMatchObject({
    ...{ visitors: 16, visits: 18, pageviews: 41, events: 3, bounces: 7 },
    pages: {
      nodes: [
        { value: '/', count: 30 },
        { value: '/about', count: 10 },
        { value: '/own', count: 1 },
      ],
    },
    continents: {
      nodes: [
        { value: 'EU', count: 10 },
        { value: '', count: 1 },
      ],
    },
    signups: { nodes: [{ value: 'Signup', count: 3 }] },
    languages: { nodes: [{ value: '', count: 1 }] },
  });
  expect(numbers.bounceRate).toBeCloseTo(7 / 18);
  expect(numbers.visitDuration).toBeCloseTo(640 / 18);
  expect(numbers.countries).toMatchObject({
    nodes: [
      { values: [{ value: 'FR' }], visits: 8, bounceRate: 3 / 8 },
      { values: [{ value: 'DE' }], visits: 4, bounceRate: 3 / 4 },
      { values: [{ value: '' }], visits: 1 },
    ],
  });
  // The bounces of pages are unknown: rates are null, and the number itself is 0.
  expect(numbers.ofPages).toMatchObject({
    nodes: [
      { values: [{ value: '/own' }], pageviews: 1, bounceRate: 0 },
      { values: [{ value: '/' }], pageviews: 30, bounceRate: null, bounces: 0 },
      { values: [{ value: '/about' }], pageviews: 10, bounceRate: null },
    ],
  });
  const { points } = series as { points: { at: string; visitors: number }[] };
  expect(points.filter(({ visitors }) => visitors > 0)).toMatchObject([
    { at: '2026-10-01', visitors: 10, pageviews: 30 },
    { at: '2026-10-02', visitors: 5, pageviews: 9 },
    { at: '2026-11-21', visitors: 1, pageviews: 2 },
  ]);
  expect(imported).toMatchObject({ from: '2026-10-01', to: '2026-10-02', sources: ['log'] });
  expect(imported?.omitted).toEqual(
    expect.arrayContaining(['FILTERS', 'GOALS', 'FUNNELS', 'LANGUAGE', 'BROWSER']),
  );
  expect(imported?.omitted).not.toContain('PAGE');
  await undoImport(row, { ...importing.deps, now: () => NOON });
  expect(await period(ALL)).toEqual(before);
});

test('numbers under a filter contain no imported sums, and say so', async () => {
  const before = await period(`${ALL}, filter: { page: { in: ["/"] } }`);
  const row = await importing.run(RECORDS, { website: site.id, deps: { now: () => NOON } });
  const filtered = await period(`${ALL}, filter: { page: { in: ["/"] } }`);
  expect(filtered).toEqual({ ...before, imported: filtered.imported });
  expect(filtered.imported?.omitted).toContain('FILTERS');
  expect((await period('from: "2026-10-03", to: "2026-11-30"')).imported).toBeNull();
  await undoImport(row, { ...importing.deps, now: () => NOON });
});

test('the whole history and the list of websites contain imported sums', async () => {
  const row = await importing.run(RECORDS, { website: site.id, deps: { now: () => NOON } });
  expect(await period('name: ALL', 'from visitors')).toMatchObject({ from: '2026-10-01', visitors: 16 });
  const query = `{ viewer { period(${ALL}) { visitors visits bounceRate } } }`;
  expect(await graphqlData(server, query)).toEqual({
    viewer: { period: { visitors: 16, visits: 18, bounceRate: expect.closeTo(7 / 18) } },
  });
  const response = await server.call(`/api/v1/metrics/${site.id}?from=2026-10-01&to=2026-10-31`);
  expect(await response.json()).toMatchObject({
    data: { visitors: 15, visits: 17, pageviews: 39, events: 3, bounces: 7 },
  });
  await undoImport(row, { ...importing.deps, now: () => NOON });
});

test('REST returns the same imported sums as GraphQL, and none under a filter', async () => {
  const row = await importing.run(RECORDS, { website: site.id, deps: { now: () => NOON } });
  const days = 'from=2026-10-01&to=2026-10-31';
  const get = async (path: string) =>
    ((await (await server.call(`/api/v1/${path}`)).json()) as { data: Record<string, unknown>[] }).data;
  const numbers = await period('from: "2026-10-01", to: "2026-10-31"');
  const METRICS = ['visitors', 'visits', 'pageviews', 'events', 'bounces'] as const;
  expect(await get(`metrics/${site.id}?${days}`)).toMatchObject(
    Object.fromEntries(METRICS.map((name) => [name, numbers[name]])),
  );
  for (const [name, field] of [
    ['page', 'pages'],
    ['continent', 'continents'],
    ['event', 'signups'],
  ] as const) {
    const { nodes } = numbers[field] as { nodes: { value: string; count: number }[] };
    expect(nodes.length).toBeGreaterThan(0);
    const rows = await get(`stats/${site.id}?name=${name}&${days}`);
    expect(rows.map(({ value, count }) => ({ value, count }))).toEqual(nodes);
  }
  const { nodes } = numbers.countries as { nodes: { values: { value: string }[]; visits: number }[] };
  const countries = await get(`breakdown/${site.id}?by=country&${days}`);
  expect(countries.map(({ country, visits }) => [country, visits])).toEqual(
    nodes.map(({ values, visits }) => [values[0]?.value, visits]),
  );
  const filter = encodeURIComponent('{"page":{"in":["/"]}}');
  expect(await get(`metrics/${site.id}?${days}&filter=${filter}`)).toMatchObject({ visitors: 0 });
  expect(await get(`stats/${site.id}?name=page&${days}&filter=${filter}`)).toEqual([]);
  await undoImport(row, { ...importing.deps, now: () => NOON });
});

test('a day with own hits, the current day and impossible ones keep their own numbers', async () => {
  const records = [
    ...RECORDS,
    sum(20261121, 'total', '', { visitors: 100, visits: 100, pageviews: 100 }),
    sum(20261122, 'total', '', { visitors: 100, visits: 100, pageviews: 100 }),
    sum(19891231, 'total', '', { visitors: 100, visits: 100, pageviews: 100 }),
    sum(23001231, 'total', '', { visitors: 100, visits: 100, pageviews: 100 }),
  ];
  const row = await importing.run(records, { website: site.id, deps: { now: () => NOON } });
  expect(row).toMatchObject({ firstDay: 20261001, lastDay: 20261002, visitors: 15n });
  expect(JSON.parse(row.skipped)).toMatchObject({ too_recent: { count: 3 }, too_early: { count: 1 } });
  await undoImport(row, { ...importing.deps, now: () => NOON });
});

test('imports of hits have no omissions', async () => {
  const row = await importing.run([viewAt(Date.UTC(2026, 9, 5, 12))], {
    website: site.id,
    deps: { now: () => NOON },
  });
  expect((await period(ALL)).imported).toEqual({
    ...{ from: '2026-10-05', to: '2026-10-05', sources: ['log'], omitted: [] },
  });
  await undoImport(row, { ...importing.deps, now: () => NOON });
});
