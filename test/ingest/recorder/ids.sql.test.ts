import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createHitIds, hitIds } from '../../../src/ingest/recorder/ids.ts';
import { openTestDatabase } from '../../support/books/database.ts';
import { NOON } from '../../support/server.ts';

const HOUR = 3_600_000;

/** Returns the ids that one instance generates at these times, in order. */
function idsAt(times: number[], instance = 1n): bigint[] {
  let time = 0;
  const next = hitIds(() => time, instance);
  return times.map((at) => {
    time = at;
    return next();
  });
}

const growing = (ids: bigint[]) => ids.every((id, index) => index === 0 || id > (ids[index - 1] as bigint));
const moments = fc.array(fc.integer({ min: -2 * HOUR, max: 2 * HOUR }).map((by) => NOON + by));

test('the ids of an instance increase, whatever its clock does', () => {
  fc.assert(fc.property(moments, (times) => expect(growing(idsAt(times))).toBe(true)));
});

test('the ids of 1,024 consecutive instances are distinct, whatever their clocks say', () => {
  const number = fc.bigInt({ min: 1n, max: 10_000n });
  fc.assert(
    fc.property(
      number,
      fc.bigInt({ min: 1n, max: 1_023n }),
      moments,
      moments,
      (first, distance, here, there) => {
        const ids = [...idsAt(here, first), ...idsAt(there, first + distance)];
        expect(new Set(ids).size).toBe(ids.length);
      },
    ),
  );
});

test('more than 4,096 hits in a millisecond have distinct, increasing ids', () => {
  const ids = idsAt(Array(10_000).fill(NOON));
  expect(growing(ids)).toBe(true);
  expect(new Set(ids).size).toBe(10_000);
});

test('each id generator of a database has its own instance number', async () => {
  await using database = await openTestDatabase();
  const { write } = database.db;
  const now = () => NOON;
  const givers = await Promise.all([1, 2, 3].map(() => createHitIds({ write, now })()));
  const ids = givers.map((next) => next());
  expect(new Set(ids).size).toBe(3);
});
