import { describe, expect, test } from '@jest/globals';
import { comparedDays, elapsedHours, elapsedPart, justBefore } from '../../src/stats/comparison.ts';
import { graphql, graphqlData } from '../support/engine/asking.ts';
import { newWebsite } from '../support/rest.ts';
import { sharedServer } from '../support/shared.ts';

const server = sharedServer({}, async (started) => {
  await newWebsite(started, { url: 'https://one.test' });
});

interface Data {
  website: { period: { previous: { from: string; to: string; untilHour: number | null } | null } };
}

/** Reads the compared days of a period on Saturday, 21 November 2026. */
async function compared(period: string, elapsed = false) {
  const query = `{ website(id: "1") { period(${period}) { previous(elapsed: ${elapsed}) {
    from to untilHour } } } }`;
  const { previous } = (await graphqlData<Data>(server(), query)).website.period;
  return previous && [previous.from, previous.to, previous.untilHour];
}

/** Sets the server's time on that day, in UTC, which is the website's time zone. */
const at = (time: string) => server().setTime(Date.parse(`2026-11-21T${time}:00Z`));

describe('a period is compared', () => {
  test.each([
    ['name: TODAY', ['2026-11-14', '2026-11-14']],
    ['name: LAST_7_DAYS', ['2026-11-08', '2026-11-14']],
    ['name: LAST_30_DAYS', ['2026-09-18', '2026-10-17']],
    ['name: LAST_MONTH', ['2026-08-27', '2026-09-26']],
    ['from: "2026-11-02", to: "2026-11-09"', ['2026-10-19', '2026-10-26']],
    ['name: ALL', null],
    ['from: "1000-01-03", to: "1000-01-03"', null],
  ])('with the same weekdays before: %s', async (period, expected) => {
    at('12:00');
    const days = expected && [...expected, null];
    expect(await compared(`${period}, compare: SAME_WEEKDAYS`)).toEqual(days);
  });

  test.each(['name: LAST_7_DAYS', 'name: ALL', 'from: "2026-01-01", to: "2026-11-30", compare: PREVIOUS'])(
    'with any other days: %s',
    async (period) => {
      at('12:00');
      const own = 'compareFrom: "2024-02-01", compareTo: "2024-02-29"';
      expect(await compared(`${period}, ${own}`)).toEqual(['2024-02-01', '2024-02-29', null]);
    },
  );

  test.each([
    ['compareFrom: "2026-11-01"', 'compareTo', 'Is required'],
    ['compareTo: "2026-11-01"', 'compareFrom', 'Is required'],
    ['compareFrom: "2026-11-02", compareTo: "2026-11-01"', 'compareTo', 'or later'],
    ['compareFrom: "2026-11-01", compareTo: "2026-11-01", compare: NONE', 'compare', 'got none'],
  ])('never with %s', async (wrong, field, message) => {
    const { errors } = await graphql(
      server(),
      `{ website(id: "1") { period(name: TODAY, ${wrong}) { from } } }`,
    );
    expect(errors?.map(({ extensions }) => extensions)).toMatchObject([
      { code: 'BAD_USER_INPUT', errors: { [field]: [expect.stringContaining(message)] } },
    ]);
  });
});

