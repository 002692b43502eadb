import { describe, expect, test } from '@jest/globals';
import { findSource } from '../../../src/transfer/sources/index.ts';
import type { TotalRecord } from '../../../src/transfer/sources/records.ts';
import { csvOf } from '../../support/transfer/csv.ts';
import { readRecords, skippedOf, totalsOf } from '../../support/transfer/files.ts';
import { makeFathomCsv, makeGoatCounterZip, makePlausibleZip } from '../../support/transfer/totalFiles.ts';
import { zipOf } from '../../support/transfer/zip.ts';

/** The totals by dimension and value, with their day. */
const byValue = (totals: readonly TotalRecord[]) =>
  totals.map(({ kind, line, day, dimension, value, ...sums }) => [day, dimension, value, sums]);

const read = async (source: string, bytes: string | Buffer, timezone = 'UTC') =>
  readRecords(findSource(source), bytes, { timezone });

const DAY = 20261001;
const HALF = { visitors: 2, visits: 3, pageviews: 10, bounces: 1, duration: 300 };
const REST = { visitors: 3, visits: 3, pageviews: 10, bounces: 1, duration: 300 };
const ALL = { visitors: 5, visits: 6, pageviews: 20, bounces: 2, duration: 600 };

test('the tables of Plausible become totals of the values that Footfall counts', async () => {
  const { bytes } = await makePlausibleZip({ days: 1 });
  expect(byValue(totalsOf(await read('plausible', bytes)))).toEqual([
    [DAY, 'total', '', ALL],
    [DAY, 'referrer', 'google.com', HALF],
    [DAY, 'source', 'Google', HALF],
    [DAY, 'channel', 'Organic Search', HALF],
    [DAY, 'referrer', '', REST],
    [DAY, 'source', 'news', REST],
    [DAY, 'channel', 'Email', REST],
    [DAY, 'utm_source', 'news', REST],
    [DAY, 'utm_medium', 'email', REST],
    [DAY, 'campaign', 'May', REST],
    [DAY, 'page', '/', { visitors: 2, visits: 3, pageviews: 10 }],
    [DAY, 'page', '/caf%C3%A9', { visitors: 3, visits: 3, pageviews: 10 }],
    [DAY, 'landing_page', '/', HALF],
    [DAY, 'exit_page', '/caf%C3%A9', { visitors: 2, visits: 3 }],
    [DAY, 'event', 'Signup', { visitors: 2, events: 4 }],
    [DAY, 'total', '', { events: 4 }],
    [DAY, 'country', 'DE', HALF],
    [DAY, 'device', 'desktop', HALF],
    [DAY, 'device', 'mobile', REST],
    [DAY, 'browser', 'Edge', ALL],
    [DAY, 'os', 'macOS', ALL],
  ]);
});

test('rows of Plausible that cannot be read are skipped, with their file', async () => {
  const rows = [
    { date: '2026-02-30', visitors: 1 },
    { date: '2026-10-01', visitors: -1 },
    { date: '2026-10-01', visitors: 'x' },
  ];
  const name = 'imported_visitors.csv';
  expect(skippedOf(await read('plausible', await zipOf({ [name]: csvOf(rows) })))).toEqual([
    {
      kind: 'skipped',
      line: 2,
      reason: 'unreadable',
      message: `${name}: date must be a day such as 2026-11-27.`,
    },
    ...[3, 4].map((line) => ({
      kind: 'skipped',
      line,
      reason: 'unreadable',
      message: `${name}: The sums must be numbers that are not negative.`,
    })),
  ]);
});

test('the days of GoatCounter are those of the time zone of the website', async () => {
  const { bytes } = await makeGoatCounterZip({ days: 1 });
  expect(byValue(totalsOf(await read('goatcounter', bytes, 'Pacific/Kiritimati')))).toEqual([
    [DAY, 'browser', 'Chrome', { pageviews: 4 }],
    [DAY, 'os', 'Linux', { pageviews: 4 }],
    [DAY, 'country', 'DE', { pageviews: 4 }],
    [DAY, 'language', 'de', { pageviews: 4 }],
    // 8:00 UTC is 22:00 there.
    [DAY, 'total', '', { pageviews: 6, events: 1 }],
    [DAY, 'hour_of_day', '22', { pageviews: 4 }],
    [DAY, 'page', '/', { pageviews: 4, visitors: 4 }],
    [DAY, 'referrer', '', { pageviews: 5 }],
    [DAY, 'source', '', { pageviews: 3 }],
    [DAY, 'channel', 'Direct', { pageviews: 3 }],
    [DAY, 'referrer', 'example.org', { pageviews: 1 }],
    [DAY, 'source', 'example.org', { pageviews: 1 }],
    [DAY, 'channel', 'Referral', { pageviews: 1 }],
    [DAY, 'hour_of_day', '23', { pageviews: 2 }],
    [DAY, 'page', '/about', { pageviews: 2, visitors: 2 }],
    [DAY, 'source', 'Google', { pageviews: 2 }],
    [DAY, 'channel', 'Organic Search', { pageviews: 2 }],
    [DAY, 'event', 'Signup', { events: 1 }],
  ]);
});

