import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { localTime, momentAt } from '../../src/calendar/clock.ts';

const HOUR_MS = 3_600_000;

describe('the moment of a local time', () => {
  test.each([
    ['UTC', Date.UTC(2026, 6, 1, 12), 0],
    ['Europe/Berlin', Date.UTC(2026, 6, 1, 12), 2],
    ['Europe/Berlin', Date.UTC(2026, 11, 1, 12), 1],
    // Clocks go forward from 2:00 to 3:00: 2:30 counts as the 3:30 that it would have become.
    ['Europe/Berlin', Date.UTC(2026, 2, 29, 1, 59), 1],
    ['Europe/Berlin', Date.UTC(2026, 2, 29, 2, 30), 1],
    ['Europe/Berlin', Date.UTC(2026, 2, 29, 3, 0), 2],
    // Clocks go back from 3:00 to 2:00: of two moments, the first.
    ['Europe/Berlin', Date.UTC(2026, 9, 25, 2, 30), 2],
    ['Europe/Berlin', Date.UTC(2026, 9, 25, 3, 0), 1],
    ['America/St_Johns', Date.UTC(2026, 11, 1, 12), -3.5],
    ['Pacific/Kiritimati', Date.UTC(2026, 0, 1), 14],
  ])('in %s at %d is %d hours earlier', (timezone, local, hours) => {
    expect(momentAt(timezone, local)).toBe(local - hours * HOUR_MS);
  });

  test('has this local time again, unless clocks leave it out', () => {
    const zones = ['Europe/Berlin', 'America/New_York', 'America/Havana', 'Asia/Kolkata', 'UTC'];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(1975, 0), max: Date.UTC(2040, 0) }),
        (timezone, at) => {
          const { day, hour } = localTime(timezone, at);
          const local = Date.UTC(
            Math.floor(day / 10_000),
            (Math.floor(day / 100) % 100) - 1,
            day % 100,
            hour,
          );
          const moment = momentAt(timezone, local + HOUR_MS / 2);
          expect(localTime(timezone, moment)).toEqual({ day, hour });
          expect(Math.abs(moment - at)).toBeLessThanOrEqual(2 * HOUR_MS);
        },
      ),
    );
  });

  test('is an error in a time zone that does not exist', () => {
    expect(() => momentAt('Europe/Nowhere', 0)).toThrow(RangeError);
  });
});