describe('the elapsed part of the compared days', () => {
  test.each([
    ['name: TODAY', '14:29', ['2026-11-20', '2026-11-20', 14]],
    ['name: TODAY', '14:30', ['2026-11-20', '2026-11-20', 15]],
    ['name: TODAY', '00:00', ['2026-11-20', '2026-11-20', 1]],
    ['name: TODAY', '23:30', ['2026-11-20', '2026-11-20', null]],
    ['name: YESTERDAY', '14:29', ['2026-11-19', '2026-11-19', null]],
    ['name: LAST_7_DAYS', '09:10', ['2026-11-08', '2026-11-14', 9]],
    ['name: LAST_7_DAYS, compare: SAME_WEEKDAYS', '09:10', ['2026-11-08', '2026-11-14', 9]],
    ['name: LAST_7_DAYS, compare: YEAR_AGO', '09:10', ['2025-11-15', '2025-11-21', 9]],
    ['name: THIS_MONTH', '09:10', ['2026-10-01', '2026-10-21', 9]],
    ['name: LAST_12_MONTHS', '09:10', ['2024-12-01', '2025-11-21', 9]],
    // Days of the period that are still to come have no counterpart either.
    ['from: "2026-11-16", to: "2026-11-22"', '09:10', ['2026-11-09', '2026-11-14', 9]],
    ['from: "2026-11-22", to: "2026-11-22"', '09:10', ['2026-11-21', '2026-11-21', null]],
  ])('of %s at %s ends at that time', async (period, time, expected) => {
    at(time);
    expect(await compared(period, true)).toEqual(expected);
  });

  test.each([
    ['of another number of days are compared as wholes', '"2026-10-01"', '"2026-10-31"', null],
    ['of the same number of days are cut', '"2026-10-01"', '"2026-10-07"', 9],
    ['that are not over are compared as wholes', '"2026-11-15"', '"2026-11-21"', null],
  ])('chosen days %s', async (_, from, to, untilHour) => {
    at('09:10');
    const days = `name: LAST_7_DAYS, compareFrom: ${from}, compareTo: ${to}`;
    expect(await compared(days, true)).toEqual([JSON.parse(from), JSON.parse(to), untilHour]);
  });

  test.each([
    ['2026-03-28T09:10', ['2026-02-01', '2026-02-28', 9]],
    ['2026-03-29T09:10', ['2026-02-01', '2026-02-28', null]],
    ['2026-03-31T09:10', ['2026-02-01', '2026-02-28', null]],
    ['2028-03-29T09:10', ['2028-02-01', '2028-02-29', 9]],
    ['2028-03-30T09:10', ['2028-02-01', '2028-02-29', null]],
    ['2026-05-31T09:10', ['2026-04-01', '2026-04-30', null]],
    ['2026-02-28T09:10', ['2026-01-01', '2026-01-28', 9]],
    ['2026-08-31T09:10', ['2026-07-01', '2026-07-31', 9]],
  ])('of this month on %s is all of a month without that day', async (time, expected) => {
    server().setTime(Date.parse(`${time}:00Z`));
    expect(await compared('name: THIS_MONTH', true)).toEqual(expected);
  });

  test.each([
    ['name: LAST_12_MONTHS', '2028-02-29T09:10', ['2026-03-01', '2027-02-28', null]],
    ['name: LAST_12_MONTHS', '2028-11-21T09:10', ['2026-12-01', '2027-11-21', 9]],
    [
      'from: "2028-02-01", to: "2028-02-29", compare: YEAR_AGO',
      '2028-02-20T09:10',
      ['2027-02-01', '2027-02-20', 9],
    ],
    [
      'from: "2028-02-01", to: "2028-02-29", compare: YEAR_AGO',
      '2028-02-29T09:10',
      ['2027-02-01', '2027-02-28', null],
    ],
    [
      'from: "2028-02-20", to: "2028-03-10", compare: YEAR_AGO',
      '2028-02-25T09:10',
      ['2027-02-20', '2027-02-25', 9],
    ],
  ])('of %s on %s ends on the same day of the month a year before', async (period, time, expected) => {
    server().setTime(Date.parse(`${time}:00Z`));
    expect(await compared(period, true)).toEqual(expected);
  });

  test('of 29 February ends on 28 February of the year before', () => {
    const days = { from: '2028-02-29', to: '2028-02-29' };
    const before = comparedDays(days, justBefore(days), 'year_ago');
    expect(before && elapsedPart(days, before, 'UTC', Date.UTC(2028, 1, 29, 12))).toEqual({
      from: '2027-02-28',
      to: '2027-02-28',
      untilHour: 12,
    });
  });

  test.each([
    ['Asia/Kathmandu', '2026-11-21T06:30:00Z', 12],
    ['Asia/Kathmandu', '2026-11-21T06:45:00Z', 13],
    // The clock goes from 02:00 to 03:00, and back from 03:00 to 02:00.
    ['Europe/Berlin', '2026-03-29T00:45:00Z', 2],
    ['Europe/Berlin', '2026-03-29T01:15:00Z', 3],
    ['Europe/Berlin', '2026-10-25T01:15:00Z', 3],
  ])('in %s at %s has that many hours of the day', (timezone, now, hours) => {
    expect(elapsedHours(timezone, Date.parse(now))).toBe(hours);
  });
});
