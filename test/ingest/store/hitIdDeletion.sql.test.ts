import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { DAY_MS } from '../../../src/calendar/days.ts';
import type { Hit } from '../../../src/ingest/hit.ts';
import { storeBatch } from '../../../src/ingest/store/commit.ts';
import { hitIdDeletion } from '../../../src/ingest/store/hitIdDeletion.ts';
import { dayOf } from '../../../src/ingest/store/hitIds.ts';
import { addWebsites, openTestDatabase, type TestDatabase } from '../../support/books/database.ts';
import { NO_DIMENSIONS } from '../../support/dimensions.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

let database: TestDatabase;
let last = 0n;

beforeAll(async () => {
  database = await openTestDatabase();
  await addWebsites(database.db);
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(async () => {
  await database.db.write((tx) => tx.$executeRawUnsafe('DELETE FROM "HitId"'));
});

/** A hit of a website with an id, some days ago. */
function hit(websiteId: number, daysAgo: number): Hit {
  const at = NOON - daysAgo * DAY_MS;
  return {
    websiteId,
    at,
    day: dayOf(at),
    hour: 12,
    visitor: ++last,
    path: '/',
    event: null,
    dimensions: NO_DIMENSIONS,
    clientId: { at, hash: last },
  };
}
const store = (...hits: Hit[]) => database.db.write((tx) => storeBatch(tx, hits, () => ++last, 0));

/** The days of the ids that are left, by website. */
async function left(): Promise<Record<number, number[]>> {
  const rows = await database.db.read.hitId.findMany({ orderBy: [{ websiteId: 'asc' }, { day: 'asc' }] });
  const days: Record<number, number[]> = {};
  for (const { websiteId, day } of rows) days[websiteId] = [...(days[websiteId] ?? []), day];
  return days;
}

/** Creates the job at noon of 21 November 2026, with a clock that advances by `step` ms with each look. */
function jobWith(step = 0) {
  const pauses: number[] = [];
  let time = 0;
  const clock = () => {
    time += step;
    return time;
  };
  const run = hitIdDeletion({ db: database.db, now: () => NOON }, clock, async (ms) => pauses.push(ms));
  return { run, pauses };
}

test('ids of days that are over for a day are deleted, those of all websites', async () => {
  await store(hit(1, 5), hit(1, 3), hit(1, 2), hit(1, 0), hit(2, 3), hit(2, 1));
  await jobWith().run();
  expect(await left()).toEqual({ 1: [20261119, 20261121], 2: [20261120] });
});

test('it rests after each DELETE as long as that took, and has nothing to do twice on a day', async () => {
  await store(hit(1, 5), hit(2, 5));
  const { run, pauses } = jobWith(10);
  await run();
  expect(pauses.length).toBeGreaterThan(0);
  expect(new Set(pauses)).toEqual(new Set([10]));
  const before = pauses.length;
  await store(hit(1, 5));
  await run();
  expect(pauses).toHaveLength(before);
});

test('a run that takes too long stops after a DELETE, and the next one goes on', async () => {
  await store(hit(1, 5), hit(2, 5));
  const { run, pauses } = jobWith(30_000);
  await run();
  // Citus deletes the ids of one website at a time.
  expect(await left()).toEqual(database.db.dialect.spansWebsites ? {} : { 2: [20261116] });
  await run();
  expect(await left()).toEqual({});
  expect(pauses).toEqual([]);
});