test('the hours of Fathom are those of the time zone of the website', async () => {
  const { bytes } = makeFathomCsv({ days: 1 });
  const totals = byValue(totalsOf(await read('fathom', bytes, 'Pacific/Kiritimati')));
  expect(totals).toContainEqual([DAY, 'hour_of_day', '22', { pageviews: 5 }]);
  expect(totals).toContainEqual([DAY, 'city', 'Berlin, Berlin, DE', { pageviews: 7, visitors: 3 }]);
  expect(totals).toContainEqual([DAY, 'page', '/about', { pageviews: 2, visitors: 2 }]);
  expect(totals).toContainEqual([DAY, 'device', 'mobile', { pageviews: 7, visitors: 3 }]);
});

test('the events of Fathom are read', async () => {
  const row = { datetime: '2026-10-01 08:00:00', hostname: 'https://example.com', pathname: '/' };
  const bytes = csvOf([
    { ...row, event_name: 'Signup', completions: 2 },
    { ...row, event_name: 'Signup', completions: 3 },
    { ...row, event_name: 'Signup', completions: 'many' },
  ]);
  const records = await read('fathom', bytes);
  expect(byValue(totalsOf(records))).toEqual([
    [DAY, 'total', '', { events: 5 }],
    [DAY, 'event', 'Signup', { events: 5 }],
  ]);
  expect(skippedOf(records)).toMatchObject([{ line: 4, reason: 'unreadable' }]);
});

describe('reports of GA4', () => {
  test('have events by name, without those of Google Analytics', async () => {
    const names = ['page_view', 'session_start', 'sign_up'];
    const bytes = csvOf(
      names.map((eventName, index) => ({
        dateHour: '2026100108',
        eventName,
        screenPageViews: index === 0 ? 7 : 0,
        eventCount: 7 - index,
        totalUsers: 3,
      })),
    );
    const records = await read('ga4', bytes);
    expect(byValue(totalsOf(records))).toEqual([
      [DAY, 'total', '', { pageviews: 7, events: 5 }],
      [DAY, 'hour_of_day', '08', { pageviews: 7, events: 5 }],
      [DAY, 'event', 'sign_up', { events: 5 }],
    ]);
    expect(skippedOf(records)).toMatchObject([{ line: 3, reason: 'automatic_event' }]);
  });

  test('by one dimension have its visitors and visits', async () => {
    const rows = [
      { Date: '20261001', 'Device category': 'mobile', Views: '1,007', Sessions: 3, 'Total users': 2 },
      { Date: 'soon', 'Device category': 'mobile', Views: 7, Sessions: 3, 'Total users': 2 },
    ];
    const records = await read('ga4', csvOf(rows));
    expect(byValue(totalsOf(records))).toEqual([
      [DAY, 'total', '', { pageviews: 1_007, visits: 3 }],
      [DAY, 'device', 'mobile', { pageviews: 1_007, visits: 3, visitors: 2 }],
    ]);
    expect(skippedOf(records)).toMatchObject([{ line: 3, reason: 'unreadable' }]);
  });

  test('of several days without days are refused', async () => {
    const text = '# Start date: 20261001\n# End date: 20261031\n\nPage path and screen class,Views\n/,5\n';
    await expect(read('ga4', text)).rejects.toThrow(
      '"export.csv" has sums of several days. Add the dimension Date to the report, or export each day.',
    );
  });

  test('without columns that Footfall has are refused', async () => {
    await expect(read('ga4', 'date,audienceName\n20261001,x\n')).rejects.toThrow(
      'has a table without columns that can be imported',
    );
  });
});

describe('an export that has no days, or only a part, is refused with the one that can be imported:', () => {
  test.each([
    [
      'umami',
      ['events.csv', 'pages.csv', 'browsers.csv', 'countries.csv'],
      'has the sums of a period without days',
    ],
    ['umami', ['other.csv'], 'contains no file website_event.csv'],
    ['plausible', ['visitors.csv', 'entry_pages.csv'], 'is the export of the dashboard'],
    ['plausible', ['other.csv'], 'contains no file such as imported_visitors_'],
    ['goatcounter', ['hit_stats.jsonl'], 'has no info.json'],
  ])('%s %j', async (source, names, message) => {
    const bytes = await zipOf(Object.fromEntries(names.map((name) => [name, 'x,y\na,1\n'])));
    await expect(read(source, bytes)).rejects.toThrow(message);
  });

  test('GoatCounter of another version', async () => {
    const files = { 'info.json': '{"export_version":"2.0"}', 'hit_stats.jsonl': '' };
    await expect(read('goatcounter', await zipOf(files))).rejects.toThrow(
      '"export.csv" has the export version 2.0; version 1 can be imported.',
    );
  });
});
