import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { StatName } from '../../src/engine/registry/statistics.ts';
import { statLabel } from '../../src/stats/labels.ts';
import { newBrowser } from '../support/pages.ts';
import { rest } from '../support/rest.ts';
import { open, statisticsForFile } from '../support/statistics.ts';

/** The statistic of each panel, by the name of its tab. */
const PANELS = {
  Pages: 'page',
  'Landing pages': 'landing_page',
  Referrers: 'referrer',
  Campaigns: 'campaign',
  Countries: 'country',
  Cities: 'city',
  Continents: 'continent',
  Languages: 'language',
  Browsers: 'browser',
  Systems: 'os',
  Devices: 'device',
  Resolutions: 'resolution',
} as const;

const statistics = statisticsForFile();

/** The rows of a panel on the page: title and count. */
async function rowsOf(page: Page, title: keyof typeof PANELS): Promise<[string, number][]> {
  await page.getByRole('tabpanel', { name: title, exact: true }).waitFor();
  return page.evaluate(`
    [...document.querySelector('[role=tab][aria-selected=true][id$="-${PANELS[title].toUpperCase()}"]')
      .closest('section').querySelectorAll('li')]
      .map((row) => [
        row.querySelector('[title]').title,
        Number(row.querySelector('.bar-row-count').textContent.replaceAll(',', '')),
      ])`);
}

const total = async (name: string, from: string, to: string) =>
  (await statistics.fromRest(name, from, to)).reduce((sum, { count }) => sum + count, 0);

/** The metrics of a range of days in the REST API. */
async function metricsOf(from: string, to: string): Promise<Record<string, number>> {
  const { server, site } = statistics;
  const { body } = await rest<Record<string, number>>(
    server,
    `/api/v1/metrics/${site.id}?${new URLSearchParams({ from, to })}`,
  );
  return body.data;
}

/** The totals of a range of days as the page has to show them. */
async function expectedTotals(from: string, to: string): Promise<Record<string, string>> {
  const { bounce_rate, visit_duration, views_per_visit } = await metricsOf(from, to);
  const seconds = Math.round(visit_duration ?? Number.NaN);
  return {
    'Views per visit': (views_per_visit ?? Number.NaN).toFixed(1),
    'Bounce rate': `${((bounce_rate ?? Number.NaN) * 100).toFixed(0)}%`,
    'Visit duration': `${Math.floor(seconds / 60)}m ${seconds % 60}s`.replace(/ 0s$/, ''),
  };
}

/** The cells of the chart's table: its times and values. */
async function chartOf(page: Page): Promise<{ times: string[]; values: string[] }> {
  const rows = page.getByRole('table').locator('tbody tr');
  const [times, values] = [rows.locator('th'), rows.locator('td:nth-child(2)')];
  return { times: await times.allTextContents(), values: await values.allTextContents() };
}

