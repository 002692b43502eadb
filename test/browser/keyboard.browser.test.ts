import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { hasFocus, press, reach } from '../support/keyboard.ts';
import { chooseOption, newBrowser } from '../support/pages.ts';
import { open, statisticsForFile } from '../support/statistics.ts';

const statistics = statisticsForFile();

const settled = (page: Page) => page.locator('main[aria-busy="false"]').waitFor();

test('the keyboard alone chooses days in the calendar, and a comparison', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1280, height: 900 } });
  const { page } = person;
  await open(page, statistics.addressOf());
  const days = page.getByRole('button', { name: /^Days shown/ });
  await press(page, days);
  const menu = page.getByRole('dialog', { name: 'Days to show' });
  // The current choice has the focus.
  expect(await hasFocus(menu.getByRole('button', { name: 'Last 30 days' }))).toBe(true);
  await reach(page, menu.getByRole('grid'));
  await reach(page, menu.getByRole('button', { name: /November 13, 2026/ }), 'ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await press(page, menu.getByRole('button', { name: 'Show Nov 13 – 21, 2026' }));
  await page.waitForURL(/\?from=2026-11-13&to=2026-11-21$/);
  await menu.waitFor({ state: 'detached' });
  expect(await hasFocus(days)).toBe(true);

  await settled(page);
  await press(page, page.getByRole('button', { name: /^Compared with/ }));
  const comparisons = page.getByRole('dialog', { name: 'Period to compare with' });
  await press(page, comparisons.getByRole('button', { name: 'Year before' }));
  await page.waitForURL(/&compare=year_ago$/);
  await page.keyboard.press('Enter');
  await comparisons.waitFor();
  await page.keyboard.press('Escape');
  await comparisons.waitFor({ state: 'detached' });
  expect(await hasFocus(page.getByRole('button', { name: /^Compared with/ }))).toBe(true);
});

test('the keyboard alone reaches the chart and the map, and opens a day and a country', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1280, height: 900 } });
  const { page } = person;
  await open(page, statistics.addressOf());
  await reach(page, page.locator('.chart-canvas'));
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.locator('.chart-tip').getByText('Fri, Nov 20, 2026').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\?from=2026-11-20&to=2026-11-20$/);
  await settled(page);
  await page.goBack();
  await settled(page);
  await page.locator('.world-map-frame').scrollIntoViewIfNeeded();
  await reach(page, page.getByRole('img', { name: /^World map/ }));
  await page.keyboard.press('ArrowRight');
  const name = (await page.locator('.world-map-tip strong').textContent()) ?? '';
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Remove: Country is ${name}` }).waitFor();
});

test('the keyboard alone opens details, sorts and splits them, and filters by a row', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1280, height: 900 } });
  const { page } = person;
  await open(page, statistics.addressOf());
  const pages = page.locator('.panel-card').filter({ has: page.getByRole('tab', { name: 'Landing pages' }) });
  await press(page, pages.getByRole('button', { name: /^Details/ }));
  const dialog = page.getByRole('dialog', { name: 'Pages', exact: true });
  await dialog.locator('tbody:not([aria-busy=true]) tr').first().waitFor();
  await reach(page, dialog.getByLabel(/^Split/));
  await chooseOption(page, dialog.getByLabel(/^Split/), 'Country');
  await page.waitForURL(/&split=country/);
  await press(page, dialog.getByRole('columnheader').getByRole('button', { name: 'Pageviews' }));
  await page.waitForURL(/&sort=/);
  await dialog.locator('tbody:not([aria-busy=true]) tr').first().waitFor();
  await press(page, dialog.getByRole('button', { name: /^Filter by/ }).first());
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Remove: Saw page is / }).waitFor();
  await page.getByRole('button', { name: /^Remove: Country is / }).waitFor();
});
