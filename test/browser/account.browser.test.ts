import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { buildTracker } from '../../scripts/build-tracker.ts';
import { launchBrowser } from '../support/browser.ts';
import { logIn, newBrowser, register, seriousFindings, startPages } from '../support/pages.ts';
import { OWNER } from '../support/person.ts';
import { rest } from '../support/rest.ts';
import { CHROME, type TestServer } from '../support/server.ts';
import { startSite } from '../support/site.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

const alertIn = (page: Page, label: string) => page.locator('.field', { hasText: label }).locator('.error');

test('an owner sets up the server, adds a website and sees its first hit on the page', async () => {
  const { code: script } = await buildTracker();
  await using server = await startPages({ unclaimed: true, script });
  await using site = await startSite();
  await using person = await newBrowser(browser, { userAgent: CHROME, timezoneId: 'UTC' });
  const { page } = person;
  await page.goto(server.url);
  await page.getByText('open the link after “First start” in the server’s log').waitFor();
  await page.goto(`${server.url}/setup?token=guess`);
  await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
  await page.goto(server.setupUrl ?? '');
  await page.getByLabel('Email address').fill('owner@example');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Must be an email address').waitFor();
  await page.getByText('Must be at least 12 characters long; got 5.').waitFor();
  await page.getByLabel('Email address').fill('owner@example.com');
  const strength = page.getByRole('status').filter({ hasText: /character|weak|Fair|Good|Strong/ });
  for (const [password, words] of [
    ['', 'At least 12 characters.'],
    ['a long', 'Weak password. 6 more characters needed.'],
    ['owner@example.com', 'Very weak password. Several random words'],
    ['a long password', 'Good password.'],
    ['a long password about tea', 'Strong password.'],
  ] as const) {
    await page.getByLabel('Password', { exact: true }).fill(password);
    await strength.getByText(words).waitFor();
  }
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel('Password', { exact: true }).fill('password1234');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Must not be a common password').waitFor();
  await page.getByLabel('Password', { exact: true }).fill('a long password');
  await page.getByRole('button', { name: 'Create account' }).click();

  await page.getByRole('heading', { name: 'Add a website' }).waitFor();
  await page.getByLabel('Address').fill(site.origin);
  expect(await page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('UTC');
  await page.getByRole('button', { name: 'Add website' }).click();
  await page.getByText('Waiting for the first hit').waitFor();
  site.pages.set('/hello', (await page.getByText(/^<script defer/).textContent()) ?? '');

  const visitor = await person.context.newPage();
  await visitor.goto(`${site.origin}/hello`);
  await page.getByText('Receiving hits since').waitFor();
  await page.getByRole('link', { name: 'View statistics' }).click();
  await page.getByRole('heading', { name: '127.0.0.1' }).waitFor();
  await page.getByRole('listitem').filter({ hasText: '/hello' }).waitFor();
  expect(await page.getByRole('tab', { name: /^Visitors/ }).textContent()).toMatch(/^Visitors1\b/);

  const again = await page.goto(server.setupUrl ?? '');
  expect(again?.status()).toBe(404);
  await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
});

describe('a person who is not logged in', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startPages();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test('sees an error page at an unknown address', async () => {
    await using person = await newBrowser(browser);
    await person.page.goto(`${server.url}/nowhere`);
    await person.page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await person.page.getByRole('link', { name: 'Go to the start page' }).click();
    await person.page.getByRole('heading', { name: 'Log in' }).waitFor();
  });

  test('logs in after an error and is sent to the requested page', async () => {
    await using person = await newBrowser(browser);
    const { page } = person;
    await page.goto(`${server.url}/account/keys`);
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    await page.getByLabel('Email address').fill(OWNER.email);
    await page.getByLabel('Password', { exact: true }).fill('wrong horse');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('Email address or password is wrong.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(`${server.url}/account/keys`);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
  });

  test('is not redirected to another website after login', async () => {
    await using person = await newBrowser(browser);
    await logIn(person.page, server);
    for (const next of [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      await person.page.goto(`${server.url}/login?${new URLSearchParams({ next })}`);
      await person.page.getByRole('navigation').waitFor();
      expect(new URL(person.page.url()).origin).toBe(server.url);
    }
  });
});

describe('the account area', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startPages();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test('adds a website and shows an error beside each invalid field', async () => {
    await using person = await newBrowser(browser);
    const { page } = person;
    await logIn(page, server, '/websites');
    await page.getByRole('link', { name: /Add/ }).first().click();
    await page.getByLabel('Address').fill('ftp://files.example');
    await page.getByRole('button', { name: 'Add website' }).click();
    await alertIn(page, 'Address').getByText('Must be an http or https URL').waitFor();
    expect(await page.getByLabel('Address').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Address').fill('shop.example');
    await page.getByRole('button', { name: 'Add website' }).click();
    await page.getByRole('heading', { name: 'shop.example' }).waitFor();

    const section = (name: string) =>
      page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click();
    const save = async () => {
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
    };
    await section('General');
    await page.getByLabel('Address', { exact: true }).fill('not an address');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Must be an http or https URL').waitFor();
    await page.getByLabel('Address', { exact: true }).fill('https://shop.example');
    await save();
    await section('Exclusions');
    await page.waitForURL(/\/exclusions$/);
    await page.getByLabel('Excluded IP addresses').fill('203.0.113.7\nnonsense');
    await alertIn(page, 'Excluded IP addresses').getByText('nonsense').waitFor();
    await page.getByLabel('Excluded IP addresses').fill('203.0.113.7');
    await page.getByRole('button', { name: 'Exclude my IP address' }).click();
    await page.getByLabel('Exclude bots').uncheck();
    await save();
    await section('Sharing');
    await page.getByLabel('Anyone with the password').check();
    await page.getByLabel('Password for the statistics', { exact: true }).fill('open sesame');
    await save();
    await page.reload();
    expect(await page.getByLabel('Anyone with the password').isChecked()).toBe(true);
    expect(await page.getByRole('link', { name: 'Sharing' }).getAttribute('aria-current')).toBe('page');
    await page.goto(page.url().replace('sharing', 'nothing'));
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    const { body } = await rest<object[]>(server, '/api/v1/websites');
    expect(body.data).toContainEqual(
      expect.objectContaining({
        url: 'https://shop.example',
        privacy: 2,
        has_password: true,
        exclude_bots: 0,
        exclude_ips: '203.0.113.7\n127.0.0.1',
      }),
    );
  });

  test('shows a new key once, with working examples, and revokes it', async () => {
    const { id } = await register(server, { url: 'keys.example' });
    await using person = await newBrowser(browser);
    const { page } = person;
    await logIn(page, server, '/account/keys');
    await page.getByLabel('Name').fill('Dashboard');
    for (const scope of await page.getByRole('group', { name: 'Scopes' }).getByRole('checkbox').all())
      await scope.uncheck();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Must contain at least one scope.').waitFor();
    await page.getByLabel('Read statistics').check();
    await page.getByLabel('Website', { exact: true }).selectOption({ label: 'keys.example' });
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = (await page.getByText(/^ff_[\w-]{43}$/).textContent()) ?? '';
    const request =
      /"(http[^"]+)"/.exec((await page.getByText(/\/api\/v1\/stats/).textContent()) ?? '')?.[1] ?? '';
    const url = new URL(request);
    expect(url.pathname).toBe(`/api/v1/stats/${id}`);
    expect((await server.call(url.pathname + url.search, { key })).status).toBe(200);
    expect((await server.call('/api/v1/websites', { key })).status).toBe(403);

    await page.reload();
    const row = page.getByRole('row', { name: /Dashboard/ });
    await row.waitFor();
    expect(await page.getByText(key).count()).toBe(0);
    await row.getByRole('button', { name: /Revoke/ }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await row.getByText(/revoked/i).waitFor();
    expect((await server.call(url.pathname + url.search, { key })).status).toBe(401);
  });

  test('deletes a website after its domain has been typed', async () => {
    const { id } = await register(server, { url: 'gone.example' });
    await using person = await newBrowser(browser);
    const { page } = person;
    await logIn(page, server, `/websites/${id}/danger`);
    await page.getByRole('button', { name: 'Delete website' }).click();
    await page.getByLabel('To confirm, type gone.example').fill('gone');
    await page.getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByText('Must be gone.example.').waitFor();
    expect((await server.call(`/api/v1/websites/${id}`)).status).toBe(200);
    await page.getByLabel('To confirm, type gone.example').fill('gone.example');
    await page.getByRole('button', { name: 'Delete permanently' }).click();
    await page.waitForURL(`${server.url}/websites`);
    expect((await server.call(`/api/v1/websites/${id}`)).status).toBe(404);
  });
});
