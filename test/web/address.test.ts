import { expect, test } from '@jest/globals';
import { periodArguments, readAddress, seriesArguments, writeAddress } from '../../src/web/stats/address.ts';
import { choices } from '../../src/web/stats/chart/intervals.ts';
import { GOAL_METRICS, METRIC_NAMES } from '../../src/web/stats/chart/metrics.ts';

/** The interval of the chart that the page requests for an address; null for the server's default. */
const intervalOf = (query: string) => seriesArguments(readAddress(query)).by;

test.each([...METRIC_NAMES, ...GOAL_METRICS])('the metric %s is in the address', (metric) => {
  const shown = readAddress(`?metric=${metric}`);
  expect([shown.metric, shown.misread]).toEqual([metric, false]);
  expect(writeAddress(shown)).toBe(metric === 'visitors' ? '' : `?metric=${metric}`);
});

test('a goal and a currency are in the address; other texts with their names are tags', () => {
  const shown = readAddress('?metric=revenue&goal=3&currency=EUR');
  expect(shown).toMatchObject({ goal: '3', currency: 'EUR', misread: false });
  expect(writeAddress(shown)).toBe('?metric=revenue&goal=3&currency=EUR');
  const tagged = readAddress('?goal=newsletter&currency=euro');
  expect(tagged).toMatchObject({ goal: null, currency: null, misread: false });
});

test.each(['bounces', 'toString', 'BOUNCE_RATE', ''])('the unknown metric "%s" is an error', (metric) => {
  expect(readAddress(`?metric=${metric}`)).toMatchObject({ metric: 'visitors', misread: true });
});

test.each([
  ['?period=last_7_days', ['hour', 'day']],
  ['?from=2026-11-01&to=2026-11-07', ['hour', 'day']],
  ['?period=last_30_days', ['day', 'week']],
  ['?from=2026-08-01&to=2026-10-31', ['day', 'week', 'month']],
  ['?period=last_12_months', ['day', 'week', 'month']],
  ['?from=2020-01-01&to=2026-10-31', ['week', 'month']],
  ['?from=1990-01-01&to=2026-10-31', ['month']],
  ['?period=all', ['week', 'month']],
  ['?period=today', []],
])('%s accepts the intervals %j', (query, expected) => {
  const accepted = ['hour', 'day', 'week', 'month', 'hour_of_day', 'year'].filter(
    (interval) => !readAddress(`${query}&interval=${interval}`).misread,
  );
  expect(accepted).toEqual(expected);
});

test('without an interval, 93 to 371 days are shown by week, and the server chooses for all others', () => {
  expect(intervalOf('?from=2026-08-01&to=2026-10-31')).toBeNull();
  expect(intervalOf('?from=2026-08-01&to=2026-11-01')).toBe('WEEK');
  expect(intervalOf('?period=last_12_months')).toBe('WEEK');
  expect(intervalOf('?from=2025-01-01&to=2026-01-06')).toBe('WEEK');
  expect(intervalOf('?from=2025-01-01&to=2026-01-07')).toBeNull();
  expect(intervalOf('?period=all')).toBeNull();
  expect(intervalOf('?period=last_12_months&interval=month')).toBe('MONTH');
});

test('another range keeps the interval in the address only if it fits', () => {
  const shown = readAddress('?period=last_7_days&interval=hour');
  expect(writeAddress(shown)).toBe('?period=last_7_days&interval=hour');
  expect(writeAddress({ ...shown, range: { preset: 'last_30_days' } })).toBe('');
});

test.each([
  ['all days of a young website', null, 20, ['day', 'week'], 'day'],
  ['all days of an old website', null, 500, ['week', 'month'], 'month'],
  ['the first day of a month', 31, 1, [], 'hour_of_day'],
  ['a year', 366, 356, ['day', 'week', 'month'], 'week'],
  ['thirty days', 30, 30, ['day', 'week'], 'day'],
])(
  'for %s, the page offers the intervals that fit, among them the default',
  (_title, asked, days, all, usual) => {
    expect(choices(asked, days)).toEqual({ all, usual });
  },
);

test.each([
  '?details=page',
  '?details=page&search=tea&split=country',
  '?details=source&columns=visitors,visits,pageviews&sort=pageviews',
  '?details=event&split=week&sort=events',
  '?country.is=DE&details=landing_page&columns=bounce_rate',
])('details are in the address: %s', (query) => {
  const shown = readAddress(query);
  expect(shown.misread).toBe(false);
  expect(writeAddress(shown)).toBe(query);
});

