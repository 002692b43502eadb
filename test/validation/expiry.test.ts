import { expect, test } from '@jest/globals';
import { isOver } from '../../src/validation/expiry.ts';

test('a moment is over from that millisecond on, never without one, and always if it is unreadable', () => {
  const at = new Date(1_000);
  expect([999, 1_000, 1_001].map((now) => isOver(at, now))).toEqual([false, true, true]);
  expect(isOver(null, 1_000)).toBe(false);
  expect(isOver(new Date(Number.NaN), 1_000)).toBe(true);
});
