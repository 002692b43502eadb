import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { change, grouped } from '../../src/stats/format.ts';
import { launchBrowser } from '../support/browser.ts';
import {
  DIALOG,
  fillTraffic,
  logIn,
  newBrowser,
  picture,
  type Registered,
  register,
  seriousFindings,
  startPages,
} from '../support/pages.ts';
import { rest } from '../support/rest.ts';
import type { TestServer } from '../support/server.ts';

let browser: Browser;
let server: TestServer;
const sites = new Map<string, Registered>();

/** The websites and the number of days of their traffic. */
const DAYS = { 'apples.example': 5, 'bees.example': 66, 'clouds.example': 12, 'dunes.example': 0 };

beforeAll(async () => {
  browser = await launchBrowser();
  server = await startPages();
  for (const url of Object.keys(DAYS)) sites.set(url, await register(server, { url }));
  for (const [url, days] of Object.entries(DAYS)) await fillTraffic(server, sites.get(url)?.id ?? 0, days);
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

const LAST_30 = { from: '2026-10-23', to: '2026-11-21' };
const LAST_7 = { from: '2026-11-15', to: '2026-11-21' };

type Metrics = Record<'visitors' | 'visits' | 'pageviews' | 'bounces', number>;

async function metrics(domain: string, days: object): Promise<Metrics> {
  const { body } = await rest<Metrics>(
    server,
    `/api/v1/metrics/${sites.get(domain)?.id}?${new URLSearchParams({ ...days })}`,
  );
  return body.data;
}

/** The domains in the order of the table. */
const domains = (page: Page) => page.locator('.websites tbody th a').allTextContents();

const byNumber = async (name: 'visitors' | 'pageviews', days: object) => {
  const numbers = await Promise.all(
    Object.keys(DAYS).map(async (domain) => ({ domain, value: (await metrics(domain, days))[name] })),
  );
  return numbers.sort((a, b) => b.value - a.value).map(({ domain }) => domain);
};

test('today is compared with the same weekday until the same time, in all and for each website', async () => {
  await using person = await newBrowser(browser, { viewport: { width: 1440, height: 900 } });
  const { page } = person;
  await logIn(page, server, '/websites?period=today');
  const [from, before] = ['2026-11-21', '2026-11-14'];
  const query = new URLSearchParams({ from, to: from, compare: 'same_weekdays', elapsed: '1' });
  const domain = 'bees.example';
  const { body } = await rest<Metrics>(server, `/api/v1/metrics/${sites.get(domain)?.id}?${query}`);
  const { data, previous } = body as unknown as { data: Metrics; previous: Metrics };
  // The whole day has more.
  const whole = await metrics(domain, { from: before, to: before });
  expect(previous.visitors).toBeGreaterThan(0);
  expect(previous.visitors).toBeLessThan(whole.visitors);
  const row = page.getByRole('row').filter({ hasText: domain });
  const expected = change(data.visitors, previous.visitors)?.text;
  expect(await row.getByRole('cell').first().textContent()).toBe(
    `${grouped(data.visitors)}${expected} compared with the same weekday last week, until the same time`,
  );
  const totals = page.getByRole('region', { name: 'All websites' });
  await totals
    .getByRole('heading', { name: /compared with the same weekday last week, until the same time/ })
    .waitFor();
  await page
    .getByRole('button', { name: 'Visitors' })
    .and(page.getByTitle(/^Changes compare/))
    .waitFor();
});

test('each website has the numbers of the period, and the totals are those of all websites', async () => {
  await using person = await newBrowser(browser, { viewport: { width: 1440, height: 900 } });
  const { page } = person;
  await logIn(page, server, '/websites');
  const totals = page.getByRole('region', { name: 'All websites' });
  for (const [period, days] of [
    ['Last 30 days', LAST_30],
    ['Last 7 days', LAST_7],
  ] as const) {
    await page.getByLabel('Period').selectOption({ label: period });
    await totals.getByText(period).waitFor();
    const each = await Promise.all(Object.keys(DAYS).map((domain) => metrics(domain, days)));
    const sum = (name: keyof Metrics) => each.reduce((all, one) => all + one[name], 0);
    for (const name of ['visitors', 'visits', 'pageviews'] as const) {
      expect(sum(name)).toBeGreaterThan(0);
      const total = totals.locator('dl > div').filter({ hasText: new RegExp(`^${name}`, 'i') });
      await total.getByText(new RegExp(`^${grouped(sum(name))}\\b`)).waitFor();
    }
    const { visitors, pageviews } = await metrics('bees.example', days);
    const row = page.getByRole('row', { name: /^bees\.example/ });
    await row.getByText(new RegExp(`^${grouped(visitors)}\\b`)).waitFor();
    await row.getByText(new RegExp(`^${grouped(pageviews)}\\b`)).waitFor();
  }
  expect(await page.evaluate('location.search')).toBe('?period=last_7_days');
  await page
    .getByRole('row', { name: /^dunes/ })
    .getByText('Waiting for the first hit')
    .waitFor();
  await page.getByRole('link', { name: 'bees.example', exact: true }).click();
  await page.waitForURL(`${server.url}/s/${sites.get('bees.example')?.trackingId}?period=last_7_days`);
});

test('the table is sorted by any column, searched, and its address shows the same again', async () => {
  await using person = await newBrowser(browser, { viewport: { width: 1440, height: 900 } });
  const { page } = person;
  await logIn(page, server, '/websites');
  const header = (name: string) => page.getByRole('columnheader', { name });
  await page.getByRole('row', { name: /^bees/ }).waitFor();
  expect(await domains(page)).toEqual(Object.keys(DAYS));
  expect(await header('Website').getAttribute('aria-sort')).toBe('ascending');
  await header('Visitors').first().getByRole('button').click();
  await page.waitForURL(/\?sort=-visitors$/);
  const order = await byNumber('visitors', LAST_30);
  expect(order).not.toEqual(Object.keys(DAYS));
  await page
    .locator('.websites tbody tr')
    .first()
    .getByText(order[0] ?? '')
    .waitFor();
  expect(await domains(page)).toEqual(order);
  await picture(page, 'portfolio-sorted');
  expect(await seriousFindings(page)).toEqual([]);
  await header('Visitors').first().getByRole('button').click();
  await page.waitForURL(/\?sort=visitors$/);
  await page
    .locator('.websites tbody tr')
    .first()
    .getByText(order.at(-1) ?? '')
    .waitFor();
  expect(await domains(page)).toEqual([...order].reverse());

  await page.getByRole('searchbox', { name: 'Search websites' }).fill('ES.ex');
  await page.getByText('3 websites').waitFor();
  await page.waitForURL(/search=ES\.ex&sort=visitors$/);
  const address = page.url();
  await page.goto(address);
  await page.getByText('3 websites').waitFor();
  expect(await domains(page)).toEqual([...order].reverse().filter((domain) => domain.includes('es.ex')));
  await page.getByRole('searchbox', { name: 'Search websites' }).fill('nowhere');
  await page.getByText('No websites match “nowhere”.').waitFor();
});

test('on a phone the order is chosen from a list', async () => {
  await using person = await newBrowser(browser, {
    viewport: { width: 360, height: 800 },
    colorScheme: 'dark',
  });
  const { page } = person;
  await logIn(page, server, '/websites');
  await page.getByLabel('Order').selectOption({ label: 'Most pageviews' });
  const order = await byNumber('pageviews', LAST_30);
  await page
    .locator('.websites tbody tr')
    .first()
    .getByText(order[0] ?? '')
    .waitFor();
  expect(await domains(page)).toEqual(order);
  expect(await seriousFindings(page)).toEqual([]);
});

test('more websites than fit on a page are shown on demand, and the address keeps how many', async () => {
  await using own = await startPages();
  for (let number = 100; number < 155; number += 1) await register(own, { url: `s${number}.example` });
  await using person = await newBrowser(browser);
  const { page } = person;
  await logIn(page, own, '/websites');
  await page.getByText('55 websites').waitFor();
  await page.getByRole('link', { name: 's149.example', exact: true }).waitFor();
  expect(await domains(page)).toHaveLength(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByRole('link', { name: 's154.example', exact: true }).waitFor();
  expect(await domains(page)).toHaveLength(55);
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  await page.waitForURL(/\?pages=2$/);
  await page.reload();
  await page.getByRole('link', { name: 's154.example', exact: true }).waitFor();
  expect(await domains(page)).toHaveLength(55);
});

describe('the website switcher', () => {
  const switcher = (page: Page) => page.getByRole('dialog', { name: 'Switch to another website' });

  test('leads to another website by keyboard, with the period but without the filter', async () => {
    await using person = await newBrowser(browser, { viewport: { width: 1440, height: 900 } });
    const { page } = person;
    const [bees, clouds] = [sites.get('bees.example'), sites.get('clouds.example')];
    const query = '?period=last_7_days&country=DE&metric=pageviews';
    await logIn(page, server, `/s/${bees?.trackingId}${query}`);
    await page.getByRole('tab', { name: /^Visitors/ }).waitFor();
    await page.getByRole('button', { name: 'bees.example' }).focus();
    await page.keyboard.press('Enter');
    await switcher(page).getByRole('option').nth(3).waitFor();
    expect(await switcher(page).getByRole('option').allTextContents()).toEqual([
      ...['apples.example', 'bees.example, shown now', 'clouds.example', 'dunes.example'],
    ]);
    await picture(page, 'switcher');
    expect(await seriousFindings(page, DIALOG)).toEqual([]);
    await page.keyboard.press('Escape');
    await switcher(page).waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('bees.example');
    await page.keyboard.press('Enter');
    await switcher(page).getByRole('option').nth(3).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.url}/s/${clouds?.trackingId}?period=last_7_days&metric=pageviews`);
    await page.getByRole('heading', { name: 'clouds.example' }).waitFor();
  });

  test('finds a website by a part of its name, on a phone in the dark', async () => {
    await using person = await newBrowser(browser, {
      viewport: { width: 360, height: 800 },
      colorScheme: 'dark',
    });
    const { page } = person;
    await logIn(page, server, `/s/${sites.get('bees.example')?.trackingId}`);
    await page.getByRole('button', { name: 'bees.example' }).click();
    await switcher(page).getByRole('combobox').fill('nowhere');
    await switcher(page).getByText('No websites match “nowhere”.').waitFor();
    await switcher(page).getByRole('combobox').fill('unes');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.url}/s/${sites.get('dunes.example')?.trackingId}`);
    await page.getByRole('button', { name: 'dunes.example' }).click();
    await switcher(page).getByRole('option').nth(3).waitFor();
    await picture(page, 'switcher-phone');
    expect(await seriousFindings(page, DIALOG)).toEqual([]);
  });

  test('is not there for people who are not logged in', async () => {
    const site = await register(server, { url: 'open.example', privacy: '0' });
    await using person = await newBrowser(browser);
    await person.page.goto(`${server.url}/s/${site.trackingId}`);
    await person.page.getByRole('heading', { name: 'open.example' }).waitFor();
    expect(await person.page.getByRole('button', { name: 'open.example' }).count()).toBe(0);
    // The other tests list all websites.
    await server.call(`/api/v1/websites/${site.id}`, { method: 'DELETE' });
  });
});
