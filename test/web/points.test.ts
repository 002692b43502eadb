import { expect, test } from '@jest/globals';
import { linesOf } from '../../src/web/stats/chart/chartOptions.ts';
import { CHART_METRICS } from '../../src/web/stats/chart/metrics.ts';
import { daysBetweenPoints, pointOnAxis, pointsOf } from '../../src/web/stats/chart/points.ts';
import type { Period, Series, Website } from '../../src/web/stats/types.ts';
import { setEnglish } from '../support/texts.ts';

setEnglish();

type Interval = Series['interval'];

const website = { today: '2026-11-21', hour: 12, recordedSince: '2020-01-01' } as Website;

/** A period whose points have increasing numbers of visitors. */
function periodOf(interval: Interval, from: string, to: string, places: string[], previous?: Period): Period {
  const points = places.map((at, index) => ({ at, visitors: index + 1, pageviews: 0, bounceRate: null }));
  return {
    from,
    to,
    previous: previous ?? null,
    compared: previous ?? null,
    series: { interval, points },
  } as unknown as Period;
}

const NOVEMBER = ['2026-W44', '2026-W45', '2026-W46', '2026-W47'];

test('weeks have their dates, and those with only some days in the period are partial', () => {
  const period = periodOf('WEEK', '2026-11-01', '2026-11-21', NOVEMBER);
  expect(
    pointsOf(period, website, CHART_METRICS.visitors).map(({ words, partial, unfinished }) => [
      ...[words, partial, unfinished],
    ]),
  ).toEqual([
    ['Sun, Nov 1, 2026', true, false],
    ['Nov 2 – 8, 2026', false, false],
    ['Nov 9 – 15, 2026', false, false],
    ['Nov 16 – 21, 2026', true, true],
  ]);
});

test('the first and last weeks that are partial are another line, which is dotted', () => {
  const points = pointsOf(
    periodOf('WEEK', '2026-11-01', '2026-11-21', NOVEMBER),
    website,
    CHART_METRICS.visitors,
  );
  const [, , whole, partial] = linesOf(points);
  expect(whole).toEqual([null, 2, 3, null]);
  // It begins and ends at the points beside them, so that the lines meet.
  expect(partial).toEqual([1, 2, 3, 4]);
  const november = ['2026-11-19', '2026-11-20', '2026-11-21'];
  const days = pointsOf(
    periodOf('DAY', '2026-11-19', '2026-11-21', november),
    website,
    CHART_METRICS.visitors,
  );
  expect(linesOf(days).slice(2)).toEqual([
    [1, 2, null],
    [null, 2, 3],
  ]);
});

test('months have their name, or the days of the period if these are not all', () => {
  const places = ['2026-08', '2026-09', '2026-10'];
  const period = periodOf('MONTH', '2026-08-15', '2026-10-31', places);
  expect(
    pointsOf(period, website, CHART_METRICS.visitors).map(({ words, partial }) => [words, partial]),
  ).toEqual([
    ['Aug 15 – 31, 2026', true],
    ['September 2026', false],
    ['October 2026', false],
  ]);
});

test('whole weeks are compared with whole weeks, and partial ones with partial ones or with none', () => {
  // November 2 is a Monday, October 12 too; October 15 is a Thursday.
  const whole = periodOf('WEEK', '2026-10-12', '2026-10-25', ['2026-W42', '2026-W43']);
  const thursday = periodOf('WEEK', '2026-10-15', '2026-10-25', ['2026-W42', '2026-W43']);
  const comparedWith = (period: Period) =>
    pointsOf(period, website, CHART_METRICS.visitors).map(({ before }) => before?.words ?? null);
  const november = (previous: Period) =>
    periodOf('WEEK', '2026-11-02', '2026-11-15', ['2026-W45', '2026-W46'], previous);
  expect(comparedWith(november(whole))).toEqual(['Oct 12 – 18, 2026', 'Oct 19 – 25, 2026']);
  expect(comparedWith(november(thursday))).toEqual(['Oct 19 – 25, 2026', null]);
  const sunday = (previous: Period) =>
    periodOf('WEEK', '2026-11-01', '2026-11-15', NOVEMBER.slice(0, 3), previous);
  expect(comparedWith(sunday(whole))).toEqual([null, 'Oct 12 – 18, 2026', 'Oct 19 – 25, 2026']);
  expect(comparedWith(sunday(thursday))).toEqual(['Oct 15 – 18, 2026', 'Oct 19 – 25, 2026', null]);
});

