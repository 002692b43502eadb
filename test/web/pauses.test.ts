import { expect, test } from '@jest/globals';
import { pauseMs } from '../../src/web/shared/live/keepStream.ts';

test('pauses between attempts to reconnect grow from half a second to half a minute', () => {
  const longest = Array.from({ length: 10 }, (_, attempt) => pauseMs(attempt, 1));
  expect(longest.slice(0, 6)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000]);
  expect(longest.slice(6)).toEqual([30_000, 30_000, 30_000, 30_000]);
});

test('pauses are random, so that not all browsers return at the same time', () => {
  expect([0, 0.5, 1].map((random) => pauseMs(3, random))).toEqual([2_000, 3_000, 4_000]);
});
