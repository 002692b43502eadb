import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { DirectConnection } from '../../../src/db/database.ts';
import { openDirect } from '../../../src/db/open.ts';
import type { Hit } from '../../../src/ingest/hit.ts';
import { storeBatch } from '../../../src/ingest/store/commit.ts';
import { createKnownValues } from '../../../src/ingest/store/known.ts';
import { verifyRollups } from '../../../src/ingest/store/verify.ts';
import { addWebsites, openTestDatabase, type TestDatabase } from '../../support/books/database.ts';
import { cut, hitSequences } from '../../support/books/hits.ts';
import { recount } from '../../support/books/limits.ts';
import { rollupRows } from '../../support/books/rollup.ts';
import { NO_DIMENSIONS } from '../../support/dimensions.ts';

const TIMES_AND_DAYS = [
  ...['pageviews', 'pageviews_hours', 'visitors', 'visitors_hours', 'visits'],
  ...['bounces', 'duration', 'events'],
];

let database: TestDatabase;
let direct: DirectConnection;
beforeAll(async () => {
  database = await openTestDatabase();
  await addWebsites(database.db);
  direct = await openDirect(database.url);
});
afterAll(async () => {
  await direct.close();
  await database[Symbol.asyncDispose]();
});

/** Deletes all counts, but keeps the two websites. */
async function clear(): Promise<void> {
  await database.db.write(async (tx) => {
    for (const table of ['Stat', 'Visit', 'Hit', 'Drop'])
      await tx.$executeRawUnsafe(`DELETE FROM "${table}"`);
    await tx.websiteLock.updateMany({ data: { usage: '', deferred: '' } });
  });
}

/** Reads the rollup except days and hours: counts by website, statistic, period and value, as JSON. */
async function stored(): Promise<Map<string, number>> {
  const rows = await rollupRows(database.db.read);
  return new Map(
    rows
      .filter(({ name }) => !TIMES_AND_DAYS.includes(name))
      .map(({ websiteId, name, period, value, count }) => [
        JSON.stringify([websiteId, name, period, value]),
        count,
      ]),
  );
}

