import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { chooseOption, newBrowser } from '../support/pages.ts';
import { open, showsFiltered, statisticsForFile } from '../support/statistics.ts';

const statistics = statisticsForFile();

/** More presses than a page has elements. */
const MOST_TABS = 150;

const hasFocus = (element: Locator) => element.evaluate((found) => found.matches(':focus, :focus-within'));

/** Presses Tab, or another key, until an element has the focus. Its outline must be visible. */
async function reach(page: Page, element: Locator, key = 'Tab'): Promise<void> {
  await element.waitFor();
  for (let presses = 0; presses < MOST_TABS; presses++) {
    if (await hasFocus(element)) {
      expect(await page.locator(':focus').evaluate((found) => found.matches(':focus-visible'))).toBe(true);
      return;
    }
    await page.keyboard.press(key);
  }
  throw new Error(`${element} cannot be reached with ${key}.`);
}

async function press(page: Page, element: Locator): Promise<void> {
  await reach(page, element);
  await page.keyboard.press('Enter');
}

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

test('the keyboard alone adds a filter, negates it, edits it and removes it', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1280, height: 900 } });
  const { page } = person;
  await open(page, statistics.addressOf());
  await press(page, page.getByRole('button', { name: 'Filter', exact: true }));
  const editor = page.getByRole('dialog', { name: 'Add a filter' });
  await reach(page, editor.getByLabel('What'));
  await chooseOption(page, editor.getByLabel('What'), 'Country');
  await reach(page, editor.getByRole('checkbox', { name: /^Germany/ }));
  await page.keyboard.press('Space');
  await press(page, editor.getByRole('button', { name: 'Apply' }));
  await page.waitForURL(/\?country\.is=DE$/);
  await showsFiltered(page, statistics, { country: { in: ['DE'] } });

  await press(page, page.getByRole('button', { name: 'Exclude: Country Germany' }));
  await page.waitForURL(/\?country\.not=DE$/);
  await showsFiltered(page, statistics, { country: { not_in: ['DE'] } });
  await press(page, page.getByRole('button', { name: 'Country is not Germany', exact: true }));
  const edited = page.getByRole('dialog', { name: 'Edit the filter' });
  await reach(page, edited.getByRole('checkbox', { name: /^France/ }));
  await page.keyboard.press('Space');
  await press(page, edited.getByRole('button', { name: 'Apply' }));
  await page.waitForURL(/\?country\.not=DE&country\.not=FR$/);
  await press(page, page.getByRole('button', { name: 'Remove: Country is not Germany or France' }));
  await page.waitForURL(statistics.addressOf());
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
