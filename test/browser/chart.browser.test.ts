import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { newBrowser } from '../support/pages.ts';
import { type Statistics, startStatistics } from '../support/statistics.ts';

let statistics: Statistics;
beforeAll(async () => {
  statistics = await startStatistics();
});
afterAll(() => statistics?.stop());

/** Opens the statistics page in a browser in which `script` ran before everything else. */
async function openAfter(page: Page, script: string): Promise<void> {
  await page.addInitScript(script);
  await page.goto(statistics.addressOf());
}

/** What the page shows beside the chart. */
async function expectNumbers(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /^Visitors/ }).waitFor();
  await page.getByRole('region', { name: 'Content' }).getByRole('listitem').first().waitFor();
}

test('a browser under a POSIX locale, whose language is no language tag, draws the chart', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await openAfter(
    page,
    "Object.defineProperty(Navigator.prototype, 'language', { get: () => 'en-US@posix' })",
  );
  await expectNumbers(page);
  await page.locator('.chart-canvas canvas').waitFor();
});

test('a browser started with LANG=C draws the chart', async () => {
  const browser = await launchBrowser({ env: { LANG: 'C', LC_ALL: 'C', LANGUAGE: '' } });
  try {
    // No locale of Playwright's: the browser's own.
    const page = await (await browser.newContext()).newPage();
    await page.goto(statistics.addressOf());
    await expectNumbers(page);
    await page.locator('.chart-canvas canvas').waitFor();
  } finally {
    await browser.close();
  }
});

test('a chart that fails while it is drawn leaves the rest of the page, and says so', async () => {
  // Not newBrowser: React tells the console of what it caught.
  await using context = await statistics.browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await openAfter(page, "HTMLCanvasElement.prototype.getContext = () => { throw new Error('no canvas') }");
  await page.getByText('The chart cannot be shown').waitFor();
  await expectNumbers(page);
  expect(await page.getByRole('table').first().getByRole('row').count()).toBeGreaterThan(30);
});

test('a chart that cannot be loaded leaves the rest of the page, and says so', async () => {
  await using context = await statistics.browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await page.route(/ChartCanvas-[^/]*\.js$/, (route) => route.abort());
  await page.goto(statistics.addressOf());
  await page.getByText('The chart cannot be shown').waitFor();
  await expectNumbers(page);
});
