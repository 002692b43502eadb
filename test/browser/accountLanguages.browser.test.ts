import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { logIn, newBrowser, picture, seriousFindings, startPages } from '../support/pages.ts';
import { OWNER } from '../support/person.ts';
import { statisticsForFile } from '../support/statistics.ts';

const statistics = statisticsForFile();

const languageOf = (page: Page) => page.locator('html').getAttribute('lang');
const german = () => newBrowser(statistics.browser, { locale: 'de-DE' });

test('a browser that prefers German shows the account area and server messages in German', async () => {
  await using person = await german();
  const { page } = person;
  await page.goto(`${statistics.server.url}/login`);
  await page.getByLabel('E-Mail-Adresse').fill(OWNER.email);
  expect(await page.title()).toBe('Anmelden · Footfall');
  await page.getByLabel('Passwort', { exact: true }).fill('wrong password');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByText('E-Mail-Adresse oder Passwort ist falsch.').waitFor();
  await page.getByLabel('Passwort', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByRole('heading', { name: 'Websites', level: 1 }).waitFor();
  await page.getByText('1 Website', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Einstellungen von teahouse.example' }).click();
  await page.getByText(/^Hinzugefügt am \d+\. \S+ \d{4}$/).waitFor();
  await page.getByRole('link', { name: 'Ausschlüsse' }).click();
  await page.getByLabel('Bots ausschließen').waitFor();
  await page.getByText(/^In den letzten 30 Tagen wurden [\d.]+ Hits nicht gezählt\.$/).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
});

test('an account has the language in which it was created, for its mails', async () => {
  await using server = await startPages({ unclaimed: true });
  await using person = await german();
  const { page } = person;
  await page.goto(server.setupUrl ?? '');
  await page.getByLabel('E-Mail-Adresse').fill(OWNER.email);
  await page.getByLabel('Passwort', { exact: true }).fill('a long password about tea');
  await page.getByRole('button', { name: 'Konto erstellen' }).click();
  await page.waitForURL('**/websites/new');
  const { language } = await server.deps.db.read.account.findFirstOrThrow();
  expect(language).toBe('de');
  await page.goto(`${server.url}/account`);
  expect(await page.getByLabel('Sprache der E-Mails').inputValue()).toBe('de');
});

test('the switch of the account area and the account page change the language of mails', async () => {
  await using server = await startPages();
  const stored = async () => (await server.deps.db.read.account.findFirstOrThrow()).language;
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await logIn(page, server, '/account');
  const mails = page.getByLabel('Language of emails');
  expect([await stored(), await mails.inputValue()]).toEqual([null, 'en']);
  await mails.selectOption('de');
  await page.getByText('Saved.').waitFor();
  expect([await stored(), await languageOf(page)]).toEqual(['de', 'en']);
  expect(await seriousFindings(page)).toEqual([]);
  await picture(page, 'mail-language');
  const answered = page.waitForResponse(
    (response) => response.request().postData()?.includes('ChangeLanguage') ?? false,
  );
  await page.getByLabel('Language', { exact: true }).selectOption('de');
  await (await answered).finished();
  await page.getByLabel('Sprache', { exact: true }).waitFor();
  expect(await stored()).toBe('de');
  const again = page.waitForResponse(
    (response) => response.request().postData()?.includes('ChangeLanguage') ?? false,
  );
  await page.getByLabel('Sprache', { exact: true }).selectOption('en');
  await (await again).finished();
  expect(await stored()).toBe('en');
  await page.reload();
  await mails.waitFor();
  expect(await mails.inputValue()).toBe('en');
});

test('a failed change of the language of mails is reported, and can be tried again', async () => {
  await using server = await startPages();
  const stored = async () => (await server.deps.db.read.account.findFirstOrThrow()).language;
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await logIn(page, server, '/account');
  await page.getByLabel('Language of emails').waitFor();
  // The next request changes the language. This does not depend on what the browser tells of its body.
  await page.route('**/graphql', (route) => route.abort(), { times: 1 });
  await page.getByLabel('Language', { exact: true }).selectOption('de');
  const problem = page
    .getByRole('alert')
    .filter({ hasText: 'Die Sprache der E-Mails wurde nicht geändert.' });
  await problem.waitFor();
  expect([await stored(), await languageOf(page)]).toEqual([null, 'de']);
  expect(await seriousFindings(page)).toEqual([]);
  await picture(page, 'mail-language-failed');
  await problem.getByRole('button').click();
  await problem.waitFor({ state: 'detached' });
  expect(await stored()).toBe('de');
});
