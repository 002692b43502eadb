import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { graphqlData } from '../support/engine/asking.ts';
import { giveWrongThenRight, headings, PASSWORD, privateStatisticsForFile } from '../support/linkPages.ts';
import { newLink } from '../support/links.ts';
import { chooseOption, DIALOG, logIn, newBrowser, picture, seriousFindings } from '../support/pages.ts';
import { open } from '../support/statistics.ts';

/** Shared links, and the link to the statistics, in the account area. */
const statistics = privateStatisticsForFile();

const openList = async (page: Page) => {
  await logIn(page, statistics.server, `/websites/${statistics.site.id}/sharing`);
  await headings(page, 'Shared links').waitFor();
};
const itemOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Shared links' }).getByRole('listitem').filter({ hasText: name });

test('a dialog that cannot be loaded is reported, and the list stays', async () => {
  // Not newBrowser: React reports the caught error on the console.
  await using context = await statistics.browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  await page.route(/LinkDialog-[^/]*\.js$/, (route) => route.abort());
  await openList(page);
  await page.getByRole('button', { name: 'New link' }).click();
  await page.getByRole('alert').getByText('Part of the page could not be loaded.').waitFor();
  await headings(page, 'Shared links').waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await page.getByRole('button', { name: 'New link' }).click();
  await page.getByRole('dialog', { name: 'New shared link' }).waitFor();
});

