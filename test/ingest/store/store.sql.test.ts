import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Hit } from '../../../src/ingest/hit.ts';
import { storeHits } from '../../../src/ingest/store/store.ts';
import { totalIncrements } from '../../../src/ingest/store/totals.ts';
import { planVisits } from '../../../src/ingest/store/visits.ts';
import { openTestDatabase, type TestDatabase } from '../../support/books/database.ts';
import { cut, hitSequences } from '../../support/books/hits.ts';
import { DIMENSIONS, NO_DIMENSIONS } from '../../support/dimensions.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

/** Stores each batch in its own transaction. @returns the contents of the database. */
async function stored(batches: readonly (readonly Hit[])[]) {
  const { db } = database;
  await db.write(async (tx) => {
    for (const table of ['DayTotal', 'Visit', 'Hit']) await tx.$executeRawUnsafe(`DELETE FROM "${table}"`);
  });
  let lastId = 0n;
  for (const batch of batches) await db.write((tx) => storeHits(tx, batch, () => ++lastId));
  const hits = await db.read.hit.findMany({ orderBy: { id: 'asc' } });
  const visits = await db.read.visit.findMany({
    orderBy: [{ websiteId: 'asc' }, { day: 'asc' }, { visitor: 'asc' }, { number: 'asc' }],
  });
  // By website, because only the order within a website is preserved.
  const of = (id: number) => hits.filter(({ websiteId }) => websiteId === id);
  return {
    days: await db.read.dayTotal.findMany({ orderBy: [{ websiteId: 'asc' }, { day: 'asc' }] }),
    /** Each with the position of its last pageview among the hits of the website. */
    visits: visits.map(({ exitId, ...visit }) => ({
      ...visit,
      exit: of(visit.websiteId).findIndex(({ id }) => id === exitId),
    })),
    hits: [1, 2].map((id) => of(id).map(({ id: _, ...hit }) => hit)),
  };
}

test('the database holds the same rows for any division of the hits into batches', async () => {
  await fc.assert(
    fc.asyncProperty(
      hitSequences,
      fc.array(fc.boolean(), { maxLength: 40, size: 'max' }),
      async (hits, after) => {
        const whole = await stored([hits]);
        expect(await stored(cut(hits, after))).toEqual(whole);
        expect(whole.hits.flat()).toHaveLength(hits.length);
        let id = 0n;
        const days = totalIncrements(planVisits(hits, new Map(), () => ++id));
        const found = whole.days.map((day) =>
          Object.fromEntries(Object.entries(day).map(([name, value]) => [name, Number(value)])),
        );
        expect(found).toEqual(
          days.sort((one, other) => one.websiteId - other.websiteId || one.day - other.day),
        );
      },
    ),
    { numRuns: 60 },
  );
});

test('a visit has its counts, its last pageview, and the visitor of the first hit of the day', async () => {
  const at = Date.UTC(2026, 10, 21, 12);
  const base = { websiteId: 1, day: 20261121, hour: 12, visitor: 5n, event: null };
  const buy = { name: 'buy', value: null, unit: null };
  const other = { ...DIMENSIONS, browser: 'Edge', country: 'FR', resolution: '2x2' };
  const later = { source: 'Bing', channel: 'Organic Search', referrer: 'bing.com', utm_source: '' };
  const batches: Hit[][] = [
    [{ ...base, at, path: '/a', dimensions: DIMENSIONS, clickId: 'gclid' }],
    [
      { ...base, at: at + 1, path: '/b', dimensions: other },
      { ...base, at: at + 2, path: '/c', dimensions: other, event: buy },
    ],
    // The second visit of the day comes from elsewhere, in another browser window.
    [{ ...base, at: at + 3_600_000, path: '/d', dimensions: { ...other, ...later }, event: buy }],
  ];
  const first = {
    pageviews: 2,
    events: 1,
    exitPath: '/b',
    exit: 1,
    startedAt: BigInt(at),
    lastAt: BigInt(at + 2),
  };
  const visitor = { browser: 'Chrome', country: 'DE', resolution: '1x1', city: 'Bonn, DE' };
  for (const division of [batches, [batches.flat()]]) {
    expect((await stored(division)).visits).toEqual([
      expect.objectContaining({ ...first, ...visitor, number: 1, source: 's', clickId: 'gclid' }),
      expect.objectContaining({
        ...visitor,
        ...later,
        number: 2,
        clickId: '',
        pageviews: 0,
        events: 1,
        exitPath: '',
        exit: -1,
      }),
    ]);
  }
});

test('a hit is stored unchanged: 64-bit visitors, event values and units, empty strings', async () => {
  const at = Date.UTC(2026, 10, 21, 12);
  const base = { websiteId: 1, at, day: 20261121, hour: 12, path: '/"\'\\%😀', dimensions: NO_DIMENSIONS };
  const events = [
    { name: 'a', value: null, unit: null },
    { name: 'b', value: 0, unit: '€' },
    { name: 'c', value: 0.1, unit: null },
    { name: 'd', value: -1.7976931348623157e308, unit: null },
    { name: 'e', value: 5e-324, unit: '' },
  ];
  const visitors = [-(2n ** 63n), 2n ** 63n - 1n, 2n ** 53n + 1n, -1n, 0n];
  const hits = events.map((event, index): Hit => ({ ...base, event, visitor: visitors[index] ?? 7n }));
  const found = (await stored([hits])).hits.flat();
  expect(found.map(({ event, value, unit }) => ({ name: event, value, unit }))).toEqual(events);
  expect(found.map(({ visitor }) => visitor)).toEqual(visitors);
  expect(new Set(found.map((hit) => `${hit.path} ${hit.at}`))).toEqual(new Set([`${base.path} ${at}`]));
});
