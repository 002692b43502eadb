import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { joined, members, PASSWORD } from '../support/members.ts';
import { DIALOG, logIn, newBrowser, picture, seriousFindings, startPages } from '../support/pages.ts';
import { newWebsite } from '../support/rest.ts';
import { codeAt } from '../support/secondFactors.ts';
import { NOON, type TestServer } from '../support/server.ts';
import { eventually } from '../support/site.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

const ANN = 'ann@example.com';

/** Logs in as a member on the login page. */
async function enter(page: Page, server: TestServer, email = ANN): Promise<void> {
  await page.goto(`${server.url}/login`);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL(`${server.url}/websites`);
}

/** Sets up an authenticator app on the account page. */
async function addApp(page: Page): Promise<void> {
  const panel = page.getByRole('region', { name: 'Second factor' });
  await panel.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const secret = (await panel.locator('pre').textContent())?.replaceAll(' ', '') ?? '';
  await panel.getByLabel('Code', { exact: true }).fill(codeAt(secret, NOON));
  await page.keyboard.press('Enter');
  await panel.getByRole('heading', { name: 'Recovery codes' }).waitFor();
}

test('an owner limits a person to websites in the invitation, and changes them later', async () => {
  await using server = await startPages();
  for (let number = 1; number <= 60; number += 1)
    await newWebsite(server, { url: `shop-${String(number).padStart(2, '0')}.example` });
  await using owner = await newBrowser(browser);
  const { page } = owner;
  await logIn(page, server, '/account');
  const team = page.getByRole('region', { name: 'Team' });
  await team.getByLabel('Email address').fill(ANN);
  await team.getByRole('radio', { name: 'Selected websites' }).check();
  await team.getByText('The list shows 50 of 60; search for the others.').waitFor();
  await team.getByRole('button', { name: 'Create invitation' }).click();
  await team.getByText('Select at least one website.').waitFor();
  await team.getByLabel('shop-01.example').check();
  const search = team.getByLabel('Search websites');
  await search.fill('60.EXAMPLE');
  await team.getByLabel('shop-60.example').check();
  await team.getByText('2 websites selected.').waitFor();
  await search.press('Enter');
  expect(await seriousFindings(page)).toEqual([]);
  await team.getByRole('button', { name: 'Create invitation' }).click();
  await team.getByText('shop-01.example, shop-60.example').waitFor();
  expect(await team.getByRole('radio', { name: 'All websites' }).isChecked()).toBe(true);
  expect((await members(server))[1]?.websites).toHaveLength(2);

  await team.getByRole('button', { name: `Websites of ${ANN}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('shop-60.example').uncheck();
  for (const number of ['02', '03', '04']) await dialog.getByLabel(`shop-${number}.example`).check();
  await dialog.getByText('4 websites selected.').waitFor();
  expect(await seriousFindings(page, DIALOG)).toEqual([]);
  await picture(page, 'member-websites');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await team.getByText('shop-01.example, shop-02.example, shop-03.example and 1 more').waitFor();
  await team.getByRole('button', { name: `Websites of ${ANN}` }).click();
  await dialog.getByRole('radio', { name: 'All websites' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await members(server))[1]?.websites).toBeNull();
  // Administrators have access to all websites.
  await team.getByLabel('Role', { exact: true }).selectOption('ADMIN');
  await team.getByRole('radio', { name: 'All websites' }).waitFor({ state: 'detached' });
});

test('an owner requires a second factor, and a member without one adds it or leaves', async () => {
  await using server = await startPages();
  const website = await newWebsite(server, { url: 'shop.example' });
  await joined(server, { email: ANN, role: 'viewer' });
  await using owner = await newBrowser(browser);
  await logIn(owner.page, server, '/account');
  const team = owner.page.getByRole('region', { name: 'Team' });
  const rule = team.getByLabel('Require a second factor');
  await rule.click();
  await team.getByText('Requires that you use a second factor yourself.').waitFor();
  expect(await rule.isChecked()).toBe(false);
  await addApp(owner.page);
  await team.getByText('No second factor', { exact: true }).waitFor();
  await team.getByText('You · No second factor').waitFor({ state: 'detached' });
  await rule.click();
  await eventually('the rule', () => rule.isChecked());
  expect(await seriousFindings(owner.page)).toEqual([]);

  await using person = await newBrowser(browser);
  const { page } = person;
  await enter(page, server);
  await page.getByRole('heading', { name: 'This team requires a second factor' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.goto(`${server.url}/s/${website.tracking_id}`);
  await page.getByRole('heading', { name: 'This team requires a second factor' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Add a second factor' }).click();
  const own = page.getByRole('region', { name: 'Team' });
  await own.getByText('The team owner@example.com requires a second factor.').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await addApp(page);
  await own.getByText('Your role: Viewer').waitFor();
  await page.getByRole('link', { name: 'Websites', exact: true }).click();
  await page.getByText('shop.example').first().waitFor();

  await owner.page.reload();
  await team.getByRole('button', { name: `Remove the second factors of ${ANN}` }).click();
  const dialog = owner.page.getByRole('dialog');
  expect(await seriousFindings(owner.page, DIALOG)).toEqual([]);
  await dialog.getByRole('button', { name: 'Remove second factors' }).click();
  await team.getByText('No second factor').waitFor();
  await page.reload();
  await page.getByRole('link', { name: 'Add a second factor' }).click();
  await own.getByRole('button', { name: 'Leave the team' }).click();
  await page
    .getByRole('dialog', { name: 'Leave “owner@example.com”?' })
    .getByText('You lose access')
    .waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await own.getByText('You belong to no team.').waitFor();
});

test('an owner creates a further team, which the pages show, and deletes it', async () => {
  await using server = await startPages();
  await newWebsite(server, { url: 'shop.example' });
  await using owner = await newBrowser(browser);
  const { page } = owner;
  await logIn(page, server, '/account');
  const team = page.getByRole('region', { name: 'Team' });
  const form = team.getByRole('form', { name: 'Create another team' });
  await form.getByLabel('Name of the team').fill('Clubs');
  await form.getByRole('button', { name: 'Create team' }).click();
  await team.getByText('Clubs. Your role: Owner.').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  const remove = team.getByRole('button', { name: 'Delete team' });
  await team.getByLabel('Show the websites of').selectOption({ label: 'owner@example.com' });
  await team.getByText('owner@example.com. Your role: Owner.').waitFor();
  await remove.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete team' }).click();
  await dialog.getByText('Must have no websites; it has 1. Delete its websites first.').waitFor();
  expect(await seriousFindings(page, DIALOG)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await team.getByLabel('Show the websites of').selectOption({ label: 'Clubs' });
  await team.getByText('Clubs. Your role: Owner.').waitFor();
  await remove.click();
  await dialog.getByRole('button', { name: 'Delete team' }).click();
  await team.getByText('owner@example.com. Your role: Owner.').waitFor();
  await remove.waitFor({ state: 'detached' });
});