const sorted = (map: Map<string, number>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
let id = 0n;

describe('the daily limits', () => {
  /** Two instances with their own caches, and one that restarts for each batch, store batches in turn. */
  const world = fc.record({
    hits: hitSequences,
    after: fc.array(fc.boolean(), { maxLength: 40, size: 'max' }),
    instances: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 40 }),
    mostValues: fc.integer({ min: 1, max: 4 }),
    mostHits: fc.integer({ min: 1, max: 12 }),
  });

  test('match a slow recount, whichever instance stores the hits, and keep the rollups correct', async () => {
    let replaced = 0;
    let overQuota = 0;
    const property = fc.asyncProperty(world, async ({ hits, after, instances, mostValues, mostHits }) => {
      await clear();
      const caches = [createKnownValues(), createKnownValues()];
      const outcomes: (string | null)[] = [];
      for (const [index, batch] of cut(hits, after).entries()) {
        const instance = instances[index % instances.length] ?? 0;
        const known = caches[instance] ?? createKnownValues();
        const limits = { distinctValues: mostValues, dailyHits: mostHits, known };
        const write = instance === 1 ? direct.transaction : database.db.write;
        const done = await write((tx) => storeBatch(tx, batch, () => ++id, limits));
        known.add(done.learned);
        outcomes.push(...done.outcomes);
      }
      const { counts, dropped } = recount(hits, mostValues, mostHits);
      expect(sorted(await stored())).toEqual(sorted(counts));
      expect(outcomes.filter((outcome) => outcome === 'quota').length).toBe(dropped.length);
      expect(outcomes).toEqual(hits.map((hit) => (dropped.includes(hit) ? 'quota' : null)));
      expect((await verifyRollups(database.db)).differences).toEqual([]);
      replaced += [...counts.keys()].filter((key) => key.includes('(other)')).length;
      overQuota += dropped.length;
    });
    await fc.assert(property, { numRuns: 25 });
    expect([replaced > 0, overQuota > 0]).toEqual([true, true]);
  });

  test('apply to the stored hits, including the paths of events', async () => {
    await clear();
    const limits = { distinctValues: 3, dailyHits: 0, known: createKnownValues() };
    const event = { name: 'buy', value: null, unit: null };
    const hitOf = (number: number): Hit => ({
      websiteId: 1,
      at: number,
      day: 20261121,
      hour: 12,
      visitor: 1n,
      path: `/${number}`,
      event,
      dimensions: NO_DIMENSIONS,
    });
    for (let number = 0; number < 10; number += 1) {
      const { learned } = await direct.transaction((tx) =>
        storeBatch(tx, [hitOf(number), { ...hitOf(number % 4), event: null }], () => ++id, limits),
      );
      limits.known.add(learned);
    }
    const rows = await database.db.read.hit.findMany({ orderBy: { id: 'asc' } });
    const events = rows.filter((row) => row.event !== null).map(({ path }) => path);
    expect(events).toEqual(['/0', '/1', '/2', '(other)', '/4', '/5', '/6', '(other)', '(other)', '(other)']);
    const pages = rows.filter((row) => row.event === null).map(({ path }) => path);
    expect(new Set(pages)).toEqual(new Set(['/0', '/1', '/2', '(other)']));
  });

  test('apply to the paths of events also far from the limit of pages, without those of pages', async () => {
    await clear();
    const event = { name: 'buy', value: null, unit: null };
    const send = async (path: string, isEvent: boolean) => {
      // A process that has just started knows no values.
      const limits = { distinctValues: 8, dailyHits: 0, known: createKnownValues() };
      const hit = { websiteId: 1, at: 0, day: 20261121, hour: 12, visitor: 1n, path };
      const item = { ...hit, event: isEvent ? event : null, dimensions: NO_DIMENSIONS };
      await direct.transaction((tx) => storeBatch(tx, [item], () => ++id, limits));
    };
    await send('/shop', false);
    for (let number = 0; number < 20; number += 1) {
      await send('/shop', true);
      await send(`/${number}`, true);
    }
    const hits = await database.db.read.hit.findMany({ orderBy: { id: 'asc' } });
    const paths = hits.filter((row) => row.event !== null).map(({ path }) => path);
    expect(paths.filter((path) => path === '/shop').length).toBe(20);
    expect(paths.filter((path) => path !== '/shop')).toEqual([
      ...Array.from({ length: 8 }, (_, number) => `/${number}`),
      ...Array.from({ length: 12 }, () => '(other)'),
    ]);
  });

  test('leave a statistic its whole limit when another one of the same hits has none left', async () => {
    await clear();
    const send = (path: string, browser: string) =>
      direct.transaction((tx) => {
        // A process that has just started knows no values.
        const limits = { distinctValues: 10, dailyHits: 0, known: createKnownValues() };
        const event = { name: 'buy', value: null, unit: null };
        const hit = { websiteId: 1, at: 0, day: 20261121, hour: 12, visitor: ++id, path, event };
        const item = { ...hit, dimensions: { ...NO_DIMENSIONS, browser } };
        return storeBatch(tx, [item], () => ++id, limits);
      });
    for (let number = 0; number < 11; number += 1) await send(`/${number}`, 'Chrome');
    for (let number = 1; number < 10; number += 1) await send('/0', `browser ${number}`);
    const rows = await rollupRows(database.db.read, { name: 'browser', period: 20261121 });
    expect(rows.map(({ value, count }) => [value, count]).sort()).toEqual([
      ['Chrome', 11],
      ...Array.from({ length: 9 }, (_, index) => [`browser ${index + 1}`, 1]),
    ]);
    const pages = await rollupRows(database.db.read, { name: 'landing_page', period: 20261121 });
    expect(pages.find(({ value }) => value === '(other)')?.count).toBe(1);
  });

  test('do not affect values already stored on the day, and start again on the next day', async () => {
    await clear();
    const limits = { distinctValues: 2, dailyHits: 0, known: createKnownValues() };
    const view = (day: number, path: string): Hit => ({
      websiteId: 1,
      at: 0,
      day,
      hour: 12,
      visitor: 1n,
      path,
      event: null,
      dimensions: NO_DIMENSIONS,
    });
    for (const path of ['/a', '/b', '/c', '/a', '(other)', '/d'])
      await direct.transaction((tx) => storeBatch(tx, [view(20261121, path)], () => ++id, limits));
    await direct.transaction((tx) => storeBatch(tx, [view(20261122, '/d')], () => ++id, limits));
    const rows = (await rollupRows(database.db.read, { name: 'page' })).filter(
      ({ period }) => period > 999999,
    );
    expect(rows.map(({ period, value, count }) => [period, value, count]).sort()).toEqual([
      [20261121, '(other)', 3],
      [20261121, '/a', 2],
      [20261121, '/b', 1],
      [20261122, '/d', 1],
    ]);
  });
});
