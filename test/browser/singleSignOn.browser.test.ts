import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { logInAtProvider } from '../support/identityProvider.ts';
import { DIALOG, logIn, newBrowser, picture, seriousFindings } from '../support/pages.ts';
import { OWNER } from '../support/person.ts';
import { NOON } from '../support/server.ts';
import { goToProvider, panelOf, startWorld } from '../support/signOnPages.ts';

const TEN_MINUTES_MS = 600_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

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
