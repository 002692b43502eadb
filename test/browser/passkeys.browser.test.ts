import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { DIALOG, logIn, newBrowser, picture, seriousFindings, startPages } from '../support/pages.ts';
import { OWNER } from '../support/person.ts';
import { freePort } from '../support/postgresql/server.mjs';
import { NOON } from '../support/server.ts';

const TEN_MINUTES_MS = 600_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

/** A server under a host name, which passkeys require. */
async function startNamed() {
  const port = await freePort();
  const base = `http://localhost:${port}`;
  const server = await startPages({ env: { PORT: String(port), BASE_URL: base } });
  return { ...server, url: base };
}

/** Adds an authenticator that agrees to everything, such as a device with a fingerprint reader. */
async function addAuthenticator(page: Page, options: { verifies: boolean } = { verifies: true }) {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: options.verifies ? 'internal' : 'usb',
      hasResidentKey: options.verifies,
      hasUserVerification: options.verifies,
      isUserVerified: options.verifies,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setVerified: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    // Removes the authenticator: a tab may be used by another test.
    [Symbol.asyncDispose]: () => session.detach(),
  };
}

const panelOf = (page: Page) => page.getByRole('region', { name: 'Second factor' });

/** Registers a passkey in the account area. */
async function addPasskey(page: Page, name: string): Promise<void> {
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Add a passkey' }).click();
  await panel.locator('input[name="name"]:focus').waitFor();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await panel.getByText('The second factor is enabled.').waitFor();
}

async function enterPassword(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email address').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('heading', { name: 'Second factor' }).waitFor();
}

test('adds a passkey, logs in with it instead of the password, confirms with it and removes it', async () => {
  await using own = await startNamed();
  await using person = await newBrowser(browser, { viewport: { width: 360, height: 800 } });
  const { page } = person;
  await using _authenticator = await addAuthenticator(page);
  await logIn(page, own, '/account');
  await addPasskey(page, 'Laptop');
  const panel = panelOf(page);
  expect((await panel.locator('pre').textContent())?.trim().split('\n')).toHaveLength(10);
  await panel.getByRole('button', { name: 'I have saved the codes' }).click();
  await panel
    .getByRole('listitem')
    .filter({ hasText: 'Laptop' })
    .getByText(/^Passkey · Added/)
    .waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
  await picture(page, 'passkeys-360');
  await page.context().clearCookies();
  await page.goto(`${own.url}/login`);
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await page.waitForURL(`${own.url}/websites`);
  await page.getByRole('link', { name: 'Account' }).click();
  await page
    .getByRole('region', { name: 'Sessions' })
    .getByText(/(^|· )Passkey ·/)
    .waitFor();
  own.setTime(NOON + TEN_MINUTES_MS);
  await panel.getByRole('button', { name: 'Remove Laptop' }).click();
  await page
    .getByRole('dialog', { name: 'Remove “Laptop”?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  const confirm = page.getByRole('dialog', { name: 'Confirm your password' });
  await confirm.getByRole('button', { name: 'Use a passkey instead' }).waitFor();
  expect(await seriousFindings(page, DIALOG)).toEqual([]);
  await confirm.getByRole('button', { name: 'Use a passkey instead' }).click();
  await panel.getByText('The second factor has been removed.').waitFor();
  await panel.getByText('Your account is protected by its password only.').waitFor();
});

test('uses a security key that verifies nobody as second factor', async () => {
  await using own = await startNamed();
  await using person = await newBrowser(browser);
  const { page } = person;
  await using _authenticator = await addAuthenticator(page, { verifies: false });
  await logIn(page, own, '/account');
  await addPasskey(page, 'Key');
  await page.context().clearCookies();
  await enterPassword(page, own.url);
  expect(await seriousFindings(page)).toEqual([]);
  // Without an authenticator app, the only code is a recovery code.
  await page.getByLabel('Recovery code').waitFor();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL(`${own.url}/websites`);
  await page.getByRole('link', { name: 'Account' }).click();
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await sessions.getByText('This browser').waitFor();
  // The session that added the passkey has proved it, too.
  expect(await sessions.getByText(/Password and passkey/).count()).toBe(2);
});

test('says so if the person cancels, and still accepts the passkey afterwards', async () => {
  await using own = await startNamed();
  await using person = await newBrowser(browser);
  const { page } = person;
  await using authenticator = await addAuthenticator(page);
  await logIn(page, own, '/account');
  await addPasskey(page, 'Laptop');
  await page.context().clearCookies();
  await page.goto(`${own.url}/login`);
  // An authenticator that does not recognize the person ends the attempt, as a person who cancels it.
  await authenticator.setVerified(false);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await page.getByText('No passkey was used. Try again.').waitFor();
  await authenticator.setVerified(true);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await page.waitForURL(`${own.url}/websites`);
});

test('is not offered at an IP address, where browsers have no passkeys', async () => {
  await using own = await startPages();
  await using person = await newBrowser(browser);
  const { page } = person;
  await page.goto(`${own.url}/login`);
  await page.getByRole('button', { name: 'Log in', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Log in with a passkey' }).count()).toBe(0);
});