/** A total on the page. */
async function totalOf(page: Page, name: string): Promise<number> {
  const text = await page.locator('.total', { hasText: name }).locator('.total-count').textContent();
  return Number(/^[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', ''));
}

describe('the page shows the same numbers as REST', () => {
  test.each([
    ['the last 30 days', '', '2026-10-23', '2026-11-21'],
    ['today', '?period=today', '2026-11-21', '2026-11-21'],
    ['chosen days', '?from=2026-10-01&to=2026-10-09', '2026-10-01', '2026-10-09'],
  ])('for %s', async (_title, query, from, to) => {
    await using person = await newBrowser(statistics.browser, { viewport: { width: 1280, height: 900 } });
    const { page } = person;
    await open(page, statistics.addressOf(query));
    expect(await totalOf(page, 'Visitors')).toBe(await total('visitors', from, to));
    expect(await totalOf(page, 'Pageviews')).toBe(await total('pageviews', from, to));
    expect(await totalOf(page, 'Visits')).toBe(await total('landing_page', from, to));
    expect(await totalOf(page, 'Events')).toBe(await total('event', from, to));
    for (const [name, text] of Object.entries(await expectedTotals(from, to)))
      expect(await page.locator('.total', { hasText: name }).locator('.total-count').textContent()).toBe(
        text,
      );
    for (const [title, name] of Object.entries(PANELS) as [keyof typeof PANELS, string][]) {
      await page.getByRole('tab', { name: title, exact: true }).click();
      const expected = (await statistics.fromRest(name, from, to)).slice(0, 10);
      const shown = await rowsOf(page, title);
      // A row's title is its label; that of a referrer is its ASCII name.
      expect([title, shown.map(([, count]) => count)]).toEqual([title, expected.map(({ count }) => count)]);
      for (const [index, { value }] of expected.entries())
        expect([title, shown[index]?.[0]]).toEqual([
          title,
          (name === 'referrer' && value) || statLabel(name as StatName, value),
        ]);
    }
    const events = page.getByRole('region', { name: 'Events' }).locator('.bar-row-count');
    const counts = (await events.allTextContents()).map((text) => Number(text.replaceAll(',', '')));
    expect(counts).toEqual(
      (await statistics.fromRest('event', from, to)).map(({ count }) => count).slice(0, 10),
    );
    const series = await page.getByRole('table').getByRole('row').count();
    expect(series - 1).toBe(from === to ? 24 : (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1);
  });

  test('for every day of the chart', async () => {
    await using person = await newBrowser(statistics.browser);
    await open(person.page, statistics.addressOf('?metric=pageviews'));
    const cells = person.page.getByRole('table').locator('tbody tr td:first-of-type');
    const shown = (await cells.allTextContents()).map((text) => Number(text.replaceAll(',', '')));
    const counted = new Map(
      (await statistics.fromRest('pageviews', '2026-10-23', '2026-11-21')).map(({ value, count }) => [
        value,
        count,
      ]),
    );
    expect(shown).toEqual(
      Array.from({ length: 30 }, (_, index) => {
        const day = new Date(Date.UTC(2026, 9, 23 + index)).toISOString().slice(0, 10);
        return counted.get(day) ?? 0;
      }),
    );
  });
});

test('every total is a tab of the chart, whose table has the same metric for every day', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1280, height: 900 } });
  const { page } = person;
  await open(page, statistics.addressOf('?from=2026-10-01&to=2026-10-02'));
  const [one, two] = [
    await metricsOf('2026-10-01', '2026-10-01'),
    await metricsOf('2026-10-02', '2026-10-02'),
  ];
  const meaning = page.locator('.chart-head p');
  const meanings = new Set([await meaning.textContent()]);
  for (const [tab, metric, pattern] of [
    ['Visits', 'visits', /^\d+$/],
    ['Pageviews', 'pageviews', /^\d+$/],
    ['Views per visit', 'views_per_visit', /^\d\.\d$/],
    ['Bounce rate', 'bounce_rate', /^[\d.]+%$/],
    ['Visit duration', 'visit_duration', /^(\d+m)? ?(\d+s)?$/],
    ['Events', 'events', /^\d+$/],
  ] as const) {
    await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
    await page.waitForURL(`**metric=${metric}`);
    await page.getByRole('table').getByRole('columnheader', { name: tab, exact: true }).waitFor();
    meanings.add(await meaning.textContent());
    const { values } = await chartOf(page);
    expect([metric, values]).toEqual([
      metric,
      [expect.stringMatching(pattern), expect.stringMatching(pattern)],
    ]);
    if (Number.isInteger(one[metric]) && Number.isInteger(two[metric]))
      expect([metric, values.map(Number)]).toEqual([metric, [one[metric], two[metric]]]);
  }
  // Each metric has a line that explains it.
  expect(meanings.size).toBe(7);
  for (const text of meanings) expect(text).toMatch(/^[A-Z].{20,}\.$/);
});

test('by week, each week has its dates and visitors, and the first and last are incomplete', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await open(page, statistics.addressOf());
  await page.getByLabel('Interval of the chart').selectOption('Week');
  await page.waitForURL(/interval=week$/);
  await page.getByText('incomplete week').waitFor();
  const { times, values } = await chartOf(page);
  expect(times).toEqual([
    'Oct 23 – 25, 2026, incomplete',
    'Oct 26 – Nov 1, 2026',
    'Nov 2 – 8, 2026',
    'Nov 9 – 15, 2026',
    'Nov 16 – 21, 2026, incomplete',
  ]);
  const { visitors: second } = await metricsOf('2026-10-26', '2026-11-01');
  expect(values[1]).toBe(String(second));
  const sum = values.reduce((total, text) => total + Number(text.replaceAll(',', '')), 0);
  expect(sum).toBe(await total('visitors', '2026-10-23', '2026-11-21'));
  await page.getByLabel('Interval of the chart').selectOption('Day');
  await page.waitForURL(/\/s\/[^?]*$/);
});

test("the hours of today end at the server's time, whatever the browser's clock says", async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await page.clock.setFixedTime(new Date('2031-01-01T02:00:00Z'));
  await open(page, statistics.addressOf('?period=today'));
  const cells = await page.getByRole('table').locator('tbody tr td:first-of-type').allTextContents();
  const counted = new Map(
    (await statistics.fromRest('visitors_hours', '2026-11-21', '2026-11-21')).map(({ value, count }) => [
      Number(value),
      count,
    ]),
  );
  // The server's time is noon.
  expect(cells).toEqual(
    Array.from({ length: 24 }, (_, hour) => (hour > 12 ? 'no data yet' : String(counted.get(hour) ?? 0))),
  );
});
