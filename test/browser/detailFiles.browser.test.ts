import { expect, test } from '@jest/globals';
import { countryName } from '../../src/stats/labelFormats.ts';
import { breakdown, detailsOf, downloaded } from '../support/details.ts';
import { newBrowser, register } from '../support/pages.ts';
import { open, PERIOD, statisticsForFile } from '../support/statistics.ts';
import { outcome, RECORDED, sendHit } from '../support/track.ts';

const statistics = statisticsForFile();

const SHOWN =
  '?device.is=mobile&details=page&split=country&search=teas&columns=visitors,bounce_rate&sort=-bounce_rate';
const FILTER = { device: { in: ['mobile'] } };
const expectedRows = () =>
  breakdown(statistics, {
    by: 'page,country',
    search: 'teas',
    sort: '-bounce_rate',
    filter: JSON.stringify(FILTER),
  });

test('the CSV file has the rows, columns, order and filter of the table, and their names', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await open(page, statistics.addressOf(SHOWN));
  const dialog = await detailsOf(page, 'Pages');
  const { name, text } = await downloaded(page, () => dialog.getByRole('button', { name: 'CSV' }).click());
  expect(name).toBe('teahouse.example-page-by-country-2026-10-23-2026-11-21.csv');
  const expected = await expectedRows();
  expect(expected.length).toBeGreaterThan(10);
  // Spreadsheets read UTF-8 only with a byte-order mark.
  expect(text.trimEnd().split('\r\n')).toEqual([
    '\ufeffPage,Page label,Country,Country label,Visitors,Bounce rate',
    ...expected.map(({ page, country, visitors, bounce_rate }) =>
      [page, page, country, countryName(String(country)) ?? 'Unknown', visitors, bounce_rate].join(),
    ),
  ]);
});

test('the JSON file has the same rows with the names of the REST API, and says what they are', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await open(page, statistics.addressOf(SHOWN));
  const dialog = await detailsOf(page, 'Pages');
  const { name, text } = await downloaded(page, () => dialog.getByRole('button', { name: 'JSON' }).click());
  expect(name).toBe('teahouse.example-page-by-country-2026-10-23-2026-11-21.json');
  const expected = await expectedRows();
  expect(JSON.parse(text)).toEqual({
    website: 'teahouse.example',
    timezone: 'UTC',
    ...PERIOD,
    filter: { and: [FILTER] },
    by: ['page', 'country'],
    search: 'teas',
    sort: '-bounce_rate',
    total: expected.length,
    rows: expected.map(({ page, country, visitors, bounce_rate }) => ({
      page,
      country,
      visitors,
      bounce_rate,
    })),
  });
});

test('a file has all rows, also those that the table has not loaded', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await open(page, statistics.addressOf('?details=page&split=day'));
  const dialog = await detailsOf(page, 'Pages');
  const { text } = await downloaded(page, () => dialog.getByRole('button', { name: 'JSON' }).click());
  const { total, rows } = JSON.parse(text) as { total: number; rows: { pageviews: number }[] };
  expect(total).toBeGreaterThan(200);
  expect(rows).toHaveLength(total);
  const pageviews = (await statistics.fromRest('pageviews', PERIOD.from, PERIOD.to)).reduce(
    (sum, { count }) => sum + count,
    0,
  );
  expect(rows.reduce((sum, row) => sum + row.pageviews, 0)).toBe(pageviews);
});

test('the CSV file quotes values of visitors and neutralizes spreadsheet formulas', async () => {
  const { server, browser } = statistics;
  const site = await register(server, { url: 'forms.example', privacy: '0' });
  const name = '=HYPERLINK("http://evil.example", 1)';
  const sent = await sendHit(server, {
    website: site.trackingId,
    page: 'https://forms.example/',
    event: { name },
  });
  expect(outcome(sent)).toEqual(RECORDED);
  await using person = await newBrowser(browser);
  const { page } = person;
  await open(page, statistics.addressOf('?period=today&details=event&columns=events', site));
  const dialog = await detailsOf(page, 'Events');
  const { text } = await downloaded(page, () => dialog.getByRole('button', { name: 'CSV' }).click());
  const written = `"'${name.replaceAll('"', '""')}"`;
  expect(text).toBe(`\ufeffEvent,Event label,Events,Share of events\r\n${written},${written},1,1\r\n`);
});
