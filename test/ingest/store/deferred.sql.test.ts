import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Hit } from '../../../src/ingest/hit.ts';
import { addToMonths } from '../../../src/ingest/months/sum.ts';
import { storeBatch } from '../../../src/ingest/store/commit.ts';
import { Deferred } from '../../../src/ingest/store/deferred.ts';
import { createKnownValues } from '../../../src/ingest/store/known.ts';
import { verifyRollups } from '../../../src/ingest/store/verify.ts';
import { addWebsites, openTestDatabase, type TestDatabase } from '../../support/books/database.ts';
import { rollupRows } from '../../support/books/rollup.ts';
import { NO_DIMENSIONS } from '../../support/dimensions.ts';

const increments = fc.array(
  fc.record({
    name: fc.constantFrom('page', 'os', 'visits' as const),
    period: fc.constantFrom(20261125, 20261126),
    value: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '__proto__', 'constructor', '"', '1')),
    count: fc.integer({ min: -3, max: 3 }),
  }),
);

test('deferred increments add up to what was added, also after they were stored', () => {
  fc.assert(
    fc.property(increments, fc.nat(), (list, cut) => {
      const first = new Deferred('');
      for (const increment of list.slice(0, cut)) first.add(increment);
      const second = new Deferred(first.toString());
      for (const increment of list.slice(cut)) second.add(increment);
      const expected = new Map<string, number>();
      for (const { name, period, value, count } of list) {
        const key = JSON.stringify([name, period, value]);
        expected.set(key, (expected.get(key) ?? 0) + count);
      }
      const rows = second.take(7);
      const found = rows.map(({ websiteId, name, period, value, count }) => {
        expect(websiteId).toBe(7);
        return [JSON.stringify([name, period, value]), count];
      });
      expect(found.sort()).toEqual([...expected].filter(([, count]) => count !== 0).sort());
      expect([second.isEmpty, second.take(7)]).toEqual([true, []]);
    }),
  );
});

describe('in a database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
    await addWebsites(database.db);
  });
  afterAll(() => database[Symbol.asyncDispose]());
  beforeEach(async () => {
    await database.db.write(async (tx) => {
      for (const table of ['Stat', 'Visit', 'Hit', 'WebsiteLock'])
        await tx.$executeRawUnsafe(`DELETE FROM "${table}"`);
    });
  });

  const DAY = 20261126;
  let id = 0n;
  const view = (path: string, day = DAY, websiteId = 1): Hit => ({
    websiteId,
    at: Date.UTC(2026, 10, 26),
    day,
    hour: 12,
    visitor: ++id,
    path,
    event: null,
    dimensions: NO_DIMENSIONS,
  });
  const store = (hits: Hit[], distinctValues = 1_000) =>
    database.db.write((tx) =>
      storeBatch(tx, hits, () => ++id, { distinctValues, dailyHits: 0, known: createKnownValues() }),
    );
  const lock = async (websiteId = 1) =>
    (await database.db.read.websiteLock.findUniqueOrThrow({ where: { websiteId } })).deferred;
  const statRows = (name = 'page') => database.db.read.stat.count({ where: { websiteId: 1, name } });
  const correct = async () => expect((await verifyRollups(database.db)).differences).toEqual([]);
  const pages = async () =>
    (await rollupRows(database.db.read, { name: 'page' })).map(({ period, count }) => [period, count]).sort();

  test('the values of single hits are deferred, and the totals of days are counted at once', async () => {
    await store([view('/a')]);
    await store([view('/a')]);
    expect(await statRows()).toBe(0);
    const complete = await database.db.read.stat.findMany({ orderBy: { name: 'asc' } });
    expect(complete.map(({ name, count }) => [name, Number(count)])).toEqual([
      ['bounces', 2],
      ['pageviews', 2],
      ['visitors', 2],
      ['visits', 2],
    ]);
    expect(await pages()).toEqual([[DAY, 2]]);
    const { rows, differences } = await verifyRollups(database.db);
    expect([rows, differences]).toEqual([(await rollupRows(database.db.read)).length, []]);
  });

  test('they are added to Stat when they get long, and their text stays short', async () => {
    let longest = 0;
    let settled = 0;
    for (let number = 0; number < 60; number += 1) {
      await store([view(`/a/long/path/for/item/${number}`)]);
      const text = await lock();
      longest = Math.max(longest, text.length);
      if (text === '') settled += 1;
    }
    expect(longest).toBeGreaterThan(1_000);
    expect(longest).toBeLessThanOrEqual(1_800);
    expect(settled).toBeGreaterThan(2);
    expect(await statRows()).toBeGreaterThan(20);
    expect((await pages()).length).toBe(60);
    await correct();
  });

  test('a batch with many values of a website defers none, and takes the deferred ones along', async () => {
    await store([view('/a'), view('/b', DAY, 2)]);
    await store([view('/a'), ...Array.from({ length: 30 }, (_, number) => view(`/${number}`))]);
    expect([await lock(1), (await lock(2)) === '']).toEqual(['', false]);
    expect(await statRows()).toBe(31);
    await correct();
  });

  test('their website has them in Stat before its days are added to months', async () => {
    await store([view('/a'), view('/b')]);
    await database.db.write((tx) => addToMonths(tx, 1, DAY));
    expect(await lock()).toBe('');
    expect(await pages()).toEqual([
      ...[202611, 202611].map((month) => [month, 1]),
      ...[DAY, DAY].map((day) => [day, 1]),
    ]);
    await correct();
    await store([view('/a')]);
    expect(await lock()).toBe('');
    await correct();
  });

  test('those of days that an earlier version added to months reach them with the next hits', async () => {
    await store([view('/a')]);
    // An earlier version adds the rows of Stat, and knows nothing of others.
    await database.db.write(async (tx) => {
      await tx.$executeRaw`
        INSERT INTO "Stat" ("websiteId", "name", "period", "value", "count")
        SELECT "websiteId", "name", 202611, "value", "count" FROM "Stat"`;
      await tx.websiteLock.updateMany({ data: { monthsThrough: DAY } });
    });
    await store([view('/a'), ...Array.from({ length: 30 }, (_, number) => view(`/${number}`, DAY + 1))]);
    expect(await lock()).toBe('');
    await correct();
  });

  test('near a limit, values are looked up in Stat, which then has all of them', async () => {
    for (const path of ['/a', '/b']) await store([view(path)], 3);
    expect(await statRows()).toBe(0);
    // The values of three batches without a memory may be four.
    for (const path of ['/a', '/b', '/c', '/d', '/a']) await store([view(path)], 3);
    expect([await lock(), await statRows()]).toEqual(['', 4]);
    const rows = await rollupRows(database.db.read, { name: 'page' });
    expect(rows.map(({ value, count }) => [value, count]).sort()).toEqual([
      ['(other)', 1],
      ['/a', 3],
      ['/b', 2],
      ['/c', 1],
    ]);
    await correct();
  });

  test('a wrong one is found by footfall verify', async () => {
    await store([view('/a')]);
    const wrong = (await lock()).replaceAll('["/a",1]', '["/a",2]');
    await database.db.write((tx) => tx.websiteLock.updateMany({ data: { deferred: wrong } }));
    expect((await verifyRollups(database.db)).differences).toEqual(
      ['exit_page', 'landing_page', 'page'].map((name) => ({
        websiteId: 1,
        name,
        period: DAY,
        value: '/a',
        stored: 2,
        computed: 1,
      })),
    );
  });
});