test('hours after the current one are in the future', () => {
  const places = ['2026-11-20T23', '2026-11-21T11', '2026-11-21T12', '2026-11-21T13'];
  const period = periodOf('HOUR', '2026-11-20', '2026-11-21', places);
  const points = pointsOf(period, website, CHART_METRICS.visitors);
  expect(points.map(({ words }) => words)).toEqual([
    '11:00 – 11:59 PM, Fri, Nov 20, 2026',
    '11:00 – 11:59 AM, Sat, Nov 21, 2026',
    '12:00 – 12:59 PM, Sat, Nov 21, 2026',
    '1:00 – 1:59 PM, Sat, Nov 21, 2026',
  ]);
  expect(points.map(({ now, unfinished, future }) => [now, unfinished, future])).toEqual([
    [1, false, false],
    [2, false, false],
    [3, true, false],
    [null, false, true],
  ]);
});

test('a rate of an interval without visits is a gap, not zero', () => {
  const period = periodOf('DAY', '2026-11-19', '2026-11-19', ['2026-11-19']);
  expect(pointsOf(period, website, CHART_METRICS.bounce_rate)[0]).toMatchObject({ now: null, future: false });
});

test.each([
  ['09', false, '9 AM'],
  ['2026-11-21T00', false, 'Nov 21'],
  ['2026-11-21T06', false, '6 AM'],
  ['2026-11-21', false, 'Nov 21'],
  ['2026-W47', false, 'Nov 16'],
  ['2026-W47', true, 'Nov 2026'],
  ['2026-11', false, 'Nov 2026'],
])('on the axis, %s (more than a year: %s) is %s', (at, long, label) => {
  expect(pointOnAxis(at, long)).toBe(label);
});

test('the days between two points end today, and all of them are no choice', () => {
  const places = ['2026-09', '2026-10', '2026-11'];
  const period = periodOf('MONTH', '2026-09-15', '2026-11-30', places);
  const points = pointsOf(period, website, CHART_METRICS.visitors);
  const between = (first: number, last: number) => daysBetweenPoints(points, [first, last], website.today);
  expect(between(0, 0)).toEqual({ from: '2026-09-15', to: '2026-09-30' });
  expect(between(2, 1)).toEqual({ from: '2026-10-01', to: '2026-11-21' });
  expect(between(2, 2)).toEqual({ from: '2026-11-01', to: '2026-11-21' });
  expect(between(0, 2)).toBeNull();
  const hours = pointsOf(
    periodOf('HOUR_OF_DAY', '2026-11-20', '2026-11-20', ['09', '10']),
    website,
    CHART_METRICS.visitors,
  );
  expect(daysBetweenPoints(hours, [0, 0], website.today)).toBeNull();
});

test('an hour that does not exist is a gap, and the hours after it keep their place', () => {
  const hours = (day: string, missing: number[]) =>
    Array.from({ length: 24 }, (_, hour) => hour)
      .filter((hour) => !missing.includes(hour))
      .map((hour) => `${day}T${String(hour).padStart(2, '0')}`);
  const pick = (period: Period) =>
    pointsOf(period, website, CHART_METRICS.visitors).map(({ at, now, gap, before }) => [
      ...[at.slice(-2), now, gap, before?.value ?? null],
    ]);
  const earlier = periodOf('HOUR', '2026-03-28', '2026-03-28', hours('2026-03-28', []));
  const forward = periodOf('HOUR', '2026-03-29', '2026-03-29', hours('2026-03-29', [2]), earlier);
  expect(pick(forward).slice(0, 5)).toEqual([
    ['00', 1, false, 1],
    ['01', 2, false, 2],
    ['02', null, true, 3],
    ['03', 3, false, 4],
    ['04', 4, false, 5],
  ]);
  expect(linesOf(pointsOf(forward, website, CHART_METRICS.visitors))[2]?.slice(0, 4)).toEqual([
    1,
    2,
    null,
    3,
  ]);
  // The compared day may lack an hour, also the first or the last one.
  const both = (missing: number) =>
    pick(
      periodOf('HOUR', '2026-03-30', '2026-03-30', hours('2026-03-30', []), {
        ...periodOf('HOUR', '2026-03-29', '2026-03-29', hours('2026-03-29', [missing])),
      }),
    );
  expect(
    both(0)
      .slice(0, 3)
      .map((point) => point[3]),
  ).toEqual([null, 1, 2]);
  expect(
    both(23)
      .slice(-2)
      .map((point) => point[3]),
  ).toEqual([23, null]);
  const ofDay = periodOf('HOUR_OF_DAY', '2026-03-29', '2026-03-29', ['00', '01', '03', '04']);
  expect(pick(ofDay).map(([at, now]) => [at, now])).toEqual([
    ...[
      ['00', 1],
      ['01', 2],
      ['02', null],
      ['03', 3],
      ['04', 4],
    ],
  ]);
});
