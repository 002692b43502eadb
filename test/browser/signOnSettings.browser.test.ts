import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { operator } from '../../src/auth/keys.ts';
import { createLoginLink } from '../../src/auth/loginLink.ts';
import { inviteMember } from '../../src/auth/members/invitations.ts';
import { anonymous } from '../../src/auth/viewer.ts';
import { createContext } from '../../src/request/context.ts';
import { expectGoodScreens, LOOKS } from '../support/browser/screens.ts';
import { launchBrowser } from '../support/browser.ts';
import { logInAtProvider } from '../support/identityProvider.ts';
import { logIn, newBrowser, picture, seriousFindings } from '../support/pages.ts';
import { OWNER } from '../support/person.ts';
import { ANN, goToProvider, panelOf, startWorld } from '../support/signOnPages.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

test('groups change the role at the next login', async () => {
  await using world = await startWorld({ GROUPS: 'analysts=viewer,ops=admin' });
  const { server, provider } = world;
  provider.people.set('ann', { ...ANN, groups: ['analysts'] });
  await using person = await newBrowser(browser);
  const { page } = person;
  await goToProvider(page, world);
  await logInAtProvider(page, 'ann');
  await page.waitForURL(`${server.url}/websites`);
  await page.goto(`${server.url}/account`);
  await page.getByText('Your role: Viewer').waitFor();
  provider.people.set('ann', { ...ANN, groups: ['analysts', 'ops'] });
  await page.getByRole('button', { name: 'Log out here' }).click();
  await page.waitForURL(/\/login/);
  await page.getByRole('button', { name: 'Log in with Company' }).click();
  await page.waitForURL(`${server.url}/account`);
  await page.getByText('Your role: Administrator').waitFor();
});

test('an invited person joins with a provider', async () => {
  await using world = await startWorld({});
  const { server } = world;
  const context = createContext(server.deps, operator(server.teamId));
  const { url } = await inviteMember({ email: 'bob@example.org', role: 'viewer' }, context);
  await using person = await newBrowser(browser);
  const { page } = person;
  await page.goto(url);
  await page.getByRole('button', { name: 'Join with Company' }).click();
  await logInAtProvider(page, 'ann');
  await page.waitForURL(`${server.url}/websites`);
  await page.goto(`${server.url}/account`);
  await page.getByText('owner@example.com. Your role: Viewer').waitFor();
});

test('without passwords, the pages ask for none, and a link of the operator lets the owner in', async () => {
  await using world = await startWorld({}, { PASSWORDS: 'off' });
  const { server } = world;
  await using person = await newBrowser(browser);
  const { page } = person;
  await page.goto(`${server.url}/login`);
  await page.getByRole('button', { name: 'Log in with Company' }).waitFor();
  await page.getByLabel('Email address').waitFor({ state: 'detached' });
  expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Forgot your password?' }).count()).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
  await picture(page, 'sign-on-passwords-off');
  const { url } = await createLoginLink(OWNER.email, createContext(server.deps, anonymous));
  await page.goto(url);
  await page.getByText('With the link of the person who runs this server.').waitFor();
  await page.waitForURL((address) => address.search === '');
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(`${server.url}/account`);
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Connect Company' }).click();
  await logInAtProvider(page, 'ann');
  await page.getByText('The provider is connected with your account.').waitFor();
  // The form is there until the page knows that passwords are off.
  await page.getByRole('form', { name: 'Change password' }).waitFor({ state: 'detached' });
  await panel.getByRole('button', { name: 'Remove Company' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Must not be the only way to log in. Add another one first.').waitFor();
  await page.goto(url);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText('The link is invalid, has expired or has already been used.').waitFor();
});

test.each(LOOKS)('the pages fit at three widths: %s', async (...look) => {
  await using world = await startWorld({
    DOMAINS: 'example.com=editor',
    LABEL: 'A company with quite a long name, GmbH',
  });
  const { server } = world;
  await using person = await newBrowser(browser, { colorScheme: look[0], locale: look[1] });
  const { page } = person;
  await expectGoodScreens(
    page,
    'sign-on-login',
    `${server.url}/login?sign_on=not_connected`,
    '.sign-on',
    look,
  );
  await logIn(page, server, '/account');
  const account = `${server.url}/account?sign_on=not_recent`;
  await expectGoodScreens(page, 'sign-on-account', account, '#single-sign-on', look);
});
