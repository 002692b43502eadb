import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Hit } from '../../../src/ingest/hit.ts';
import { monthJob } from '../../../src/ingest/months/job.ts';
import { addToMonths } from '../../../src/ingest/months/sum.ts';
import { storeHits } from '../../../src/ingest/store/store.ts';
import { verifyRollups } from '../../../src/ingest/store/verify.ts';
import { addWebsites, openTestDatabase, type TestDatabase } from '../../support/books/database.ts';
import { NO_DIMENSIONS } from '../../support/dimensions.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await addWebsites(database.db);
});
afterAll(() => database[Symbol.asyncDispose]());

const MIDNIGHT = Date.UTC(2026, 10, 2);
let id = 0n;

const hitOn = (day: number, websiteId = 1): Hit => ({
  websiteId,
  at: MIDNIGHT,
  day,
  hour: 12,
  visitor: ++id,
  path: '/',
  event: null,
  dimensions: NO_DIMENSIONS,
});
const store = (...hits: Hit[]) => database.db.write((tx) => storeHits(tx, hits, () => ++id));

beforeEach(async () => {
  await database.db.write(async (tx) => {
    for (const table of ['Stat', 'Visit', 'Hit', 'WebsiteLock'])
      await tx.$executeRawUnsafe(`DELETE FROM "${table}"`);
  });
});

/** The pageviews of each day and month of the first website that has rows. */
async function pageviews(): Promise<[number, number][]> {
  const rows = await database.db.read.stat.findMany({
    where: { websiteId: 1, name: 'page', count: { not: 0 } },
    orderBy: { period: 'asc' },
  });
  return rows.map(({ period, count }) => [period, Number(count)]);
}
const through = async () =>
  (await database.db.read.websiteLock.findUniqueOrThrow({ where: { websiteId: 1 } })).monthsThrough;
const correct = async () => expect((await verifyRollups(database.db)).differences).toEqual([]);

/** Creates the job, with a clock that starts at midnight (UTC) of 2 November 2026. */
function jobAt(start: number, pauses: number[] = []) {
  const time = { now: start };
  const run = monthJob(
    { db: database.db, now: () => time.now },
    () => 0,
    async (ms) => pauses.push(ms),
  );
  return { time, run };
}

test('days are added to their month when they are over, once, and hits that come later at once', async () => {
  await store(hitOn(20261031), hitOn(20261101), hitOn(20261101), hitOn(20261102));
  const days: [number, number][] = [
    [20261031, 1],
    [20261101, 2],
    [20261102, 1],
  ];
  expect(await pageviews()).toEqual(days);
  await correct();

  const { time, run } = jobAt(MIDNIGHT);
  await run();
  // It is 9:00 on 2 November in the time zone of the websites.
  expect(await pageviews()).toEqual([[202610, 1], [202611, 2], ...days]);
  await correct();
  await run();
  expect(await pageviews()).toEqual([[202610, 1], [202611, 2], ...days]);

  await store(hitOn(20261101), hitOn(20261102));
  expect(await pageviews()).toEqual([
    ...[
      [202610, 1],
      [202611, 3],
      [20261031, 1],
    ],
    ...[
      [20261101, 3],
      [20261102, 2],
    ],
  ]);
  await correct();

  time.now += 86_400_000;
  await run();
  expect((await pageviews()).slice(0, 2)).toEqual([
    [202610, 1],
    [202611, 5],
  ]);
  expect(await through()).toBe(20261102);
  await correct();
});

test('a website without hits since is not written to, and a deleted one is left alone', async () => {
  await store(hitOn(20261101), hitOn(20261101, 2));
  const { time, run } = jobAt(MIDNIGHT);
  await run();
  time.now += 7 * 86_400_000;
  await run();
  expect(await through()).toBe(20261101);

  await database.db.write((tx) => tx.websiteLock.updateMany({ data: { deleted: true } }));
  await database.db.write((tx) => addToMonths(tx, 1, 20261109));
  expect(await through()).toBe(20261101);
});

test('two instances that run the job at once add each day once', async () => {
  await store(hitOn(20261031), hitOn(20261101));
  await Promise.all([jobAt(MIDNIGHT).run(), jobAt(MIDNIGHT).run()]);
  expect((await pageviews()).slice(0, 2)).toEqual([
    [202610, 1],
    [202611, 1],
  ]);
  await correct();
});
