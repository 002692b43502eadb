import { stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { Page, Request } from 'playwright-core';
import { root } from '../../src/root.ts';
import { newBrowser } from '../support/pages.ts';
import { open, statisticsForFile } from '../support/statistics.ts';

/** The live numbers are a stream, which has no end. */
const isStream = (request: Request) => request.headers().accept === 'text/event-stream';

const statistics = statisticsForFile();

test('a URL shows the same page in another browser', async () => {
  await using one = await newBrowser(statistics.browser);
  await using other = await newBrowser(statistics.browser, { timezoneId: 'Pacific/Auckland' });
  await open(one.page, statistics.addressOf());
  await one.page.getByRole('button', { name: /Days shown/ }).click();
  await one.page.getByRole('button', { name: 'Last month' }).click();
  await one.page.getByRole('tab', { name: 'Cities' }).click();
  await one.page.getByRole('tab', { name: /^Pageviews/ }).click();
  await one.page.getByText('Oct 1 – 31, 2026').first().waitFor();
  await one.page.getByRole('button', { name: 'Details of cities' }).click();
  await one.page.getByRole('searchbox').fill('berlin');
  await one.page.getByText(/^1 row ·/).waitFor();
  await other.page.goto(one.page.url());
  await other.page.getByText(/^1 row ·/).waitFor();
  // They come with a stream of their own.
  for (const { page } of [one, other]) await page.getByText(/^\d+ now$/).waitFor();
  // All text but that of the map and the journeys, which load only when they are near the viewport.
  const said = (page: Page): Promise<string> =>
    page.evaluate(`{
      const copy = document.body.cloneNode(true);
      for (const part of copy.querySelectorAll('.world-map-frame, .journeys')) part.replaceChildren();
      copy.textContent;
    }`);
  expect(await said(other.page)).toBe(await said(one.page));
  expect(await other.page.getByRole('searchbox').inputValue()).toBe('berlin');

  await one.page.getByRole('button', { name: 'Close' }).click();
  await one.page.waitForURL(/places=city$/);
  await one.page.goBack();
  await one.page.waitForURL(/period=last_month&places=city$/);
  await one.page.goBack();
  await one.page.getByText('Oct 23 – Nov 21, 2026').first().waitFor();
});

test('an invalid URL shows a notice and the defaults', async () => {
  await using person = await newBrowser(statistics.browser);
  for (const query of [
    '?period=forever',
    '?from=2026-11-21&to=2026-10-01',
    '?from=nonsense&to=1',
    '?places=mars',
    '?metric=bounces',
    '?interval=hour',
    '?details=nothing',
  ]) {
    await open(person.page, statistics.addressOf(query));
    await person.page.getByText('The address contains an invalid value').waitFor();
    await person.page.getByText('Oct 23 – Nov 21, 2026').first().waitFor();
  }
});

test('on a phone, the tab of the chart is scrolled into view, also with the arrow keys', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 360, height: 640 } });
  const { page } = person;
  await open(page, statistics.addressOf('?metric=visit_duration'));
  const expectVisible = async (name: RegExp) => {
    const tab = page.getByRole('tab', { name, selected: true });
    await tab.waitFor();
    const box = await tab.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    expect(box?.height).toBeGreaterThanOrEqual(44);
  };
  await expectVisible(/^Visit duration/);
  await page.getByRole('tab', { name: /^Visit duration/ }).focus();
  await page.keyboard.press('Home');
  await page.waitForURL(/\/s\/[^?]*$/);
  await expectVisible(/^Visitors/);
});

test('on a tablet, two rows of totals are as wide as their card', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 768, height: 1024 } });
  const { page } = person;
  for (const [query, expected] of [
    ['', [4, 3]],
    ['?country=XX', [3, 3]],
  ] as const) {
    await open(page, statistics.addressOf(query));
    const totals = page.getByRole('tablist').first();
    const { x = 0, width = 0 } = (await totals.boundingBox()) ?? {};
    const boxes = await totals.getByRole('tab').evaluateAll((tabs) =>
      tabs.map((tab) => {
        const { top, left, right } = tab.getBoundingClientRect();
        return { top, left, right };
      }),
    );
    const rows = [...new Set(boxes.map(({ top }) => top))].map((at) => boxes.filter(({ top }) => top === at));
    expect(rows.map(({ length }) => length)).toEqual(expected);
    for (const row of rows) {
      expect(row[0]?.left).toBeCloseTo(x, 0);
      expect(row.at(-1)?.right).toBeCloseTo(x + width, 0);
    }
  }
});

test('the first view loads at most 130 KB of compressed JavaScript, without layout shifts', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1280, height: 900 } });
  const { page } = person;
  const scripts: string[] = [];
  const operations: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) scripts.push(pathname);
    if (pathname === '/graphql' && !isStream(request)) operations.push(request.postData() ?? '');
  });
  await page.addInitScript(`
    globalThis.moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.moved += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  `);
  await open(page, statistics.addressOf());
  await page.locator('.chart-canvas canvas').waitFor();
  // The live numbers are loaded last.
  await page.locator('.now-live').waitFor();
  // Browsers accept brotli only over TLS, which this server lacks; so the sizes are those of the files.
  const sizes = scripts.map(async (name) => (await stat(path.join(root, 'dist/web', `${name}.br`))).size);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(130_000);
  // The changes of rows are read after the numbers are shown.
  const names = operations.map((body) => (JSON.parse(body) as { operationName: string }).operationName);
  // So is the revenue of a website with events.
  const later = ['StatisticsChanges', 'StatisticsGoalNumbers'];
  expect(names.filter((name) => !later.includes(name))).toEqual(['StatisticsPage']);
  expect(names[0]).toBe('StatisticsPage');
  expect(await page.evaluate('globalThis.moved')).toBeLessThan(0.02);
});
