import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Stretch, stretches } from '../../../src/engine/rollup/stretches.ts';

const DAY_MS = 86_400_000;
const LAST = 40_000;
/** Day 0 is 1 January 1999; day 40,000 is in 2108. */
const DAYS = Array.from({ length: LAST + 100 }, (_, index) =>
  Number(new Date(Date.UTC(1999, 0, 1) + index * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')),
);
const dayAt = (index: number): number => DAYS[index] ?? 0;

/** Short and long ranges, as indexes of days. */
const range = fc
  .tuple(
    fc.integer({ min: 0, max: LAST }),
    fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: LAST })),
  )
  .map(([from, length]) => ({ from, to: Math.min(from + length, LAST) }));

/**
 * Returns how often a day counts. The limits of a stretch are days (eight digits) or months (six digits).
 * A day counts through its own row and through the row of its month.
 */
function times(parts: readonly Stretch[], day: number): number {
  const month = Math.floor(day / 100);
  return parts
    .filter(({ from, to }) => (from <= day && day <= to) || (from <= month && month <= to))
    .reduce((sum, { sign }) => sum + sign, 0);
}

const days = (from: number, to: number): Stretch => ({ from, to, sign: 1 });
const without = (from: number, to: number): Stretch => ({ from, to, sign: -1 });

describe('stretches', () => {
  test('count every day of a range exactly once, and no other day', () => {
    fc.assert(
      fc.property(range, ({ from, to }) => {
        const parts = stretches(dayAt(from), dayAt(to));
        const first = Math.max(from - 70, 0);
        for (let index = first; index <= to + 70; index += 1) {
          const expected = index >= from && index <= to ? 1 : 0;
          if (times(parts, dayAt(index)) !== expected) {
            expect({ day: dayAt(index), times: times(parts, dayAt(index)) }).toEqual({
              day: dayAt(index),
              times: expected,
            });
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test('are at most three, do not overlap, and consist of either days or months', () => {
    fc.assert(
      fc.property(range, ({ from, to }) => {
        const parts = stretches(dayAt(from), dayAt(to));
        expect(parts.length).toBeGreaterThanOrEqual(1);
        expect(parts.length).toBeLessThanOrEqual(3);
        for (const [index, part] of parts.entries()) {
          expect(part.from).toBeLessThanOrEqual(part.to);
          expect([6, 8]).toContain(String(part.from).length);
          expect(String(part.to).length).toBe(String(part.from).length);
          for (const other of parts.slice(index + 1)) {
            expect(part.to < other.from || other.to < part.from).toBe(true);
          }
        }
      }),
    );
  });

  test('read at most half of the days of a month at the ends, and have at most one run of months', () => {
    fc.assert(
      fc.property(range, ({ from, to }) => {
        const parts = stretches(dayAt(from), dayAt(to));
        const single = parts.filter((part) => String(part.from).length === 8);
        for (const { from: first, to: last } of single) {
          expect(Math.floor(first / 100)).toBe(Math.floor(last / 100));
          const real = DAYS.filter((day) => first <= day && day <= last).length;
          // A month costs as much as two days, so 16 of 31 days cost less than the month and the other 15.
          expect(real).toBeLessThanOrEqual(16);
        }
        expect(parts.length - single.length).toBeLessThanOrEqual(1);
      }),
    );
  });

  test.each([
    ['a day', 20261121, 20261121, [days(20261121, 20261121)]],
    ['a week', 20261116, 20261122, [days(20261116, 20261122)]],
    ['a month', 20280201, 20280229, [days(202802, 202802)]],
    [
      'a month that lacks its last day',
      20280201,
      20280228,
      [days(202802, 202802), without(20280229, 20280231)],
    ],
    ['a month up to now', 20261101, 20261121, [days(202611, 202611), without(20261122, 20261131)]],
    ['a year', 20260101, 20261231, [days(202601, 202612)]],
    [
      'thirty days',
      20261023,
      20261121,
      [days(202611, 202611), days(20261023, 20261031), without(20261122, 20261131)],
    ],
    ['two halves of months', 20261117, 20261215, [days(20261117, 20261131), days(20261201, 20261215)]],
    [
      'two days at the turn of the year',
      20261231,
      20270101,
      [days(20261231, 20261231), days(20270101, 20270101)],
    ],
    [
      'the middle of a month',
      20261103,
      20261128,
      [days(202611, 202611), without(20261101, 20261102), without(20261129, 20261131)],
    ],
    ['two days in a common year', 21000228, 21000301, [days(21000228, 21000231), days(21000301, 21000301)]],
  ])('of %s read the fewest rows', (_, from, to, expected) => {
    expect(stretches(from, to)).toEqual(expected);
  });
});
