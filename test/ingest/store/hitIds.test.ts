import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { daysOf } from '../../../src/ingest/store/hitIds.ts';
import { runs } from '../../support/properties.ts';

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 10, 21, 12);
const dayOf = (time: number) => Number(new Date(time).toISOString().slice(0, 10).replaceAll('-', ''));

test('an id that is sent again within a day is looked for where it was stored, whatever its time', () => {
  const begins = fc.oneof(
    fc.integer({ min: NOON - 6 * DAY, max: NOON + 6 * DAY }),
    fc.constantFrom(0, 2 ** 48 - 1),
  );
  fc.assert(
    fc.property(
      fc.integer({ min: NOON - DAY, max: NOON + DAY }),
      fc.integer({ min: 0, max: DAY }),
      begins,
      (arrival, later, begin) => {
        const { day: stored } = daysOf(arrival, begin);
        const { day, earlier } = daysOf(arrival + later, begin);
        expect([day, ...earlier]).toContain(stored);
        // Not deleted yet: the job keeps the last two days.
        expect(stored).toBeGreaterThanOrEqual(dayOf(arrival + later - 2 * DAY));
      },
    ),
    { numRuns: runs(1_000) },
  );
});

test('an id that begins with the time of its arrival needs no search', () => {
  expect(daysOf(NOON, NOON - 3)).toEqual({ day: 20261121, earlier: [] });
  expect(daysOf(NOON, NOON - DAY)).toEqual({ day: 20261120, earlier: [] });
});
