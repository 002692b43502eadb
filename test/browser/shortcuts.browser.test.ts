import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { DIALOG, logIn, newBrowser, picture, seriousFindings } from '../support/pages.ts';
import { open, statisticsForFile } from '../support/statistics.ts';

const statistics = statisticsForFile();

test('keys choose the period', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await open(page, statistics.addressOf());
  for (const [key, expected] of [
    ['d', '?period=today'],
    ['w', '?period=last_7_days'],
    ['ArrowLeft', '?from=2026-11-08&to=2026-11-14'],
    ['ArrowRight', '?period=last_7_days'],
    ['m', '?period=this_month'],
    ['p', '?period=last_month'],
    ['y', '?period=last_12_months'],
    ['a', '?period=all'],
    ['e', '?period=yesterday'],
    ['t', ''],
  ] as const) {
    await page.keyboard.press(key);
    await page.waitForURL(statistics.addressOf(expected));
    // An arrow steps from the period that the page shows.
    await page.locator('main[aria-busy="false"]').waitFor();
  }
});

test('C opens the comparison, / the filter editor, and ? all shortcuts', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1280, height: 900 } });
  const { page } = person;
  await open(page, statistics.addressOf());
  await page.keyboard.press('c');
  const menu = page.getByRole('dialog', { name: 'Period to compare with' });
  await menu.getByRole('button', { name: 'Previous period' }).waitFor();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  const editor = page.getByRole('dialog', { name: 'Add a filter' });
  await editor.waitFor();
  await page.keyboard.press('Escape');
  await editor.waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByText('Last 12 months').waitFor();
  await picture(page, 'shortcuts');
  expect(await seriousFindings(page, DIALOG)).toEqual([]);
  // Not in a dialog.
  await page.keyboard.press('d');
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  expect(page.url()).toBe(statistics.addressOf());
});

test('keys do nothing in text fields, in tabs, in menus, and with modifiers', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await open(page, statistics.addressOf());
  for (const key of ['Control+d', 'Alt+w', 'Meta+m', 'Shift+Y']) await page.keyboard.press(key);
  await page.getByRole('button', { name: /^Days shown/ }).click();
  await page.keyboard.press('d');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  const editor = page.getByRole('dialog', { name: 'Add a filter' });
  await editor.getByRole('searchbox').fill('');
  await editor.getByRole('searchbox').pressSequentially('wdy?');
  expect(await editor.getByRole('searchbox').inputValue()).toBe('wdy?');
  await editor.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('tab', { name: /^Visitors/ }).focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForURL(statistics.addressOf('?metric=visits'));
  expect(await page.getByRole('dialog').count()).toBe(0);
});

/** Holds back the modules of a page that are loaded on demand, until the returned function is called. */
async function heldModules(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    /\/assets\/(PanelFound|SwitcherMenu|ShortcutsDialog|FilterEditor|Segments)-.*\.js$/,
    (route) => released.then(() => route.continue()),
  );
  return () => release();
}

test('letters typed at once after a click on a magnifier are in its field', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  const release = await heldModules(page);
  await open(page, statistics.addressOf());
  await page.getByRole('button', { name: 'Search pages' }).click();
  await page.keyboard.type('weath');
  const field = page.getByRole('searchbox', { name: 'Search pages' });
  expect(await field.inputValue()).toBe('weath');
  release();
  await page.getByText('No rows found.').waitFor();
  await page.keyboard.type('er');
  expect(await field.inputValue()).toBe('weather');
  expect(page.url()).toBe(statistics.addressOf());
});

test('letters typed at once after a click on the name of the website are in the search', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await logIn(page, statistics.server);
  const release = await heldModules(page);
  await open(page, statistics.addressOf());
  await page.getByRole('heading', { level: 1 }).getByRole('button').click();
  await page.keyboard.type('teaw');
  expect(await page.getByRole('searchbox', { name: 'Search websites' }).inputValue()).toBe('teaw');
  release();
  const field = page.getByRole('combobox', { name: 'Search websites' });
  await field.waitFor();
  await page.keyboard.type('dy');
  expect(await field.inputValue()).toBe('teawdy');
  expect(page.url()).toBe(statistics.addressOf());
});

test.each([
  ['the shortcuts', (page: Page) => page.keyboard.press('?'), 'Keyboard shortcuts'],
  ['the filter editor', (page: Page) => page.keyboard.press('/'), 'Add a filter'],
  [
    'the segments',
    (page: Page) => page.getByRole('button', { name: 'Segments', exact: true }).click(),
    'Segments',
  ],
])('letters typed while %s are opening are no shortcuts', async (_, act, title) => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await logIn(page, statistics.server);
  const release = await heldModules(page);
  await open(page, statistics.addressOf());
  await act(page);
  await page.keyboard.type('wdmpyaer');
  release();
  await page.getByRole('dialog', { name: title }).waitFor();
  await page.keyboard.type('wdmpyaer');
  await page.keyboard.press('Escape');
  expect(page.url()).toBe(statistics.addressOf());
});
