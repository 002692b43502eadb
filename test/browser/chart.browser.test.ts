import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { newBrowser } from '../support/pages.ts';
import { statisticsForFile } from '../support/statistics.ts';

const statistics = statisticsForFile();

/** Opens the statistics page after `script` has run in it. */
async function openAfter(page: Page, script: string): Promise<void> {
  await page.addInitScript(script);
  await page.goto(statistics.addressOf());
}

/** Expects the numbers that the page shows beside the chart. */
async function expectNumbers(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /^Visitors/ }).waitFor();
  await page.getByRole('region', { name: 'Pages', exact: true }).getByRole('listitem').first().waitFor();
}

test('the chart is drawn under a POSIX locale, which is not a language tag', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await openAfter(
    page,
    "Object.defineProperty(Navigator.prototype, 'language', { get: () => 'en-US@posix' })",
  );
  await expectNumbers(page);
  await page.locator('.chart-canvas canvas').waitFor();
});

test('the chart is drawn in a browser that was started with LANG=C', async () => {
  const browser = await launchBrowser({ env: { LANG: 'C', LC_ALL: 'C', LANGUAGE: '' } });
  try {
    // Without Playwright's locale option, the browser uses its own locale.
    const page = await (await browser.newContext()).newPage();
    await page.goto(statistics.addressOf());
    await expectNumbers(page);
    await page.locator('.chart-canvas canvas').waitFor();
  } finally {
    await browser.close();
  }
});

test('an error while the chart is drawn is shown, and the rest of the page works', async () => {
  // Not newBrowser: React reports the caught error on the console.
  await using context = await statistics.browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  await openAfter(page, "HTMLCanvasElement.prototype.getContext = () => { throw new Error('no canvas') }");
  await page.getByText('The chart cannot be shown').waitFor();
  await expectNumbers(page);
  expect(await page.getByRole('table').first().getByRole('row').count()).toBeGreaterThan(30);
});

test('an error while the chart is loaded is shown, and the rest of the page works', async () => {
  await using context = await statistics.browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  await page.route(/ChartCanvas-[^/]*\.js$/, (route) => route.abort());
  await page.goto(statistics.addressOf());
  await page.getByText('The chart cannot be shown').waitFor();
  await expectNumbers(page);
});
