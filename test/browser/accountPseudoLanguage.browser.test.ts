import { test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { logIn, newBrowser } from '../support/pages.ts';
import { expectMarked, speakPseudo, waitForText } from '../support/pseudoLanguage.ts';
import { statisticsForFile } from '../support/statistics.ts';

/** The account area in the language of pseudoLanguage.browser.test.ts. */
const statistics = statisticsForFile();

/** Opens a page of the account area, and waits until it has loaded. */
async function showIn(page: Page, place: string): Promise<void> {
  await page.goto(statistics.server.url + place);
  await waitForText(page);
  await page.locator('[aria-busy="true"], .skeleton').first().waitFor({ state: 'detached' });
}

test('all texts of the account area are in the catalogue', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await logIn(page, statistics.server);
  await speakPseudo(page);
  const { id } = statistics.site;
  const show = (place: string) => showIn(page, place);
  for (const place of [
    ...['/websites', '/websites?search=nothing', '/websites/new', '/account', '/account/keys'],
    ...['', '/general', '/sharing', '/reports', '/exclusions', '/import', '/danger', '/wrong'].map(
      (section) => `/websites/${id}${section}`,
    ),
    '/websites/999',
  ]) {
    await show(place);
    await expectMarked(page, place);
  }
  await show(`/websites/${id}`);
  const kinds = page.locator('.install-kind select');
  for (const kind of await kinds.locator('option').all()) {
    await kinds.selectOption((await kind.getAttribute('value')) ?? '');
    await expectMarked(page, 'a recipe');
  }
  await show('/websites/new');
  const zones = page.locator('input[role="combobox"]');
  await zones.click();
  await zones.fill('no such place');
  await expectMarked(page, 'no time zone');
  await show('/account');
  await page.locator('.new-password input').fill('abc');
  await page.locator('.strength-bars[data-level]').waitFor();
  await expectMarked(page, 'the strength of a password');
});

test('all texts of the dialogs of the account area are in the catalogue', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await logIn(page, statistics.server);
  await speakPseudo(page);
  const { id } = statistics.site;
  const show = (place: string) => showIn(page, place);
  const dialog = page.locator('dialog[open]');
  await show(`/websites/${id}/sharing`);
  await page.locator('.links-head button').click();
  await dialog.locator('input[name="name"]').fill('Agency');
  await dialog.locator('input[name="shows"][value="some"]').check();
  await expectMarked(page, 'a new shared link');
  await dialog.locator('button[type="submit"]').click();
  await page.locator('.links-item').waitFor();
  await expectMarked(page, 'shared links');
  for (const [index, name] of ['embed', 'edit', 'delete'].entries()) {
    await page.locator('.links-item-actions > button').nth(index).click();
    await dialog.waitFor();
    await expectMarked(page, `${name} a shared link`);
    await page.keyboard.press('Escape');
  }
  await show(`/websites/${id}/danger`);
  await page.locator('.website-end > button').click();
  await dialog.locator('input[name="domain"]').fill('wrong');
  await dialog.locator('button[type="submit"]').click();
  await dialog.locator('.error').waitFor();
  await expectMarked(page, 'delete a website');
  await show('/account/keys');
  await page.locator('input[name="name"]').fill('Script');
  await page.locator('.keys-create button[type="submit"]').click();
  await page.locator('.keys-created').waitFor();
  await expectMarked(page, 'a created key');
  await page.locator('.keys-created .primary').click();
  await page.locator('table.keys .danger').first().click();
  await dialog.waitFor();
  await expectMarked(page, 'revoke a key');
});
