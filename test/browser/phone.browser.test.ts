import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { newBrowser, picture, seriousFindings } from '../support/pages.ts';
import { open, type Statistics, startStatistics } from '../support/statistics.ts';

let statistics: Statistics;
beforeAll(async () => {
  statistics = await startStatistics();
});
afterAll(() => statistics?.stop());

const PHONE = {
  ...{ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  reducedMotion: 'reduce',
} as const;

/** The visible controls that are lower or narrower than 44 pixels, with their sizes. */
function smallTargets(page: Page, within: string): Promise<string[]> {
  return page.locator(within).evaluate((element) =>
    [...element.querySelectorAll('button, select, input:not([type="checkbox"]), a.button')]
      .filter((target) => target.checkVisibility({ visibilityProperty: true }))
      .map((target) => {
        // A row filters as a whole: its button has a layer over it.
        const area = target.closest('.bar-row, .details-table-filters') ?? target;
        const { width, height } = area.getBoundingClientRect();
        return { name: target.textContent || target.ariaLabel || target.className, width, height };
      })
      .filter(({ width, height }) => width > 1 && (width < 44 || height < 44))
      .map(({ name, width, height }) => `${name}: ${Math.round(width)} × ${Math.round(height)}`),
  );
}

test('on a phone, everything that can be tapped is at least 44 pixels high and wide', async () => {
  await using person = await newBrowser(statistics.browser, PHONE);
  const { page } = person;
  await open(page, statistics.addressOf('?country=DE'));
  await page.locator('.world-map-frame').scrollIntoViewIfNeeded();
  await page.locator('.world-map path').first().waitFor();
  expect(await smallTargets(page, 'main')).toEqual([]);
});

test('on a phone, calendar, filters and details are sheets within the screen', async () => {
  await using person = await newBrowser(statistics.browser, PHONE);
  const { page } = person;
  const fits = async (name: string) => {
    const sheet = page.getByRole('dialog', { name });
    await sheet.waitFor();
    const box = await sheet.boundingBox();
    if (!box) throw new Error('The sheet is not visible.');
    expect([box.x, box.width, Math.round(box.y + box.height)]).toEqual([0, 360, 740]);
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(await smallTargets(page, `[role="dialog"], dialog[open]`)).toEqual([]);
    expect(await seriousFindings(page)).toEqual([]);
    await picture(page, `phone-${name.toLowerCase().replaceAll(/\W+/g, '-')}`);
  };
  await open(page, statistics.addressOf());
  await page.getByRole('button', { name: /^Days shown/ }).tap();
  await page.getByRole('button', { name: /^Show / }).waitFor();
  await fits('Days to show');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Filter', exact: true }).tap();
  await fits('Add a filter');
  await page.keyboard.press('Escape');
  await open(page, statistics.addressOf('?details=page'));
  await page.getByRole('dialog').getByRole('button', { name: 'Filter by /teas', exact: true }).waitFor();
  await fits('Pages');
});
