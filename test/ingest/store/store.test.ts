import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Hit } from '../../../src/ingest/hit.ts';
import { increments } from '../../../src/ingest/store/increments.ts';
import { storeHits } from '../../../src/ingest/store/store.ts';
import { planVisits } from '../../../src/ingest/store/visits.ts';
import { openTestDatabase, type TestDatabase } from '../../support/books/database.ts';
import { cut, hitSequences } from '../../support/books/hits.ts';

let database: TestDatabase;
let lastId = 0n;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

/** Stores each batch in its own transaction. @returns the contents of the database. */
async function stored(batches: readonly (readonly Hit[])[]) {
  const { db } = database;
  await db.write(async (tx) => {
    for (const table of ['Stat', 'Visit', 'Hit']) await tx.$executeRawUnsafe(`DELETE FROM "${table}"`);
  });
  for (const batch of batches) await db.write((tx) => storeHits(tx, batch, () => ++lastId));
  const hits = await db.read.hit.findMany({ orderBy: { id: 'asc' }, omit: { id: true } });
  return {
    stats: await db.read.stat.findMany({
      orderBy: [{ websiteId: 'asc' }, { name: 'asc' }, { period: 'asc' }, { value: 'asc' }],
    }),
    visits: await db.read.visit.findMany({
      orderBy: [{ websiteId: 'asc' }, { day: 'asc' }, { visitor: 'asc' }, { number: 'asc' }],
    }),
    // By website, because only the order within a website is preserved.
    hits: [1, 2].map((websiteId) => hits.filter((hit) => hit.websiteId === websiteId)),
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
        const rows = increments(planVisits(hits, new Map())).map((row) => JSON.stringify(row));
        const found = whole.stats.map((row) => JSON.stringify({ ...row, count: Number(row.count) }));
        expect(found.sort()).toEqual(rows.sort());
      },
    ),
    { numRuns: 60 },
  );
});

test('a hit is stored unchanged: 64-bit visitors, event values and units, empty strings', async () => {
  const dimensions = {
    ...{ referrer: '', campaign: '', browser: '', os: '', device: '', language: '' },
    ...{ resolution: '', continent: '', country: '', city: '' },
  };
  const at = Date.UTC(2026, 10, 21, 12);
  const base = { websiteId: 1, at, day: 20261121, hour: 12, path: '/"\'\\%😀', dimensions };
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
