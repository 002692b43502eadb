import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { detailsOf, downloaded, headings, rowsOf } from '../support/details.ts';
import { createGoal, type Goal, goalShop } from '../support/goalPages.ts';
import {
  DIALOG,
  newBrowser,
  picture,
  type Registered,
  register,
  seriousFindings,
  startPages,
} from '../support/pages.ts';
import type { TestServer } from '../support/server.ts';
import { open } from '../support/statistics.ts';
import { outcome, RECORDED, sendHit } from '../support/track.ts';

let browser: Browser;
let server: TestServer;
let site: Registered;
let goal: Goal;
beforeAll(async () => {
  browser = await launchBrowser();
  server = await startPages({ env: { TRUST_PROXY: '1' } });
  site = await goalShop(server, 'shop');
  goal = await createGoal(server, site.id, 'Purchase', { event: { in: ['Buy'] } });
  await createGoal(server, site.id, 'Saw teas', { page: { in: ['/teas'] } });
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

const WEEK = 'period=last_7_days&compare=previous';
const addressOf = (query = '') => `${server.url}/s/${site.trackingId}?${WEEK}${query}`;
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const picker = (page: Page) => page.getByLabel('Goal of the metrics');
/** The rows of the chart as a table: time, value, compared time, compared value. */
const chartRows = (page: Page) =>
  page
    .locator('.chart table tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map(({ textContent }) => textContent)));

describe('the chart', () => {
  test('shows conversions, rate and exact revenue of a goal, with the compared period', async () => {
    await using person = await newBrowser(browser, { viewport: { width: 1440, height: 900 } });
    const { page } = person;
    await open(page, addressOf());
    await tab(page, 'Revenue').getByText('€1,247.50', { exact: true }).waitFor();
    await picture(page, 'goal-metrics-none');
    expect(await tab(page, 'Conversions').count()).toBe(0);
    await picker(page).selectOption('Purchase');
    await page.waitForURL(`**&metric=conversions&goal=${goal.databaseId}`);
    await tab(page, 'Conversions').getByText('3', { exact: true }).waitFor();
    await tab(page, 'Conversions').getByText('from 1').waitFor();
    await tab(page, 'Conversion rate').getByText('50%', { exact: true }).waitFor();
    await page.getByRole('cell', { name: '2', exact: true }).waitFor({ state: 'attached' });
    expect((await chartRows(page)).slice(-2)).toEqual([
      ['Fri, Nov 20, 2026', '2', 'Fri, Nov 13, 2026', '1'],
      ['Sat, Nov 21, 2026', '1', 'Sat, Nov 14, 2026, until 12:00 PM', '0'],
    ]);
    await picture(page, 'goal-metrics');
    expect(await seriousFindings(page)).toEqual([]);
    await tab(page, 'Conversion rate').click();
    await page.getByRole('cell', { name: '67%', exact: true }).waitFor({ state: 'attached' });
    await tab(page, 'Revenue').click();
    await page.waitForURL(`**&metric=revenue&goal=${goal.databaseId}`);
    await page.getByRole('cell', { name: '€1,249.90', exact: true }).waitFor({ state: 'attached' });
    await page.locator('.chart-canvas').press('ArrowLeft');
    await page.locator('.chart-tip').getByText('€0.10', { exact: true }).waitFor();
    await picture(page, 'goal-metrics-revenue');
    await page.getByLabel('Currency').selectOption('USD');
    await page.waitForURL(/&currency=USD$/);
    await tab(page, 'Revenue').getByText('$30.50', { exact: true }).waitFor();
    await page.getByRole('cell', { name: '$30.50', exact: true }).waitFor({ state: 'attached' });
    await picker(page).selectOption('No goal');
    await page.waitForURL(/metric=revenue&currency=USD$/);
  });
});

test('a website without goals and revenue shows none of it, and reads nothing for it', async () => {
  const empty = await register(server, { url: 'empty.example', privacy: '0' });
  const event = { website: empty.trackingId, page: 'https://empty.example/' };
  expect(outcome(await sendHit(server, event))).toEqual(RECORDED);
  await using person = await newBrowser(browser);
  const { page } = person;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.postData() ?? ''));
  await open(
    page,
    `${server.url}/s/${empty.trackingId}?period=today&metric=conversions&goal=${goal.databaseId}`,
  );
  await page.locator('.now').getByText('1 now').waitFor();
  expect(await tab(page, 'Visitors').getAttribute('aria-selected')).toBe('true');
  expect(await picker(page).count()).toBe(0);
  expect(await page.getByRole('tab', { name: /^(Conversion|Revenue)/ }).count()).toBe(0);
  expect(asked.filter((body) => body.includes('StatisticsGoal'))).toEqual([]);
});

describe('the details', () => {
  test('have columns of a goal, which cannot be sorted, and files with them', async () => {
    await using person = await newBrowser(browser, { viewport: { width: 1440, height: 900 } });
    const { page } = person;
    await open(page, addressOf('&details=page&columns=visitors'));
    const dialog = await detailsOf(page, 'Pages');
    await dialog.getByRole('button', { name: 'Columns' }).click();
    await picker(page).last().selectOption('Purchase');
    await page.waitForURL(/columns=visitors,conversions,conversion_rate$/);
    await dialog.getByRole('checkbox', { name: 'Revenue' }).check();
    await picture(page, 'goal-metrics-details');
    expect(await seriousFindings(page, DIALOG)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.getByRole('cell', { name: '€1,250.00', exact: true }).first().waitFor();
    expect(await headings(dialog)).toEqual(['Page', 'Visitors', 'Conversions', 'Conversion rate', 'Revenue']);
    expect(await dialog.locator('thead button').allTextContents()).toEqual(['Visitors']);
    expect((await rowsOf(dialog)).sort()).toEqual([
      ['/', '3', '0', '0.0%', '€0.00'],
      ['/refund', '1', '0', '0.0%', '€0.00'],
      ['/teas', '3', '3', '100.0%', '€1,250.00'],
    ]);
    expect(await dialog.locator('tfoot td').allTextContents()).toEqual(
      expect.arrayContaining(['3', '50.0%', '€1,250.00']),
    );
    const save = async (format: string) =>
      (await downloaded(page, () => dialog.getByRole('button', { name: format }).click())).text;
    const lines = (await save('CSV')).trimEnd().split('\r\n');
    expect(lines[0]).toMatch(
      /,Conversions \(Purchase\),Conversion rate \(Purchase\),"Revenue \(Purchase, EUR\)"$/,
    );
    expect(lines.find((line) => line.startsWith('/teas'))).toMatch(/,3,1,1250\.00$/);
    const file = JSON.parse(await save('JSON')) as { goal: string; rows: Record<string, unknown>[] };
    expect(file.goal).toBe('Purchase');
    expect(file.rows.find((row) => row.page === '/teas')).toMatchObject({
      conversions: 3,
      conversion_rate: 1,
      revenue: [
        { currency: 'EUR', amount: '1250.00' },
        { currency: 'USD', amount: '30.50' },
      ],
    });
  });

  test('have the revenue of all events without a goal, and files keep a refund a number', async () => {
    await using person = await newBrowser(browser);
    const { page } = person;
    await open(page, addressOf('&details=page&columns=visitors,revenue'));
    const dialog = await detailsOf(page, 'Pages');
    await dialog.getByRole('cell', { name: '-€2.50', exact: true }).waitFor();
    const { text } = await downloaded(page, () => dialog.getByRole('button', { name: 'CSV' }).click());
    expect(text.split('\r\n').find((line) => line.startsWith('/refund'))).toMatch(/,-2\.50$/);
  });
});

test('on a dark phone in German everything fits, and a new conversion is counted', async () => {
  const shop = await goalShop(server, 'live-shop');
  const { databaseId } = await createGoal(server, shop.id, 'Kauf', { event: { in: ['Buy'] } });
  const viewport = { width: 360, height: 800 };
  await using person = await newBrowser(browser, { viewport, colorScheme: 'dark' });
  const { page } = person;
  await page.goto(`${server.url}/s/${shop.trackingId}?${WEEK}&metric=revenue&goal=${databaseId}&lang=de`);
  await tab(page, 'Umsatz').getByText('1.250,00 €', { exact: true }).waitFor();
  await tab(page, 'Konversionsrate').getByText('50 %', { exact: true }).waitFor();
  await picture(page, 'goal-metrics-phone');
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
  await page.locator('.now-live').waitFor();
  const event = { name: 'Buy', revenue: { amount: '0.05', currency: 'EUR' } };
  const hit = { website: shop.trackingId, page: 'https://live-shop.example/', event };
  expect(outcome(await sendHit(server, hit))).toEqual(RECORDED);
  await tab(page, 'Umsatz').getByText('1.250,05 €', { exact: true }).waitFor();
});
