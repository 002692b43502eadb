import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { expectGoodScreens, LOOKS } from '../support/browser/screens.ts';
import { launchBrowser } from '../support/browser.ts';
import { type Mailbox, startMailbox } from '../support/mailbox.ts';
import { logIn, newBrowser, picture, seriousFindings, startPages } from '../support/pages.ts';
import { OWNER } from '../support/person.ts';
import { NOON, type TestServer } from '../support/server.ts';
import { eventually } from '../support/site.ts';

const NEW_PASSWORD = 'staple battery horse';

let browser: Browser;
let mailbox: Mailbox;
beforeAll(async () => {
  browser = await launchBrowser();
  mailbox = await startMailbox();
});
afterAll(async () => {
  await browser?.close();
  await mailbox?.close();
});

const startMailing = (): Promise<TestServer> => {
  mailbox.mails.length = 0;
  const MAIL_FROM = 'Footfall <footfall@stats.example>';
  return startPages({ env: { SMTP_URL: mailbox.url, MAIL_FROM } });
};

/** The link in the mail to an address. */
async function linkTo(address: string): Promise<string> {
  const find = () =>
    mailbox.mails
      .filter(({ recipients }) => recipients.includes(address))
      .map(({ text }) => /^\S+\?token=\S+$/m.exec(text ?? '')?.[0])
      .findLast((link) => link !== undefined);
  await eventually(`a link to ${address}`, () => find() !== undefined);
  return find() ?? '';
}

/** Opens a link, and expects that its token leaves the address bar and reaches no other address. */
async function openLink(page: Page, server: TestServer, link: string): Promise<void> {
  const token = new URL(link).searchParams.get('token') ?? '';
  const requests: { url: string; referrer: string }[] = [];
  page.on('request', (request) =>
    requests.push({ url: request.url(), referrer: request.headers().referer ?? '' }),
  );
  await page.goto(link);
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await page.waitForURL((url) => url.search === '');
  const [first, ...others] = requests;
  expect(first).toEqual({ url: link, referrer: '' });
  expect(others.length).toBeGreaterThan(0);
  expect(others.filter(({ url }) => !url.startsWith(server.url) || url.includes(token))).toEqual([]);
  expect(others.filter(({ referrer }) => referrer !== '')).toEqual([]);
}

describe('a forgotten password', () => {
  test('is replaced with the link of a mail, from the login page, with the keyboard', async () => {
    await using server = await startMailing();
    await using person = await newBrowser(browser);
    const { page } = person;
    await page.goto(`${server.url}/login`);
    await page.getByRole('link', { name: 'Forgot your password?' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
    await page.getByLabel('Email address').focus();
    await page.keyboard.type(OWNER.email);
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('a mail with a link is on its way').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await picture(page, 'forgot-sent');
    await openLink(page, server, await linkTo(OWNER.email));
    const password = page.getByLabel('New password', { exact: true });
    await password.fill('too short');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('Must be at least 12 characters long; got 9.').waitFor();
    await page.locator('input[name="password"]:focus').waitFor();
    await password.fill(NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your password has been changed' }).waitFor();
    await page.getByRole('status').getByText(`as ${OWNER.email} with the new password`).waitFor();
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.getByLabel('Email address').fill(OWNER.email);
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(`${server.url}/websites`);
  });

  test('needs a new link if the link has expired, is incomplete or was reloaded', async () => {
    await using server = await startMailing();
    await using person = await newBrowser(browser);
    const { page } = person;
    await page.goto(`${server.url}/forgot`);
    await page.getByLabel('Email address').fill(OWNER.email);
    await page.getByRole('button', { name: 'Send link' }).click();
    const link = await linkTo(OWNER.email);
    server.setTime(NOON + 3_600_000);
    await page.goto(link);
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('alert').getByText('The link is invalid, has expired').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.reload();
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await page.waitForURL(`${server.url}/forgot`);
  });

  test('is replaced by the operator if the server sends no mail', async () => {
    await using server = await startPages();
    await using person = await newBrowser(browser);
    const { page } = person;
    await page.goto(`${server.url}/login`);
    await page.getByText('Forgot your password?').click();
    await page.getByText('npx footfall account password --email').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await logIn(page, server, '/account');
    await page.getByText('npx footfall account email --email you@example.com --to').waitFor();
  });
});

test('the email address changes with the link of a mail, after the password was confirmed', async () => {
  await using server = await startMailing();
  await using person = await newBrowser(browser);
  await using elsewhere = await newBrowser(browser);
  const { page } = person;
  await logIn(page, server, '/account');
  server.setTime(NOON + 600_000);
  const form = page.getByRole('form', { name: 'Change email address' });
  await form.getByText(`Your email address is ${OWNER.email}.`).waitFor();
  await form.getByLabel('New email address').fill('new@example.com');
  await form.getByRole('button', { name: 'Send link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your password' });
  await dialog.getByLabel('Your password', { exact: true }).fill(OWNER.password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await form.getByText('A mail with a link is on its way to new@example.com.').waitFor();
  const link = await linkTo('new@example.com');
  await openLink(elsewhere.page, server, link);
  expect(await seriousFindings(elsewhere.page)).toEqual([]);
  await picture(elsewhere.page, 'confirm-email');
  await elsewhere.page.getByRole('button', { name: 'Confirm email address' }).click();
  await elsewhere.page.getByText('You now log in as new@example.com.').waitFor();
  await page.reload();
  await form.getByText('Your email address is new@example.com.').waitFor();
});

test('nothing but the token leaves the address of a link', async () => {
  await using server = await startMailing();
  await using person = await newBrowser(browser);
  const { page } = person;
  await page.goto(`${server.url}/reset?token=x&lang=de`);
  await page.getByRole('heading', { name: 'Neues Passwort setzen' }).waitFor();
  await page.waitForURL(`${server.url}/reset?lang=de`);
});

test.each(LOOKS)('the pages of links in %s colours and the language %s fit all screens', async (...look) => {
  await using server = await startMailing();
  await using person = await newBrowser(browser, { colorScheme: look[0] });
  const { page } = person;
  for (const [name, where, last] of [
    ['forgot', '/forgot', 'input[name="email"]'],
    ['reset', '/reset?token=x', '.new-password input'],
    ['confirm-email', '/confirm-email?token=x', 'button[type="submit"]'],
  ] as const) {
    await page.addInitScript((language) => localStorage.setItem('language', language), look[1]);
    await expectGoodScreens(page, name, server.url + where, last, look);
  }
});
