import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { newBrowser, type Registered, register, startPages } from '../support/pages.ts';
import type { TestServer } from '../support/server.ts';
import { open } from '../support/statistics.ts';
import { sendHit } from '../support/track.ts';

let server: TestServer;
let browser: Browser;
/** Websites with one host, which is not their own, and with three. */
let single: Registered;
let several: Registered;
let visitors = 0;

/** Records pageviews of one visitor each. */
async function view({ trackingId }: Registered, ...pages: string[]): Promise<void> {
  for (const page of pages) {
    visitors += 1;
    await sendHit(server, { website: trackingId, page }, { 'user-agent': `Mozilla/5.0 Firefox/${visitors}` });
  }
}

beforeAll(async () => {
  browser = await launchBrowser();
  server = await startPages();
  single = await register(server, { url: 'https://www.one.test', privacy: '0' });
  await view(single, 'https://blog.one.test/a', 'https://blog.one.test/b');
  several = await register(server, { url: 'https://www.tea.test', privacy: '0' });
  await view(several, 'https://tea.test/own', 'https://shop.tea.test/cart', 'https://www.shop.tea.test/cart');
  await view(several, ...['shop', 'blog', 'blog'].map((name) => `https://${name}.tea.test/both`));
});
afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
});

const addressOf = ({ trackingId }: Registered, query = '') => `${server.url}/s/${trackingId}${query}`;

/** The links in a part of the page, by the path that they open, without those of other parts. */
const linksIn = (page: Page, within: string) =>
  page.locator(within).evaluateAll((links) => links.map((link) => link.getAttribute('href')).sort());

const BLOG_AND_SHOP = [
  'https://blog.tea.test/both',
  'https://shop.tea.test/cart',
  'https://www.tea.test/own',
];

test('with one host, the links of pages open it, and no further request is sent', async () => {
  await using person = await newBrowser(browser, { viewport: { width: 1440, height: 900 } });
  const { page } = person;
  const operations: string[] = [];
  page.on('request', (request) => operations.push(request.postData() ?? ''));
  await open(page, addressOf(single, '?period=today'));
  await page.locator('.panel-card-content .bar-row-link').first().waitFor({ state: 'attached' });
  expect(await linksIn(page, '.panel-card-content .bar-row-link')).toEqual([
    ...['https://blog.one.test/a', 'https://blog.one.test/b'],
  ]);
  expect(operations.filter((one) => one.includes('StatisticsPage'))).toHaveLength(1);
  expect(operations.filter((one) => one.includes('StatisticsHosts'))).toEqual([]);
});

test('with several hosts, each page is opened on the one on which it was seen most often', async () => {
  await using person = await newBrowser(browser, { viewport: { width: 1440, height: 900 } });
  const { page } = person;
  await open(page, addressOf(several, '?period=today'));
  const card = '.panel-card-content .bar-row-link';
  await page.locator(`${card}[href="https://blog.tea.test/both"]`).waitFor({ state: 'attached' });
  expect(await linksIn(page, card)).toEqual(BLOG_AND_SHOP);
  for (const tab of ['Landing pages', 'Exit pages']) {
    await page.getByRole('tab', { name: tab }).click();
    await page.locator(`${card}[href="https://blog.tea.test/both"]`).waitFor({ state: 'attached' });
    expect(await linksIn(page, card)).toEqual(BLOG_AND_SHOP);
  }
  await open(page, addressOf(several, '?period=today&details=page'));
  const details = '.details-table-link';
  await page.locator(`${details}[href="https://blog.tea.test/both"]`).waitFor({ state: 'attached' });
  expect(await linksIn(page, details)).toEqual(BLOG_AND_SHOP);
  // Under a filter, the link is that of the selected hits.
  await open(page, addressOf(several, '?period=today&host.is=shop.tea.test'));
  await page.locator(`${card}[href="https://shop.tea.test/both"]`).waitFor({ state: 'attached' });
  expect(await linksIn(page, card)).toEqual(['https://shop.tea.test/both', 'https://shop.tea.test/cart']);
});

test('the page is filtered by a hostname, which is chosen from those of the period', async () => {
  await using person = await newBrowser(browser, { viewport: { width: 1280, height: 900 } });
  const { page } = person;
  await open(page, addressOf(several, '?period=today'));
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a filter' });
  await dialog.getByLabel('What').selectOption({ label: 'Hostname' });
  const values = dialog.getByRole('checkbox', { name: /tea\.test/ });
  await values.first().waitFor();
  expect(await values.count()).toBe(3);
  expect(await dialog.getByRole('checkbox', { name: 'Only these hits' }).isChecked()).toBe(true);
  await dialog.getByRole('searchbox').fill('BLOG');
  await dialog.getByRole('checkbox', { name: /^blog\.tea\.test/ }).check();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL(/host\.is=blog\.tea\.test/);
  await page.getByRole('button', { name: 'Hostname is blog.tea.test', exact: true }).waitFor();
  await page.locator('.panel-card-content .bar-row-count', { hasText: /^2$/ }).waitFor();
});

test('a condition on what visits did is edited as such', async () => {
  await using person = await newBrowser(browser, { viewport: { width: 1280, height: 900 } });
  const { page } = person;
  await open(page, addressOf(several, '?period=today&visited.host=shop.tea.test'));
  await page.getByRole('button', { name: 'Visited hostname is shop.tea.test', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit the filter' });
  await dialog.getByRole('checkbox', { name: 'Only these hits' }).check();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL(/host\.is=shop\.tea\.test/);
  await page.getByRole('button', { name: 'Hostname is shop.tea.test', exact: true }).waitFor();
});
