import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Stretch, stretches } from '../../src/stats/periods.ts';

const DAY_MS = 86_400_000;
const LAST = 40_000;
/** Day 0 is 1 January 1999; the last one, 40,000 days on, is in 2108. */
const DAYS = Array.from({ length: LAST + 100 }, (_, index) =>
  Number(new Date(Date.UTC(1999, 0, 1) + index * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')),
);
const dayAt = (index: number): number => DAYS[index] ?? 0;

/** Days and the numbers of days between them: short and long ranges alike. */
const range = fc
  .tuple(
    fc.integer({ min: 0, max: LAST }),
    fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: LAST })),
  )
  .map(([from, length]) => ({ from, to: Math.min(from + length, LAST) }));

/** The numbers of a stretch are days, of eight digits, or months, of six: whether a day's own row, or its month's, is one of them. */
function times(parts: readonly Stretch[], day: number): number {
  const month = Math.floor(day / 100);
  return parts.filter(({ from, to }) => (from <= day && day <= to) || (from <= month && month <= to)).length;
}

describe('stretches', () => {
  test('cover every day of a range exactly once, and no other day', () => {
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

  test('are three at most, do not overlap, and are days or months, never both', () => {
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

  test('of a long range are months but for what is left at its ends', () => {
    fc.assert(
      fc.property(range, ({ from, to }) => {
        fc.pre(to - from > 62);
        const days = stretches(dayAt(from), dayAt(to)).filter((part) => String(part.from).length === 8);
        for (const { from: first, to: last } of days) {
          expect(Math.floor(first / 100)).toBe(Math.floor(last / 100));
        }
      }),
    );
  });

  test.each([
    ['a day', 20261121, 20261121, [{ from: 20261121, to: 20261121 }]],
    ['a month', 20280201, 20280229, [{ from: 202802, to: 202802 }]],
    ['a month that lacks its last day', 20280201, 20280228, [{ from: 20280201, to: 20280228 }]],
    ['a year', 20260101, 20261231, [{ from: 202601, to: 202612 }]],
    ['two halves of months', 20261115, 20261214, [{ from: 20261115, to: 20261214 }]],
    ['the end of a century', 21000228, 21000301, null],
  ])('of %s are as few as can be', (_, from, to, expected) => {
    const parts = stretches(from, to);
    if (expected) expect(parts).toEqual(expected);
    expect(parts.length).toBeLessThanOrEqual(2);
  });
});
