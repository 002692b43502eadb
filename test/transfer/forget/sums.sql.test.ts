import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Database } from '../../../src/db/database.ts';
import { openDatabase } from '../../../src/db/open.ts';
import { parseConditions } from '../../../src/transfer/forget/conditions.ts';
import { type Forgotten, forget } from '../../../src/transfer/forget/forget.ts';
import { undoImport } from '../../../src/transfer/imports/undo.ts';
import type { TotalRecord } from '../../../src/transfer/sources/records.ts';
import { graphqlData } from '../../support/engine/asking.ts';
import { newWebsite } from '../../support/rest.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { type Importing, importingInto, viewAt } from '../../support/transfer/importing.ts';

let server: TestServer;
let db: Database;
let importing: Importing;
beforeEach(async () => {
  server = await startTestServer();
  await newWebsite(server, { url: 'https://a.test', timezone: 'UTC' });
  db = await openDatabase(server.database.url);
  importing = await importingInto({ db, url: server.database.url });
});
afterEach(async () => {
  await importing[Symbol.asyncDispose]();
  await db.close();
  await server[Symbol.asyncDispose]();
});

const sum = (
  day: number,
  dimension: TotalRecord['dimension'],
  value: string,
  pageviews: number,
): TotalRecord => ({
  ...{ kind: 'total', line: 1, day, dimension, value, visitors: pageviews, visits: pageviews },
  ...{ pageviews, bounces: 0, duration: 0 },
});
const SUMS = [20261001, 20261002, 20261003].flatMap((day, index) => [
  sum(day, 'total', '', 10 + index),
  sum(day, 'page', '/', 6 + index),
  sum(day, 'page', '/reset/1', 4),
  sum(day, 'landing_page', '/reset/1', 1),
  sum(day, 'country', 'FR', 3),
]);

interface Shown {
  from: string;
  pageviews: string;
  pages: { nodes: { value: string; count: number }[] };
  countries: { nodes: { value: string; count: number }[] };
}

/** What statistics show, from the caches of the server where they are valid. */
async function shown(): Promise<unknown[]> {
  const fields =
    'pages: stats(name: PAGE) { nodes { value count } } ' +
    'countries: stats(name: COUNTRY) { nodes { value count } }';
  const query = `{ website(id: "1") { all: period(name: ALL) { from }
    period(from: "2026-09-01", to: "2026-11-20") { pageviews imported { from to } ${fields} } } }`;
  type Found = { website: { all: { from: string }; period: Shown & { imported: object | null } } };
  const { all, period } = (await graphqlData<Found>(server, query)).website;
  const list = ({ nodes }: Shown['pages']) => nodes.map(({ value, count }) => `${value} ${count}`);
  return [all.from, Number(period.pageviews), period.imported, list(period.pages), list(period.countries)];
}

const run = (args: object, dryRun = false): Promise<Forgotten> =>
  forget(db, 1, parseConditions(args), { pause: async () => undefined, dryRun });
const found = (sums: number, undivided = 0) => ({
  ...{ hits: 0, visits: 0, visitors: 0, days: 0, drops: 0, sums, undivided },
});

test('daily sums of earlier days are forgotten, and statistics follow', async () => {
  const row = await importing.run(SUMS, { website: 1 });
  const before = await shown();
  expect(before[1]).toBe(33);
  // The sums of continents follow from those of countries.
  expect(await run({ before: '2026-10-03' }, true)).toEqual(found(12));
  expect(await shown()).toEqual(before);
  expect(await run({ before: '2026-10-03' })).toEqual(found(12));
  const imported = { from: '2026-10-03', to: '2026-10-03' };
  expect(await shown()).toEqual(['2026-10-03', 12, imported, ['/ 8', '/reset/1 4'], ['FR 3']]);
  expect(await run({ before: '2026-10-03' })).toEqual(found(0));
  await undoImport(await db.read.import.findUniqueOrThrow({ where: { id: row.id } }), importing.deps);
  expect((await shown())[1]).toBe(0);
});

test('the sums of a page are forgotten, and the totals of its days stay', async () => {
  await importing.run(SUMS, { website: 1 });
  await shown();
  expect(await run({ path: '/reset/1', before: '2026-10-02' })).toEqual(found(2));
  expect((await shown())[3]).toEqual(['/ 21', '/reset/1 8']);
  expect(await run({ path: '/reset/1' })).toEqual(found(4));
  const imported = { from: '2026-10-01', to: '2026-10-03' };
  expect(await shown()).toEqual(['2026-10-01', 33, imported, ['/ 21'], ['FR 9']]);
});

test('sums cannot be divided by a country, which is said', async () => {
  await importing.run(SUMS, { website: 1 });
  const before = await shown();
  expect(await run({ country: 'fr' })).toEqual(found(0, 3));
  expect(await run({ country: 'FR', before: '2026-10-02', path: '/reset/1' })).toEqual(found(0, 1));
  expect(await run({ property: 'email' })).toEqual(found(0));
  expect(await shown()).toEqual(before);
});

test('an import of which nothing is left leaves its days to others', async () => {
  const row = await importing.run([viewAt(Date.UTC(2026, 8, 30, 12)), ...SUMS], { website: 1 });
  expect(row).toMatchObject({ firstDay: 20260930 });
  expect(await run({ before: '2026-10-04' })).toMatchObject({ hits: 1, sums: 18 });
  expect(await db.read.import.findUnique({ where: { id: row.id } })).toMatchObject({ state: 'undone' });
  expect((await shown()).slice(1)).toEqual([0, null, [], []]);
  await importing.run(SUMS, { website: 1 });
  expect((await shown())[1]).toBe(33);
});
