import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { localTime } from '../../src/calendar/clock.ts';
import { addDays, dayText, startOfWeek, weekName, weekStart } from '../../src/calendar/days.ts';
import {
  dueReport,
  lastPeriod,
  reportPeriod,
  wasAskedBefore,
  wasThereBefore,
} from '../../src/reports/schedule.ts';

const HOUR = 3_600_000;
const MOMENTS = { min: Date.UTC(1999, 0, 1), max: Date.UTC(2040, 0, 1) };
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Apia',
  'Pacific/Pago_Pago',
];

const aDay = fc.integer({ min: 0, max: 200_000 }).map((days) => addDays('1700-01-01', days));
const weekday = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });

describe('weeks', () => {
  test('start on Monday and belong to the year of their Thursday', () => {
    fc.assert(
      fc.property(aDay, (day) => {
        const monday = startOfWeek(day);
        expect(weekday(monday)).toBe('Monday');
        expect(monday <= day && day <= addDays(monday, 6)).toBe(true);
        // Counts weeks from the first Thursday of the year.
        const year = addDays(monday, 3).slice(0, 4);
        let thursday = `${year}-01-01`;
        while (weekday(thursday) !== 'Thursday') thursday = addDays(thursday, 1);
        let number = 1;
        while (addDays(thursday, 7 * (number - 1)) < addDays(monday, 3)) number++;
        expect(weekName(day)).toBe(`${year}-W${String(number).padStart(2, '0')}`);
        expect(weekStart(weekName(day))).toBe(monday);
      }),
    );
  });

  test.each(['2026-W00', '2025-W53', '2026-W54', '2026-W1', '2026W01', '0999-W01', '2026-13', '2026-1', ''])(
    '%j is not a period',
    (name) => {
      expect(reportPeriod(name)).toBeNull();
    },
  );

  test('a year with 53 Thursdays has a week 53', () => {
    expect(reportPeriod('2026-W53')).toMatchObject({ from: '2026-12-28', to: '2027-01-03' });
  });
});

test('a month is compared with the whole previous month, whatever its length', () => {
  expect(reportPeriod('2026-03')).toEqual({
    name: '2026-03',
    every: 'monthly',
    from: '2026-03-01',
    to: '2026-03-31',
    before: { from: '2026-02-01', to: '2026-02-28' },
  });
});

test('the last period is the one that ended most recently', () => {
  expect(lastPeriod('weekly', '2026-11-22').name).toBe('2026-W46');
  expect(lastPeriod('weekly', '2026-11-23').name).toBe('2026-W47');
  expect(lastPeriod('monthly', '2026-01-31').name).toBe('2025-12');
});

/** Finds the last day with a due report by searching back in steps of a quarter of an hour. */
function lookBack(every: 'weekly' | 'monthly', timezone: string, now: number): string | null {
  for (let at = now; at > now - 32 * 24 * HOUR; at -= HOUR / 4) {
    const { day: number, hour } = localTime(timezone, at);
    const day = dayText(number);
    const isDay = every === 'weekly' ? weekday(day) === 'Monday' : day.endsWith('-01');
    if (isDay && hour >= 8) return day;
  }
  return null;
}

test.each(['weekly', 'monthly'] as const)(
  'the due %s report is that of a search by quarter hours',
  (every) => {
    fc.assert(
      fc.property(fc.integer(MOMENTS), fc.constantFrom(...ZONES), (now, timezone) => {
        const last = lookBack(every, timezone, now);
        const due = dueReport(every, timezone, now);
        if (due) {
          expect(due.day).toBe(last);
          expect(due.period.to).toBe(addDays(due.day, -1));
          return;
        }
        // Three days by the local clock, give or take a clock change.
        const { day: today } = localTime(timezone, now);
        expect(last === null || addDays(last, 3) <= dayText(today)).toBe(true);
      }),
      { numRuns: 60 },
    );
  },
);

test('a due report is sent if reports were switched on before 08:00 of its day, and not if later', () => {
  const monday = Date.UTC(2026, 10, 16);
  const due = dueReport('weekly', 'UTC', monday + 9 * HOUR);
  if (!due) throw new Error('No report is due.');
  expect(wasAskedBefore(due, 'UTC', monday + 8 * HOUR - 1)).toBe(true);
  expect(wasAskedBefore(due, 'UTC', monday + 8 * HOUR)).toBe(false);
});

test('a website has no report for a period that was over when it was registered', () => {
  const monday = Date.UTC(2026, 10, 23, 8);
  const due = dueReport('weekly', 'Pacific/Auckland', monday - 13 * HOUR);
  if (!due) throw new Error('No report is due.');
  expect(due.period).toMatchObject({ from: '2026-11-16', to: '2026-11-22' });
  // Midnight of Monday in Auckland.
  const midnight = Date.UTC(2026, 10, 22, 11);
  expect(wasThereBefore(due, 'Pacific/Auckland', midnight - 1)).toBe(true);
  expect(wasThereBefore(due, 'Pacific/Auckland', midnight)).toBe(false);
});
