import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { operator } from '../../src/auth/keys.ts';
import { inviteMember } from '../../src/auth/members/invitations.ts';
import { createContext } from '../../src/request/context.ts';
import { expectGoodScreens, LOOKS } from '../support/browser/screens.ts';
import { launchBrowser } from '../support/browser.ts';
import { logIn, newBrowser, seriousFindings, startPages } from '../support/pages.ts';
import { newWebsite } from '../support/rest.ts';
import type { TestServer } from '../support/server.ts';

const PASSWORD = 'violet harbour lantern';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

/** Invites a person by the command line. Returns the link on this server. */
async function invited(server: TestServer, email: string, role = 'viewer'): Promise<string> {
  const context = createContext(server.deps, operator(server.teamId));
  const { url } = await inviteMember({ email, role }, context);
  return url.replace(/^https?:\/\/[^/]+/, server.url);
}

test('an owner invites a person, who joins with the link, gets another role, and is removed', async () => {
  await using server = await startPages();
  await newWebsite(server, { url: 'shop.example' });
  await using owner = await newBrowser(browser);
  await logIn(owner.page, server, '/account');
  const team = owner.page.getByRole('region', { name: 'Team' });
  await team.getByText('Your role: Owner').waitFor();
  await team.getByLabel('Email address').fill('ann@example.com');
  await team.getByLabel('Role', { exact: true }).selectOption('VIEWER');
  await team.getByRole('button', { name: 'Create invitation' }).click();
  await team.getByText('Send this link to ann@example.com').waitFor();
  const link = ((await team.locator('code').textContent()) ?? '').replace(/^https?:\/\/[^/]+/, server.url);
  await team.getByText('Invited until').waitFor();
  expect(await seriousFindings(owner.page)).toEqual([]);

  await using person = await newBrowser(browser);
  const { page } = person;
  await page.goto(link);
  await page.getByRole('heading', { name: 'Join owner@example.com' }).waitFor();
  await page.getByText('ann@example.com is invited as Viewer.').waitFor();
  await page.waitForURL((url) => url.search === '');
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.keyboard.press('Enter');
  await page.getByText('Must be at least 12 characters long; got 5.').waitFor();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${server.url}/websites`);
  await page.getByText('shop.example').first().waitFor();
  await page.goto(`${server.url}/account`);
  await page.getByText('Your role: Viewer').waitFor();
  await page.getByText('Only administrators see the members.').waitFor();

  await owner.page.reload();
  await team.getByLabel('Role of ann@example.com').selectOption('ADMIN');
  await page.reload();
  await page.getByText('Your role: Administrator').waitFor();
  await team.getByRole('button', { name: 'Remove ann@example.com' }).click();
  await team.getByText('ann@example.com').first().waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('You belong to no team.').waitFor();
});

test('a link that was used does not work, and a person who is logged in needs no password', async () => {
  await using server = await startPages();
  await server.newAccount('ann@example.com');
  const link = await invited(server, 'ann@example.com', 'editor');
  await using person = await newBrowser(browser);
  const { page } = person;
  await page.goto(`${server.url}/login`);
  await page.getByLabel('Email address').fill('ann@example.com');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL(`${server.url}/websites`);
  await page.goto(link);
  await page.getByRole('button', { name: 'Join' }).click();
  await page.waitForURL(`${server.url}/websites`);
  await page.goto(`${server.url}/account`);
  await page.getByText('owner@example.com. Your role: Editor').waitFor();
  await page.getByLabel('Show the websites of').selectOption({ label: 'ann@example.com' });
  await page.getByText('ann@example.com. Your role: Owner').waitFor();
  await page.goto(link);
  await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
});

test.each(LOOKS)('the pages fit at three widths: %s', async (...look) => {
  await using server = await startPages();
  await using person = await newBrowser(browser, { colorScheme: look[0], locale: look[1] });
  await logIn(person.page, server, '/account');
  await invited(server, 'a.person.with.a.long.name@department.of.a.company.example', 'admin');
  await expectGoodScreens(person.page, 'team', `${server.url}/account`, '#team', look);
  await using stranger = await newBrowser(browser, { colorScheme: look[0], locale: look[1] });
  const link = await invited(server, 'ann@example.com');
  await expectGoodScreens(stranger.page, 'join', link, 'form', look);
});
