import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { dayIsOver, hasHour, localTime } from '../../src/calendar/clock.ts';
import { isTimeZone } from '../../src/calendar/zones/names.ts';

const ZONES = [
  ...Intl.supportedValuesOf('timeZone'),
  ...['UTC', 'Etc/GMT+12', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia', 'America/New_York'],
];
const zone = fc.oneof(
  fc.constantFrom(...ZONES),
  fc.constantFrom(
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'Africa/Casablanca',
    'Asia/Tehran',
  ),
);
const moment = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2038, 0, 1) - 1 });
/** The rules of Node may be older than those of Footfall, but not so old. */
const past = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2025, 0, 1) - 1 });
const formats = new Map<string, Intl.DateTimeFormat>();

/** Computes the same local time through Intl with another locale and other options. */
function byIntl(timeZone: string, at: number): string {
  const options = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', options);
  formats.set(timeZone, format);
  return format.format(at).slice(0, 13);
}

function written({ day, hour }: { day: number; hour: number }): string {
  return `${String(day).replace(/(....)(..)(..)/, '$1-$2-$3')} ${String(hour).padStart(2, '0')}`;
}

describe('localTime', () => {
  test.each([
    ['UTC', '2026-11-21T00:00:00Z', 20261121, 0],
    ['UTC', '2026-11-20T23:59:59.999Z', 20261120, 23],
    ['Europe/Paris', '2026-11-20T23:00:00Z', 20261121, 0],
    ['Asia/Kathmandu', '2026-11-20T18:15:00Z', 20261121, 0],
    ['Asia/Kathmandu', '2026-11-20T18:14:59Z', 20261120, 23],
    ['America/New_York', '2026-11-01T05:59:59Z', 20261101, 1],
    ['America/New_York', '2026-11-01T06:00:00Z', 20261101, 1],
    ['Pacific/Apia', '2011-12-30T09:59:59Z', 20111229, 23],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', 20111231, 0],
  ])('in %s, %s is day %i, hour %i', (timezone, at, day, hour) => {
    expect(localTime(timezone, Date.parse(at))).toEqual({ day, hour });
  });

  test('agrees with Intl in every zone at every moment from 2000 to 2024', () => {
    fc.assert(
      fc.property(zone, past, (timezone, at) => {
        expect(written(localTime(timezone, at))).toBe(byIntl(timezone, at));
      }),
      { numRuns: 3_000 },
    );
  });

  test('agrees with Intl on both sides of each quarter hour of the days on which clocks change', () => {
    for (const timezone of [
      'Australia/Lord_Howe',
      'Europe/London',
      'America/St_Johns',
      'Asia/Tehran',
      'Pacific/Chatham',
    ]) {
      for (const start of [
        Date.UTC(2021, 2, 13),
        Date.UTC(2021, 2, 27),
        Date.UTC(2021, 3, 3),
        Date.UTC(2021, 9, 2),
      ]) {
        for (let at = start; at < start + 2 * 86_400_000; at += 900_000) {
          expect(written(localTime(timezone, at))).toBe(byIntl(timezone, at));
          expect(written(localTime(timezone, at - 1))).toBe(byIntl(timezone, at - 1));
        }
      }
    }
  });

  test.each([
    ['BST', 'Asia/Dhaka'],
    ['ART', 'Africa/Cairo'],
    ['Asia/KOLKATA', 'Asia/Kolkata'],
    ['SystemV/PST8PDT', 'America/Los_Angeles'],
    ['SystemV/PST8', 'Etc/GMT+8'],
    ['SystemV/AST4ADT', 'America/Halifax'],
  ])('a website with the former name %s keeps the hours of %s', (former, name) => {
    for (const at of [Date.UTC(2026, 0, 15, 9, 20), Date.UTC(2026, 6, 15, 9, 50)])
      expect(localTime(former, at)).toEqual(localTime(name, at));
  });

  test('rejects an unknown zone and an invalid time', () => {
    for (const name of ['Europe/Nowhere', '', '../etc/passwd', 'constructor'])
      expect(() => localTime(name, 0)).toThrow(RangeError);
    for (const at of [Number.NaN, Number.POSITIVE_INFINITY, -8.65e15])
      expect(() => localTime('UTC', at)).toThrow(RangeError);
  });
});

describe('isTimeZone', () => {
  test('accepts every zone of Intl', () => {
    expect(ZONES.filter((name) => !isTimeZone(name))).toEqual([]);
  });

  test.each([
    'Asia/Kolkata',
    'Asia/Calcutta',
    'Etc/GMT+5',
    'America/Argentina/Buenos_Aires',
    'America/Port_of_Spain',
  ])('accepts %s', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  test.each([
    '',
    '+02:00',
    'utc',
    'europe/paris',
    'EUROPE/PARIS',
    'Europe/Nowhere',
    'Mars',
    'GMT+5',
    'BST',
    'IST',
    'AST',
    'CST',
    'ART',
    'Asia/KOLKATA',
    'SystemV/PST8PDT',
    'US/Pacific-New',
    'Etc/Unknown',
    'Factory',
    'localtime',
    'posix/Europe/Paris',
    'constructor',
    '__proto__',
    '../etc',
    'UTC\0',
  ])('rejects %j', (name) => {
    expect(isTimeZone(name)).toBe(false);
  });
});

describe('hasHour', () => {
  test.each([
    ['Europe/Berlin', 20260329, [2]],
    ['Europe/Berlin', 20261025, []],
    ['America/New_York', 20260308, [2]],
    ['Asia/Beirut', 20260329, [0]],
    ['Australia/Lord_Howe', 20261004, []],
    ['America/Vancouver', 20270314, []],
    ['UTC', 20260329, []],
    ['Pacific/Apia', 20111230, Array.from({ length: 24 }, (_, hour) => hour)],
  ])('in %s, day %i lacks the hours %j', (timezone, day, missing) => {
    const hours = Array.from({ length: 24 }, (_, hour) => hour);
    expect(hours.filter((hour) => !hasHour(timezone, { day, hour }))).toEqual(missing);
  });

  test('every local time has an hour that exists', () => {
    fc.assert(
      fc.property(zone, moment, (timezone, at) => {
        expect(hasHour(timezone, localTime(timezone, at))).toBe(true);
      }),
    );
  });
});

describe('dayIsOver', () => {
  test.each([
    [20261121, '2026-11-22T11:59:59.999Z', false],
    [20261121, '2026-11-22T12:00:00Z', true],
    [20261231, '2027-01-01T11:59:59Z', false],
    [20261231, '2027-01-01T12:00:00Z', true],
    [20280228, '2028-02-29T12:00:00Z', true],
    [20280229, '2028-02-29T12:00:00Z', false],
  ])('day %i at %s: %s', (day, now, expected) => {
    expect(dayIsOver(day, Date.parse(now))).toBe(expected);
  });

  test('the current day of any zone is not over, and once a day is over every zone is on a later day', () => {
    fc.assert(
      fc.property(zone, moment, moment, (timezone, at, later) => {
        const { day } = localTime(timezone, at);
        expect(dayIsOver(day, at)).toBe(false);
        if (dayIsOver(day, later)) expect(localTime(timezone, later).day).toBeGreaterThan(day);
      }),
    );
  });
});
