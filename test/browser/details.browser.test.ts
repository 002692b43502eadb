import { expect, test } from '@jest/globals';
import { grouped } from '../../src/stats/format.ts';
import { countryName } from '../../src/stats/labelFormats.ts';
import { breakdown, detailsOf, headings, type RestRow, rowsOf } from '../support/details.ts';
import { DIALOG, newBrowser, picture, seriousFindings } from '../support/pages.ts';
import { open, statisticsForFile } from '../support/statistics.ts';

const statistics = statisticsForFile();

const count = (row: RestRow, metric: string) => grouped(Number(row[metric]));
const rate = (row: RestRow) => `${(Number(row.bounce_rate) * 100).toFixed(1)}%`;
function duration(row: RestRow): string {
  const seconds = Math.round(Number(row.visit_duration));
  return `${Math.floor(seconds / 60)}m ${String(seconds % 60).padStart(2, '0')}s`;
}
const country = (row: RestRow) => countryName(String(row.country)) ?? 'Unknown';

test('the details of a card are a table with the rows and metrics of the REST API', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1440, height: 900 } });
  const { page } = person;
  await open(page, statistics.addressOf());
  await page.getByRole('button', { name: 'Details of pages' }).click();
  await page.waitForURL(/\?details=page$/);
  const dialog = await detailsOf(page, 'Pages');
  expect(await headings(dialog)).toEqual(['Page', 'Visitors', 'Pageviews', 'Bounce rate', 'Visit duration']);
  const expected = await breakdown(statistics, { by: 'page', sort: '-pageviews' });
  expect(expected.length).toBeGreaterThan(5);
  expect(await rowsOf(dialog)).toEqual(
    expected.map((row) => [
      ...[String(row.page), count(row, 'visitors'), count(row, 'pageviews'), rate(row), duration(row)],
    ]),
  );
  await picture(page, 'details-page');
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
});

test('a heading sorts by its column, in both directions, and the address keeps the order', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await open(page, statistics.addressOf('?details=country'));
  const dialog = await detailsOf(page, 'Countries');
  const heading = (name: string) => dialog.getByRole('columnheader', { name });
  expect(await heading('Visitors').getAttribute('aria-sort')).toBe('descending');
  for (const [sort, direction] of [
    ['-bounce_rate', 'descending'],
    ['bounce_rate', 'ascending'],
  ] as const) {
    await heading('Bounce rate').getByRole('button').click();
    await page.waitForURL(`**sort=${sort}`);
    await detailsOf(page, 'Countries');
    expect(await heading('Bounce rate').getAttribute('aria-sort')).toBe(direction);
    expect(await dialog.locator('[aria-sort]').count()).toBe(1);
    const expected = await breakdown(statistics, { by: 'country', sort });
    expect((await rowsOf(dialog)).map(([name, , , bounces]) => [name, bounces])).toEqual(
      expected.map((row) => [country(row), rate(row)]),
    );
  }
  await page.reload();
  await detailsOf(page, 'Countries');
  expect(await heading('Bounce rate').getAttribute('aria-sort')).toBe('ascending');
  await heading('Visitors').getByRole('button').click();
  await page.waitForURL(/\?details=country$/);
});

test('columns are chosen from all metrics, and the order follows a column that is left out', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1440, height: 900 } });
  const { page } = person;
  await open(page, statistics.addressOf('?details=source&sort=-bounce_rate'));
  const dialog = await detailsOf(page, 'Sources');
  await dialog.getByRole('button', { name: 'Columns' }).click();
  const choice = dialog.getByRole('group', { name: 'Columns' });
  await choice.getByRole('checkbox', { name: 'Views per visit' }).check();
  await choice.getByRole('checkbox', { name: 'Events' }).check();
  await choice.getByRole('checkbox', { name: 'Bounce rate' }).uncheck();
  await picture(page, 'details-columns');
  await page.keyboard.press('Escape');
  await choice.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe(
    '?details=source&columns=visitors,visits,views_per_visit,visit_duration,events',
  );
  await detailsOf(page, 'Sources');
  expect(await headings(dialog)).toEqual([
    ...['Source', 'Visitors', 'Visits', 'Views per visit', 'Visit duration', 'Events'],
  ]);
  const expected = await breakdown(statistics, { by: 'source', sort: '-visits' });
  expect(await rowsOf(dialog)).toEqual(
    expected.map((row) => [
      ...[String(row.source) || 'Direct', count(row, 'visitors'), count(row, 'visits')],
      ...[Number(row.views_per_visit).toFixed(1), duration(row), count(row, 'events')],
    ]),
  );
});

