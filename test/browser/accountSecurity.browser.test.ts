import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import {
  DIALOG,
  logIn,
  newBrowser,
  picture,
  register,
  seriousFindings,
  startPages,
} from '../support/pages.ts';
import { OWNER } from '../support/person.ts';
import { CHROME, IPHONE, NOON } from '../support/server.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

test('changes the password and logs out other browsers', async () => {
  await using own = await startPages();
  await using person = await newBrowser(browser);
  await using other = await newBrowser(browser);
  await logIn(other.page, own);
  await logIn(person.page, own, '/account');
  const { page } = person;
  await page.getByLabel('Current password', { exact: true }).fill('wrong horse');
  await page.getByLabel('New password', { exact: true }).fill('battery staple');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('The password is wrong.').waitFor();
  await page.getByLabel('Current password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Your password has been changed.').waitFor();
  await other.page.goto(`${own.url}/websites`);
  await other.page.getByRole('heading', { name: 'Log in' }).waitFor();
});

test('lists the sessions and ends them', async () => {
  await using own = await startPages();
  await using person = await newBrowser(browser, { userAgent: CHROME });
  await using other = await newBrowser(browser, { userAgent: IPHONE });
  await using third = await newBrowser(browser, { userAgent: IPHONE });
  for (const { page } of [other, third]) await logIn(page, own);
  const { page } = person;
  await logIn(page, own, '/account');
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await sessions
    .getByRole('listitem')
    .filter({ hasText: 'Chrome on Windows' })
    .getByText('This browser')
    .waitFor();
  const ends = sessions.getByRole('button', { name: /^End session: Safari on iOS/ });
  expect(await ends.count()).toBe(2);
  await ends.first().click();
  await sessions.getByText('The session has ended.').waitFor();
  await sessions.getByRole('button', { name: 'End all other sessions' }).click();
  await sessions.getByText('All other sessions have ended.').waitFor();
  await ends.first().waitFor({ state: 'detached' });
  for (const ended of [other.page, third.page]) {
    await ended.goto(`${own.url}/websites`);
    await ended.getByRole('heading', { name: 'Log in' }).waitFor();
  }
});

test('asks for the password again before a key is created, ten minutes after login', async () => {
  await using own = await startPages();
  await using person = await newBrowser(browser);
  const { page } = person;
  await logIn(page, own, '/account/keys');
  own.setTime(NOON + 10 * 60_000);
  await page.getByLabel('Name').fill('Dashboard');
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your password' });
  await dialog.waitFor();
  await dialog.locator('input[type=password]:focus').waitFor();
  expect(await seriousFindings(page, DIALOG)).toEqual([]);
  await picture(page, 'confirm');
  await dialog.getByLabel('Your password', { exact: true }).fill('wrong horse');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByText('The password is wrong.').waitFor();
  await dialog.getByLabel('Your password', { exact: true }).fill(OWNER.password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('heading', { name: 'API key “Dashboard” created' }).waitFor();
});

test('shows the security log page by page', async () => {
  await using own = await startPages();
  await using person = await newBrowser(browser, { userAgent: CHROME });
  const { page } = person;
  for (let number = 0; number < 12; number += 1)
    await register(own, { url: `s${number}.example`, privacy: '0' });
  await page.goto(`${own.url}/login`);
  for (const password of ['wrong horse', 'wrong cow', OWNER.password]) {
    await page.getByLabel('Email address').fill(OWNER.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    if (password !== OWNER.password) await page.getByText('Email address or password is wrong.').waitFor();
  }
  await page.waitForURL(`${own.url}/websites`);
  await page.getByRole('link', { name: 'Account' }).click();
  const log = page.getByRole('region', { name: 'Security log' });
  const row = (text: string) => log.getByRole('listitem').filter({ hasText: text });
  await row('Logged in').getByText('Chrome on Windows').waitFor();
  await row('Wrong password at login').getByText('2 times').waitFor();
  await row('s11.example added').getByText('API key “test”').waitFor();
  await log.getByRole('button', { name: 'Show earlier events' }).click();
  await row('Account created').getByText('Command line').waitFor();
  expect(await log.getByRole('button', { name: 'Show earlier events' }).count()).toBe(0);
});