test.each([
  ['?details=page&split=nothing', '?details=page'],
  ['?details=page&split=page', '?details=page'],
  ['?details=page&columns=visitors,visitors', '?details=page'],
  ['?details=event&columns=pageviews', '?details=event'],
  ['?details=page&columns=visits&sort=pageviews', '?details=page&columns=visits'],
])('a part of the details that is wrong is an error, and has its default: %s', (query, otherwise) => {
  const shown = readAddress(query);
  expect(shown.misread).toBe(true);
  expect(writeAddress(shown)).toBe(otherwise);
});

test('addresses of earlier versions with an order of details are still understood', () => {
  expect(writeAddress(readAddress('?details=city&sort=max'))).toBe('?details=city');
  expect(writeAddress(readAddress('?details=city&sort=min'))).toBe('?details=city&sort=visitors');
});

test.each([
  ['?compare=same_weekdays', 'same_weekdays', { compare: 'SAME_WEEKDAYS' }],
  ['?compare=year_ago', 'year_ago', { compare: 'YEAR_AGO' }],
  ['?compare=none', 'none', { compare: 'NONE' }],
  ['?compare=previous', 'previous', { compare: 'PREVIOUS' }],
  ['', null, { compare: 'SAME_WEEKDAYS' }],
  [
    '?compare_from=2026-01-01&compare_to=2026-01-31',
    { from: '2026-01-01', to: '2026-01-31' },
    { compareFrom: '2026-01-01', compareTo: '2026-01-31' },
  ],
])('%s is what the period is compared with', (query, compare, asked) => {
  const shown = readAddress(query);
  expect([shown.compare, shown.misread]).toEqual([compare, false]);
  expect(writeAddress(shown)).toBe(query);
  expect(periodArguments(shown)).toEqual({ name: 'LAST_30_DAYS', ...asked });
});

test.each([
  '?compare=next',
  '?compare=toString',
  '?compare_from=2026-01-01',
  '?compare_from=2026-01-02&compare_to=2026-01-01',
  '?compare=none&compare_from=2026-01-01&compare_to=2026-01-02',
  '?theme=blue',
])('%s is an error, and the page compares as usual', (query) => {
  expect(readAddress(query)).toMatchObject({ compare: null, theme: null, misread: true });
});

test.each([
  ['?period=today', 'SAME_WEEKDAYS'],
  ['?period=last_7_days', 'SAME_WEEKDAYS'],
  ['?from=2026-10-02&to=2026-10-31', 'SAME_WEEKDAYS'],
  ['?period=this_month', 'PREVIOUS'],
  ['?period=last_12_months', 'PREVIOUS'],
  ['?from=2026-10-01&to=2026-10-31', 'PREVIOUS'],
])('days are compared with the same weekdays, and months with months: %s', (query, compare) => {
  const shown = readAddress(query);
  expect(periodArguments(shown)).toMatchObject({ compare });
  expect(writeAddress(shown)).toBe(query);
});

test('a chosen comparison stays, and the usual one follows the range', () => {
  const month = { preset: 'this_month' } as const;
  const compareOf = (query: string) => periodArguments({ ...readAddress(query), range: month });
  expect(compareOf('?period=today')).toMatchObject({ compare: 'PREVIOUS' });
  expect(compareOf('?period=today&compare=same_weekdays')).toMatchObject({ compare: 'SAME_WEEKDAYS' });
});

test.each(['?from=newsletter', '?content=header', '?ref=hn&from=app&content=a'])(
  'the tag %s is no error',
  (query) => {
    expect(readAddress(query)).toMatchObject({ misread: false, range: { preset: 'last_30_days' } });
    expect(writeAddress(readAddress(query))).toBe('');
  },
);

test.each(['light', 'dark'])('the theme %s stays in the address', (theme) => {
  expect(writeAddress({ ...readAddress(`?theme=${theme}`), compare: 'none' })).toBe(
    `?compare=none&theme=${theme}`,
  );
});

test.each([
  ['?period=today', null, false],
  ['?period=last_7_days&interval=hour', 'HOUR', false],
  ['?period=last_7_days', null, true],
  // The interval of own days would be another one.
  ['?period=last_7_days&compare_from=2026-01-01&compare_to=2026-12-31', 'DAY', true],
])('the chart of %s compares whole days only by hour', (query, by, byDays) => {
  expect(seriesArguments(readAddress(query))).toMatchObject({ by, byDays });
});
