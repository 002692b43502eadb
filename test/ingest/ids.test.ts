import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hitIds } from '../../src/ingest/ids.ts';
import { NOON } from '../support/server.ts';

const HOUR = 3_600_000;
/** Two instances, or two starts of one, may draw the same bits: one pair in 1,024 does. */
const SAME = () => new Uint8Array(2);

/** Ids of hits at these times, one after the other. */
function idsAt(times: number[], newest?: bigint): bigint[] {
  let time = 0;
  const next = hitIds(() => time, SAME, newest);
  return times.map((at) => {
    time = at;
    return next();
  });
}

const growing = (ids: bigint[]) => ids.every((id, index) => index === 0 || id > (ids[index - 1] as bigint));

test('ids grow, whatever the clock does, also over restarts that draw the same random bits', () => {
  const times = fc.array(fc.integer({ min: -2 * HOUR, max: 2 * HOUR }).map((by) => NOON + by));
  fc.assert(
    fc.property(fc.array(times), (starts) => {
      const all: bigint[] = [];
      for (const start of starts) all.push(...idsAt(start, all.at(-1)));
      expect(growing(all)).toBe(true);
    }),
  );
});

test('more than 4,096 hits in a millisecond have ids that differ and grow', () => {
  const ids = idsAt(Array(10_000).fill(NOON));
  expect(growing(ids)).toBe(true);
  expect(new Set(ids).size).toBe(10_000);
});