test('rows are split by a second dimension, and a row then filters by both values', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1440, height: 900 } });
  const { page } = person;
  await open(page, statistics.addressOf());
  await page.getByRole('button', { name: 'Details of pages' }).click();
  const dialog = await detailsOf(page, 'Pages');
  await dialog.getByLabel('Split by').selectOption({ label: 'Country' });
  await page.waitForURL(/\?details=page&split=country$/);
  await dialog.getByRole('columnheader', { name: 'Country' }).waitFor();
  await detailsOf(page, 'Pages');
  const expected = await breakdown(statistics, { by: 'page,country', sort: '-pageviews' });
  const rows = await rowsOf(dialog);
  expect(rows).toHaveLength(100);
  expect(rows.map((row) => row.slice(0, 4))).toEqual(
    expected.map((row) => [String(row.page), country(row), count(row, 'visitors'), count(row, 'pageviews')]),
  );
  await picture(page, 'details-split');
  await dialog.getByRole('button', { name: 'Show more' }).click();
  await dialog.locator('tbody tr').nth(105).waitFor();
  const second = await breakdown(statistics, { by: 'page,country', sort: '-pageviews', page: '2' });
  expect((await rowsOf(dialog))[104]?.slice(0, 2)).toEqual([
    String(second[4]?.page),
    country(second[4] ?? {}),
  ]);

  const [first = {}] = expected;
  // The button of a row covers all of it.
  await dialog.locator('tbody tr').first().locator('td').last().click({ force: true });
  await page.waitForURL(({ search }) => search === `?country.is=${first.country}&visited.page=${first.page}`);
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: `Remove: Country is ${country(first)}` }).waitFor();
  await page.goBack();
  await page.waitForURL(statistics.addressOf());
});

test('rows are split by week, in words', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await open(page, statistics.addressOf('?details=device&split=week&search=mobile'));
  const dialog = await detailsOf(page, 'Devices');
  const expected = await breakdown(statistics, {
    by: 'device,week',
    sort: '-visitors',
    search: 'mobile',
  });
  expect(expected).toHaveLength(5);
  expect(
    (await rowsOf(dialog)).map(([device, week, visitors]) => [device, week?.slice(0, 7), visitors]),
  ).toEqual(expected.map((row) => ['Mobile', `Week ${String(row.week).slice(-2)}`, count(row, 'visitors')]));
});

test('a wrong part of the address of details is reported, and has its default', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  for (const query of ['columns=visitors,nonsense', 'columns=', 'split=page', 'split=hour', 'sort=events']) {
    await open(page, statistics.addressOf(`?details=page&${query}`));
    const dialog = await detailsOf(page, 'Pages');
    await page.getByText('The address contains an invalid value').waitFor();
    expect([query, await headings(dialog)]).toEqual([
      query,
      ['Page', 'Visitors', 'Pageviews', 'Bounce rate', 'Visit duration'],
    ]);
  }
});

test('the keyboard alone opens details, sorts, chooses columns, filters and closes', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await open(page, statistics.addressOf());
  await page.getByRole('button', { name: 'Details of browsers' }).focus();
  await page.keyboard.press('Enter');
  const dialog = await detailsOf(page, 'Browsers');
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await dialog.getByRole('searchbox').focus();
  await page.keyboard.type('fire');
  await page.waitForURL(/search=fire/);
  await dialog.getByText(/^1 row · /).waitFor();
  await press('Tab', 'Tab', 'Enter', 'Space');
  await page.waitForURL(/columns=visits,bounce_rate,visit_duration/);
  await press('Escape');
  expect(
    await dialog.getByRole('button', { name: 'Columns' }).evaluate((element) => element.matches(':focus')),
  ).toBe(true);
  // The buttons of files, the scrolling rows, and the first heading.
  await press('Tab', 'Tab', 'Tab', 'Tab', 'Enter');
  await page.waitForURL(/sort=visits$/);
  await press('Tab', 'Tab', 'Tab', 'Enter');
  await page.waitForURL(/\?browser\.is=Firefox$/);
  await dialog.waitFor({ state: 'detached' });
});

test('details fit phones, tablets and screens, and axe finds nothing in both colours', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1440, height: 800 } });
  const { page } = person;
  await open(page, statistics.addressOf('?country.is=DE&details=landing_page&split=source'));
  const dialog = await detailsOf(page, 'Landing pages');
  for (const width of [1440, 768, 360])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      await picture(page, `details-split-${colorScheme}-${width}`);
      if (width === (colorScheme === 'light' ? 1440 : 360))
        expect([width, await seriousFindings(page, DIALOG)]).toEqual([width, []]);
    }
  const small = await dialog
    .getByRole('button')
    .or(dialog.getByRole('combobox'))
    .evaluateAll((found) =>
      (
        found as unknown as {
          offsetHeight: number;
          textContent: string;
          closest(selector: string): object | null;
        }[]
      )
        .filter(({ offsetHeight }) => offsetHeight < 44)
        .map((one) => (one.closest('tbody') ? '' : one.textContent))
        .filter(Boolean),
    );
  expect(small).toEqual([]);
});
