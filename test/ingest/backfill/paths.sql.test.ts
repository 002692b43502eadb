import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Analysis, createLocalAnalysis } from '../../../src/engine/columns/analysis.ts';
import { findOldPaths, renamePaths } from '../../../src/ingest/backfill/paths.ts';
import type { Hit } from '../../../src/ingest/hit.ts';
import { storeHits } from '../../../src/ingest/store/store.ts';
import { verifyRollups } from '../../../src/ingest/store/verify.ts';
import { addWebsites, openTestDatabase, type TestDatabase } from '../../support/books/database.ts';
import { DIMENSIONS } from '../../support/dimensions.ts';
import { statisticsOf } from '../../support/engine/statistics.ts';

let database: TestDatabase;
let analysis: Analysis;
let counter = 0n;
beforeEach(async () => {
  database = await openTestDatabase();
  await addWebsites(database.db);
  analysis = createLocalAnalysis(database.url);
});
afterEach(async () => {
  await analysis.close();
  await database[Symbol.asyncDispose]();
});

type Visit = readonly (string | [path: string, event: string])[];

/** Stores hits as the earlier version did, one visitor for each list. */
async function store(day: number, visits: readonly Visit[]): Promise<void> {
  const hits = visits.flatMap((paths, visitor) =>
    paths.map((entry, index): Hit => {
      const [path, event] = typeof entry === 'string' ? [entry, null] : entry;
      return {
        websiteId: 1,
        at: Date.UTC(2026, 10, day % 100, 9, index),
        day,
        hour: 9,
        visitor: BigInt(visitor),
        path,
        dimensions: DIMENSIONS,
        event: event === null ? null : { name: event, value: null, unit: null },
      };
    }),
  );
  for (const hit of hits)
    await database.db.write((tx) => storeHits(tx, [hit], () => (BigInt(hit.at) << 22n) + ++counter));
}

const statistic = async (name: 'page' | 'landing_page' | 'exit_page', asked = analysis) => {
  const range = { websiteId: 1, from: 20261101, to: 20261130 };
  const [found] = await statisticsOf(asked, range, [name]);
  return found?.rows.map(({ value, count }) => [value, count]) ?? [];
};

test('paths of an earlier version get their form, and all sums stay', async () => {
  await store(20261119, [['/%e6%97%a5', '/a'], ['/%E6%97%A5'], ['/why-a[i]', '/%7Ejoe']]);
  await store(20261120, [
    [['/%7Ejoe', 'Order'], '/a'],
    ['/~joe', '/a%2fb'],
    ['/(other)', '/a%20b'],
  ]);
  // What it has cached must not outlive the change.
  const known = createLocalAnalysis(database.url);
  expect((await statistic('page', known)).length).toBe(9);

  await store(20261121, [['/a']]);
  const days = await findOldPaths(database.db, 1);
  expect(days.map(({ day }) => day)).toEqual([20261119, 20261120]);
  // Looking changes nothing.
  expect((await statistic('page')).length).toBe(9);
  for (const day of days) await database.db.write((tx) => renamePaths(tx, day));
  expect(await findOldPaths(database.db, 1)).toEqual([]);
  const page = [
    ['/a', 3],
    ['/%E6%97%A5', 2],
    ['/~joe', 2],
    ['/(other)', 1],
    ['/a%20b', 1],
    ['/a%2Fb', 1],
    ['/why-a%5Bi%5D', 1],
  ];
  expect(await statistic('page')).toEqual(page);
  // Although no hit came in, the cached page is not shown again.
  expect(await statistic('page', known)).toEqual(page);
  await known.close();
  expect(await statistic('landing_page')).toEqual([
    ['/%E6%97%A5', 2],
    ['/~joe', 2],
    ['/(other)', 1],
    ['/a', 1],
    ['/why-a%5Bi%5D', 1],
  ]);
  expect(await statistic('exit_page')).toEqual([
    ['/a', 3],
    ['/%E6%97%A5', 1],
    ['/a%20b', 1],
    ['/a%2Fb', 1],
    ['/~joe', 1],
  ]);
  expect((await verifyRollups(database.db)).differences).toEqual([]);
  const events = await database.db.read.hit.findMany({ where: { event: 'Order' } });
  expect(events.map(({ path }) => path)).toEqual(['/~joe']);
});
