import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { operator } from '../../src/auth/keys.ts';
import { createLoginLink } from '../../src/auth/loginLink.ts';
import { inviteMember } from '../../src/auth/members/invitations.ts';
import { anonymous } from '../../src/auth/viewer.ts';
import { createContext } from '../../src/request/context.ts';
import { expectGoodScreens, LOOKS } from '../support/browser/screens.ts';
import { launchBrowser } from '../support/browser.ts';
import {
  type IdentityProvider,
  logInAtProvider,
  startIdentityProvider,
} from '../support/identityProvider.ts';
import { DIALOG, logIn, newBrowser, picture, seriousFindings, startPages } from '../support/pages.ts';
import { OWNER } from '../support/person.ts';
import { freePort } from '../support/postgresql/server.mjs';
import { NOON, type TestServer } from '../support/server.ts';

const TEN_MINUTES_MS = 600_000;
const ANN = { email: 'ann@example.com', email_verified: true };

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

interface World {
  server: TestServer;
  provider: IdentityProvider;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A server with an identity provider on another site. */
async function startWorld(
  settings: Record<string, string> = { DOMAINS: 'example.com=editor' },
  env: Record<string, string> = {},
): Promise<World> {
  const port = String(await freePort());
  const base = `http://127.0.0.1:${port}`;
  const provider = await startIdentityProvider(base);
  provider.people.set('ann', ANN);
  const server = await startPages({ env: { ...provider.env(settings), ...env, PORT: port, BASE_URL: base } });
  return {
    server,
    provider,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

/** Opens the login page and goes to the provider. */
async function goToProvider(page: Page, { server }: World): Promise<void> {
  await page.goto(`${server.url}/login`);
  await page.getByRole('button', { name: 'Log in with Company' }).click();
}

const panelOf = (page: Page) => page.getByRole('region', { name: 'Single sign-on' });

test('a person of a listed domain joins, logs out, and logs in again without a password', async () => {
  await using world = await startWorld();
  const { server } = world;
  await using person = await newBrowser(browser);
  const { page } = person;
  await page.goto(`${server.url}/account`);
  await page.waitForURL(`${server.url}/login?next=%2Faccount`);
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Log in with Company' }).click();
  await logInAtProvider(page, 'ann');
  await page.waitForURL(`${server.url}/account`);
  await page.getByText('owner@example.com. Your role: Editor').waitFor();
  await panelOf(page).getByText('Company', { exact: true }).waitFor();
  await panelOf(page).getByText('Your account has no password.').waitFor();
  expect(await page.getByRole('form', { name: 'Change password' }).count()).toBe(0);
  await page.getByText('With single sign-on, the provider can ask for one.').waitFor();
  await page
    .getByRole('region', { name: 'Sessions' })
    .getByText(/(^|· )Single sign-on ·/)
    .waitFor();
  await page.getByRole('region', { name: 'Security log' }).getByText('Company connected').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Log out here' }).click();
  await page.waitForURL(/\/login/);
  await page.getByRole('button', { name: 'Log in with Company' }).click();
  // The session at the provider has not ended.
  await page.waitForURL(`${server.url}/account`);
  expect(await server.deps.db.read.account.count()).toBe(2);
});

test('a person connects a provider, logs in with it, and disconnects it', async () => {
  await using world = await startWorld({});
  const { server, provider } = world;
  provider.people.set('boss', { email: 'boss@company.example', email_verified: true });
  await using person = await newBrowser(browser);
  const { page } = person;
  await logIn(page, server, '/account');
  server.setTime(NOON + TEN_MINUTES_MS);
  const panel = panelOf(page);
  await panel.getByText('Your account is not connected with a provider.').waitFor();
  await panel.getByRole('button', { name: 'Connect Company' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your password' });
  await dialog.getByLabel('Your password', { exact: true }).fill(OWNER.password);
  await page.keyboard.press('Enter');
  await logInAtProvider(page, 'boss');
  await page.getByText('The provider is connected with your account.').waitFor();
  expect(new URL(page.url()).search).toBe('');
  await panel.getByText('Company', { exact: true }).waitFor();
  expect(await panel.getByRole('button', { name: 'Connect Company' }).count()).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
  await picture(page, 'sign-on-linked');
  // A reload does not repeat the message.
  await page.reload();
  await panel.getByText('Company', { exact: true }).waitFor();
  expect(await page.getByText('The provider is connected with your account.').count()).toBe(0);
  await page.context().clearCookies({ domain: '127.0.0.1' });
  await goToProvider(page, world);
  await page.waitForURL(`${server.url}/websites`);
  await page.goto(`${server.url}/account`);
  await panel.getByRole('button', { name: 'Remove Company' }).click();
  const remove = page.getByRole('dialog', { name: 'Remove “Company”?' });
  expect(await seriousFindings(page, DIALOG)).toEqual([]);
  await remove.getByRole('button', { name: 'Remove' }).click();
  await panel.getByText('The provider has been disconnected.').waitFor();
  await panel.getByText('Your account is not connected with a provider.').waitFor();
});

test('a person without a password confirms by another login, and returns to the page', async () => {
  await using world = await startWorld({ DOMAINS: 'example.com=admin' });
  const { server } = world;
  await using person = await newBrowser(browser);
  const { page } = person;
  await goToProvider(page, world);
  await logInAtProvider(page, 'ann');
  await page.waitForURL(`${server.url}/websites`);
  server.setTime(NOON + TEN_MINUTES_MS);
  await page.goto(`${server.url}/account`);
  const team = page.getByRole('region', { name: 'Team' });
  const invite = async () => {
    await team.getByLabel('Email address').fill('bob@example.org');
    await team.getByRole('button', { name: 'Create invitation' }).click();
  };
  await invite();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByRole('button', { name: 'Confirm with Company' }).waitFor();
  expect(await dialog.getByLabel('Your password').count()).toBe(0);
  expect(await seriousFindings(page, DIALOG)).toEqual([]);
  await picture(page, 'sign-on-confirm');
  await dialog.getByRole('button', { name: 'Confirm with Company' }).click();
  // The provider asks for the login again, although it has a session.
  await logInAtProvider(page, 'ann');
  await page.getByText('Confirmed. You can now repeat what you wanted to do.').waitFor();
  expect(page.url()).toBe(`${server.url}/account`);
  await invite();
  await team.getByText('Send this link to bob@example.org').waitFor();
});

test('a person of another domain, and one who cancels, learn why they are not logged in', async () => {
  await using world = await startWorld();
  const { provider } = world;
  provider.people.set('eve', { email: 'eve@other.example', email_verified: true });
  await using person = await newBrowser(browser);
  const { page } = person;
  await goToProvider(page, world);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('The provider refused the login, or you cancelled it.').waitFor();
  await goToProvider(page, world);
  await logInAtProvider(page, 'eve');
  await page.getByText('You have no account here yet, and this provider does not give you access.').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await picture(page, 'sign-on-refused');
  expect(await world.server.deps.db.read.account.count()).toBe(1);
});

test('a person at the provider with the address of an account does not get it', async () => {
  await using world = await startWorld();
  const { server, provider } = world;
  provider.people.set('thief', { email: OWNER.email, email_verified: true });
  await using person = await newBrowser(browser);
  const { page } = person;
  await goToProvider(page, world);
  await logInAtProvider(page, 'thief');
  await page.getByText('but it is not connected with this provider.').waitFor();
  expect(await server.deps.db.read.identity.count()).toBe(0);
  // The message ends with the login page.
  await page.getByLabel('Email address').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL(`${server.url}/websites`);
  expect(await page.getByText('but it is not connected with this provider.').count()).toBe(0);
});

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
