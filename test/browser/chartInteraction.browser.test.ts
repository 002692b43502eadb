import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { newBrowser, picture, seriousFindings } from '../support/pages.ts';
import { open, statisticsForFile } from '../support/statistics.ts';

const statistics = statisticsForFile();

const tip = (page: Page) => page.locator('.chart-tip');

/** Opens the page at a width, and returns the rectangle of the chart's lines. */
async function openAt(page: Page, query: string, width: number) {
  await page.setViewportSize({ width, height: 900 });
  await open(page, statistics.addressOf(query));
  const lines = page.locator('.chart-canvas .u-over');
  await lines.waitFor();
  const box = await lines.boundingBox();
  if (!box) throw new Error('The chart is not visible.');
  return box;
}

test('the tooltip is beside the point and inside the chart, on either side', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  for (const width of [360, 1280]) {
    const box = await openAt(page, '', width);
    for (const index of [0, 14, 29]) {
      const middle = box.x + (box.width * index) / 29;
      await page.mouse.move(middle + (index === 29 ? -1 : 1), box.y + box.height / 2);
      await tip(page).waitFor();
      const shown = await tip(page).boundingBox();
      if (!shown) throw new Error('There is no tooltip.');
      if (width === 1280) expect(shown.x > middle || shown.x + shown.width < middle).toBe(true);
      expect(shown.x).toBeGreaterThanOrEqual(0);
      expect(shown.x + shown.width).toBeLessThanOrEqual(width);
    }
    if (width === 1280) await picture(page, 'chart-tip');
  }
});

test('the arrow keys move from day to day, and Enter shows the hours of one', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await openAt(page, '', 1280);
  await page.locator('.chart-canvas').focus();
  await page.keyboard.press('ArrowLeft');
  await tip(page).getByText('Sat, Nov 21, 2026').waitFor();
  await page.keyboard.press('ArrowLeft');
  await tip(page).getByText('Fri, Nov 20, 2026').waitFor();
  await page.keyboard.press('Home');
  await tip(page).getByText('Fri, Oct 23, 2026').waitFor();
  await page.keyboard.press('ArrowRight');
  await tip(page).getByText('Sat, Oct 24, 2026').waitFor();
  expect(await seriousFindings(page, '.chart')).toEqual([]);
  await page.keyboard.press('Escape');
  await tip(page).waitFor({ state: 'detached' });
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\?from=2026-11-20&to=2026-11-20$/);
  await page
    .getByRole('rowheader', { name: /^11:00 – 11:59 PM, Fri, Nov 20, 2026/ })
    .waitFor({ state: 'attached' });
});

test('a click on a day shows it, a drag shows the days between, and the way back leads to all', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  const box = await openAt(page, '', 1280);
  const dayAt = (index: number) => box.x + (box.width * index) / 29;
  const middle = box.y + box.height / 2;
  await page.mouse.move(dayAt(10), middle);
  await page.mouse.down();
  await page.mouse.move(dayAt(12), middle);
  await page.mouse.move(dayAt(14), middle);
  await page.mouse.up();
  await page.waitForURL(/\?from=2026-11-02&to=2026-11-06$/);
  await page.getByRole('rowheader', { name: 'Mon, Nov 2, 2026' }).waitFor({ state: 'attached' });
  await page.goBack();
  await page.getByRole('rowheader', { name: 'Fri, Oct 23, 2026' }).waitFor({ state: 'attached' });

  await page.mouse.click(dayAt(10), middle);
  await page.waitForURL(/\?from=2026-11-02&to=2026-11-02$/);
  await page
    .getByRole('rowheader', { name: /^9:00 – 9:59 AM, Mon, Nov 2, 2026/ })
    .waitFor({ state: 'attached' });
  // All points are of that day already.
  await page.mouse.click(dayAt(10), middle);
  expect(page.url()).toMatch(/\?from=2026-11-02&to=2026-11-02$/);
});

test('a click on a month shows its days until today', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  const box = await openAt(page, '?period=last_12_months&interval=month', 1280);
  await page.mouse.click(box.x + box.width - 2, box.y + box.height / 2);
  await page.waitForURL(/\?from=2026-11-01&to=2026-11-21$/);
});