test('a link is created with the keyboard, and the copied address opens the statistics', async () => {
  const { browser } = statistics;
  await using owner = await newBrowser(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = owner;
  await openList(page);
  await page.getByRole('button', { name: 'New link' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New shared link' });
  await dialog.waitFor();
  await page.keyboard.type('Press');
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Press');
  await page.keyboard.press('Tab');
  await chooseOption(page, page.locator('select:focus'), 'Phones');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await dialog.getByLabel('Pages', { exact: true }).focus();
  await page.keyboard.press('Space');
  await dialog.getByLabel('Works until').fill('2026-11-20');
  await dialog.getByLabel('Password (optional)', { exact: true }).fill('short');
  await page.keyboard.press('Enter');
  await dialog.getByText('Must be in the future.').waitFor();
  await dialog.getByText('Must be at least 8 characters long; got 5.').waitFor();
  await dialog.getByLabel('Works until').fill('2099-12-24');
  await dialog.getByLabel('Password (optional)', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Created “Press”. Copy its link above.').waitFor();
  const item = itemOf(page, 'Press');
  await item.getByText('Password').waitFor();
  await item.getByText(/^1 panel · segment “Phones” · .* Dec 24, 2099 · never used$/).waitFor();
  await item.getByRole('button', { name: 'Copy link “Press”' }).click();
  await item.getByText('Copied', { exact: true }).waitFor();
  const url = await page.evaluate(() => navigator.clipboard.readText());
  await using stranger = await newBrowser(browser);
  await stranger.page.goto(url);
  await giveWrongThenRight(stranger.page);
  await stranger.page.getByText('Only the segment Phones').waitFor();
  expect(await stranger.page.locator('.panel-card').count()).toBe(1);
});

test('a link is changed, embedded and deleted', async () => {
  const { browser, server } = statistics;
  const link = await newLink(server, { name: 'Board', password: PASSWORD, panels: ['PAGE'] });
  await using owner = await newBrowser(browser);
  const { page } = owner;
  await openList(page);
  await page.getByRole('button', { name: 'Edit “Board”' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit “Board”' });
  await dialog.getByLabel('Name').fill('Directors');
  await dialog.getByLabel('All panels').check();
  await dialog.getByLabel('Remove the password').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved “Directors”.').waitFor();
  const item = itemOf(page, 'Directors');
  await item.getByText(/^All panels · all visits · does not expire · never used$/).waitFor();
  expect(await item.getByText('Password').count()).toBe(0);
  await using stranger = await newBrowser(browser);
  await open(stranger.page, link.url);

  await item.getByRole('button', { name: 'Embed “Directors”' }).click();
  const embed = page.getByRole('dialog', { name: 'Embed “Directors”' });
  await embed.getByText(`<iframe src="${link.url}?embed=1"`).waitFor();
  await embed.getByLabel('Colors').selectOption('Dark');
  await embed.getByText(`<iframe src="${link.url}?embed=1&amp;theme=dark"`).waitFor();
  await embed.getByLabel('Language').selectOption('Deutsch');
  await embed.getByText(`<iframe src="${link.url}?embed=1&amp;theme=dark&amp;lang=de"`).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await item.getByRole('button', { name: 'Delete “Directors”' }).click();
  await page.getByRole('button', { name: 'Delete link' }).click();
  await page.getByText('Deleted “Directors”.').waitFor();
  await item.waitFor({ state: 'detached' });
  expect((await stranger.page.goto(link.url))?.status()).toBe(404);
});

test('links and their form are readable and operable in both colours and at all widths', async () => {
  const { browser, server } = statistics;
  const { id } = await newLink(server, {
    name: 'A rather long name of a link for an agency in another country',
    password: PASSWORD,
    segmentId: statistics.segmentId,
    expiresAt: '2099-12-24T12:00:00Z',
  });
  await using owner = await newBrowser(browser, { viewport: { width: 1440, height: 900 } });
  const { page } = owner;
  const eachScreen = async (name: string, within: string) => {
    for (const [colorScheme, width] of [
      ['light', 1440],
      ['dark', 768],
      ['dark', 360],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      expect([width, await page.evaluate('document.documentElement.scrollWidth - innerWidth')]).toEqual([
        width,
        0,
      ]);
      await picture(page, `${name}-${colorScheme}-${width}`);
      if (width !== 768) expect([width, await seriousFindings(page, within)]).toEqual([width, []]);
    }
  };
  await openList(page);
  await page.getByRole('region', { name: 'Shared links' }).scrollIntoViewIfNeeded();
  await eachScreen('links', 'main');
  await page.getByRole('button', { name: 'New link' }).click();
  await page.getByLabel('Only these').check();
  await eachScreen('links-form', 'dialog');
  for (const button of await page.getByRole('dialog').getByRole('button').all())
    expect((await button.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(36);
  await graphqlData(server, `mutation { deleteSharedLink(input: { id: "${id}" }) { __typename } }`);
});

test('a website that is not private shows its link after Save; a public one can be embedded', async () => {
  const { server, browser, site } = statistics;
  const address = statistics.addressOf();
  await using person = await newBrowser(browser, { viewport: { width: 1280, height: 900 } });
  const { page } = person;
  await logIn(page, server, `/websites/${site.id}/sharing`);
  await headings(page, 'Shared links').waitFor();
  expect(await headings(page, 'Link to the statistics').count()).toBe(0);
  const save = page.getByRole('button', { name: 'Save' });

  await page.getByRole('radio', { name: /^Anyone with the password/ }).check();
  await page.getByLabel('Password for the statistics', { exact: true }).fill(PASSWORD);
  await save.click();
  const section = page.getByRole('region', { name: 'Link to the statistics' });
  await section.getByRole('link', { name: address }).waitFor();
  await section.getByRole('button', { name: 'Copy link “teahouse.example”' }).waitFor();
  await section.getByText('Shared links are the other way').waitFor();
  expect(await section.getByText('Embed', { exact: true }).count()).toBe(0);

  await page.getByRole('radio', { name: /^Anyone with the link/ }).check();
  await save.click();
  await section.getByRole('button', { name: 'Embed “teahouse.example”' }).click();
  const dialog = page.getByRole('dialog', { name: 'Embed “teahouse.example”' });
  await dialog.getByText(`${address}?embed=1`).waitFor();
  expect(await seriousFindings(page, DIALOG)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await picture(page, 'sharing-public');
  await page.getByRole('radio', { name: /^Only me/ }).check();
  await save.click();
  await section.waitFor({ state: 'detached' });
});
