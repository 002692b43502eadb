import { stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { root } from '../../src/root.ts';
import { launchBrowser } from '../support/browser.ts';
import {
  fillTraffic,
  logIn,
  newBrowser,
  type Registered,
  register,
  seriousFindings,
  startPages,
} from '../support/pages.ts';
import { rest } from '../support/rest.ts';
import type { TestServer } from '../support/server.ts';
import { startSite } from '../support/site.ts';

/** What each panel shows, by the name of its tab; those of a card together. */
const PANELS = {
  Pages: 'page',
  'Landing pages': 'landing_page',
  Referrers: 'referrer',
  Campaigns: 'campaign',
  Countries: 'country',
  Cities: 'city',
  Continents: 'continent',
  Languages: 'language',
  Browsers: 'browser',
  Systems: 'os',
  Devices: 'device',
  Resolutions: 'resolution',
} as const;

let browser: Browser;
let server: TestServer;
let site: Registered;
beforeAll(async () => {
  browser = await launchBrowser();
  server = await startPages();
  site = await register(server, { url: 'teahouse.example', privacy: '0' });
  await fillTraffic(server, site.id, 70);
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

const addressOf = ({ trackingId }: Registered, query = '') => `${server.url}/s/${trackingId}${query}`;

/** Opens it, and waits until it shows numbers. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('tab', { name: /^Visitors/ }).waitFor();
}

/** The rows of a panel as the page shows them: raw value and count. */
async function rowsOf(page: Page, title: keyof typeof PANELS): Promise<[string, number][]> {
  await page.getByRole('tabpanel', { name: title, exact: true }).waitFor();
  return page.evaluate(`
    [...document.querySelector('[role=tab][aria-selected=true][id$="-${PANELS[title].toUpperCase()}"]').closest('section').querySelectorAll('li')]
      .map((row) => [
        row.querySelector('[title]').title,
        Number(row.querySelector('.bar-row-count').textContent.replaceAll(',', '')),
      ])`);
}

/** What REST says of the same days. */
async function fromRest(name: string, from: string, to: string): Promise<{ value: string; count: number }[]> {
  const { body } = await rest<{ value: string; count: number }[]>(
    server,
    `/api/v1/stats/${site.id}?${new URLSearchParams({ name, from, to, per_page: '100' })}`,
  );
  return body.data;
}

const total = async (name: string, from: string, to: string) =>
  (await fromRest(name, from, to)).reduce((sum, { count }) => sum + count, 0);

/** A total as the page shows it. */
async function totalOf(page: Page, name: string): Promise<number> {
  const text = await page.locator('.total', { hasText: name }).locator('.total-count').textContent();
  return Number(/^[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', ''));
}

describe('the numbers on the page are those of REST', () => {
  test.each([
    ['the last 30 days', '', '2026-10-23', '2026-11-21'],
    ['today', '?period=today', '2026-11-21', '2026-11-21'],
    ['chosen days', '?from=2026-10-01&to=2026-10-09', '2026-10-01', '2026-10-09'],
  ])('of %s', async (_title, query, from, to) => {
    await using person = await newBrowser(browser, { viewport: { width: 1280, height: 900 } });
    const { page } = person;
    await open(page, addressOf(site, query));
    expect(await totalOf(page, 'Visitors')).toBe(await total('visitors', from, to));
    expect(await totalOf(page, 'Pageviews')).toBe(await total('pageviews', from, to));
    expect(await totalOf(page, 'Visits')).toBe(await total('landing_page', from, to));
    expect(await totalOf(page, 'Events')).toBe(await total('event', from, to));
    for (const [title, name] of Object.entries(PANELS) as [keyof typeof PANELS, string][]) {
      await page.getByRole('tab', { name: title, exact: true }).click();
      const expected = (await fromRest(name, from, to)).slice(0, 10);
      const shown = await rowsOf(page, title);
      // An empty value is shown by its label.
      expect([title, shown.map(([, count]) => count)]).toEqual([title, expected.map(({ count }) => count)]);
      for (const [index, { value }] of expected.entries())
        expect([title, shown[index]?.[0]]).toEqual([
          title,
          value || expect.stringMatching(/^(Direct|Unknown)$/),
        ]);
    }
    const events = page.getByRole('region', { name: 'Events' }).locator('.bar-row-count');
    const counts = (await events.allTextContents()).map((text) => Number(text.replaceAll(',', '')));
    expect(counts).toEqual((await fromRest('event', from, to)).map(({ count }) => count).slice(0, 10));
    const series = await page.getByRole('table').getByRole('row').count();
    expect(series - 1).toBe(from === to ? 24 : (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1);
  });

  test('of every day in the chart', async () => {
    await using person = await newBrowser(browser);
    await open(person.page, addressOf(site, '?metric=pageviews'));
    const cells = person.page.getByRole('table').locator('tbody tr td:first-of-type');
    const shown = (await cells.allTextContents()).map((text) => Number(text.replaceAll(',', '')));
    const counted = new Map(
      (await fromRest('pageviews', '2026-10-23', '2026-11-21')).map(({ value, count }) => [value, count]),
    );
    expect(shown).toEqual(
      Array.from({ length: 30 }, (_, index) => {
        const day = new Date(Date.UTC(2026, 9, 23 + index)).toISOString().slice(0, 10);
        return counted.get(day) ?? 0;
      }),
    );
  });
});

test('the hours of today go as far as the server’s clock, whatever the browser’s says', async () => {
  await using person = await newBrowser(browser);
  const { page } = person;
  await page.clock.setFixedTime(new Date('2031-01-01T02:00:00Z'));
  await open(page, addressOf(site, '?period=today'));
  const cells = await page.getByRole('table').locator('tbody tr td:first-of-type').allTextContents();
  const counted = new Map(
    (await fromRest('visitors_hours', '2026-11-21', '2026-11-21')).map(({ value, count }) => [
      Number(value),
      count,
    ]),
  );
  // It is noon.
  expect(cells).toEqual(
    Array.from({ length: 24 }, (_, hour) => (hour > 12 ? 'yet to come' : String(counted.get(hour) ?? 0))),
  );
});

test('an address shows the same in another browser', async () => {
  await using one = await newBrowser(browser);
  await using other = await newBrowser(browser, { timezoneId: 'Pacific/Auckland' });
  await open(one.page, addressOf(site));
  await one.page.getByRole('button', { name: /Days shown/ }).click();
  await one.page.getByRole('button', { name: 'Last month' }).click();
  await one.page.getByRole('tab', { name: 'Cities' }).click();
  await one.page.getByRole('tab', { name: /^Pageviews/ }).click();
  await one.page.getByText('Oct 1 – 31, 2026').first().waitFor();
  await one.page.getByRole('button', { name: 'Details of cities' }).click();
  await one.page.getByRole('searchbox').fill('berlin');
  await one.page.getByText(/^1 row,/).waitFor();
  await other.page.goto(one.page.url());
  await other.page.getByText(/^1 row,/).waitFor();
  const said = (page: Page) => page.locator('body').textContent();
  expect(await said(other.page)).toBe(await said(one.page));
  expect(await other.page.getByRole('searchbox').inputValue()).toBe('berlin');

  await one.page.getByRole('button', { name: 'Close' }).click();
  await one.page.waitForURL(/places=city$/);
  await one.page.goBack();
  await one.page.waitForURL(/period=last_month&places=city$/);
  await one.page.goBack();
  await one.page.getByText('Oct 23 – Nov 21, 2026').first().waitFor();
});

test('details show all rows, and give them as a file', async () => {
  await using person = await newBrowser(browser);
  const { page } = person;
  await open(page, addressOf(site, '?details=page'));
  const dialog = page.getByRole('dialog', { name: 'Pages' });
  const expected = await fromRest('page', '2026-10-23', '2026-11-21');
  await dialog.getByText(`${expected.length} rows`).waitFor();
  expect(await dialog.getByRole('listitem').count()).toBe(expected.length);
  expect(await seriousFindings(page)).toEqual([]);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('teahouse.example-page-2026-10-23-2026-11-21.csv');
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString().replace('\ufeff', '').trim().split('\r\n');
  expect(lines[0]).toBe('Page,Label,pageviews');
  expect(lines.slice(1)).toEqual(expected.map(({ value, count }) => `${value},${value},${count}`));
});

describe('who may see it', () => {
  const see = async (page: Page, registered: Registered) => {
    const response = await page.goto(addressOf(registered));
    // What it is called while nobody knows what it is.
    const heading = await page
      .getByRole('heading', { level: 1 })
      .filter({ hasNotText: /^Statistics$/ })
      .textContent();
    return [response?.status(), heading];
  };

  test('a public page anybody, a private one its owner', async () => {
    const hidden = await register(server, { url: 'private.example', privacy: '1' });
    await using stranger = await newBrowser(browser);
    expect(await see(stranger.page, site)).toEqual([200, 'teahouse.example']);
    expect(await see(stranger.page, hidden)).toEqual([404, 'No statistics here']);
    expect(await see(stranger.page, { id: 0, trackingId: 'nothing' })).toEqual([404, 'No statistics here']);
    expect(await seriousFindings(stranger.page)).toEqual([]);
    await using owner = await newBrowser(browser);
    await logIn(owner.page, server);
    expect(await see(owner.page, hidden)).toEqual([200, 'private.example']);
    await owner.page.getByRole('link', { name: 'All websites' }).waitFor();
  });

  test('one with a password who gives the right one', async () => {
    const guarded = await register(server, { url: 'guarded.example', privacy: '2', password: 'open sesame' });
    await using stranger = await newBrowser(browser);
    const { page } = stranger;
    expect(await see(page, guarded)).toEqual([200, 'These statistics have a password']);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel('Password').fill('guess');
    await page.getByRole('button', { name: 'Show the statistics' }).click();
    await page.getByText(/not the password|invalid/i).waitFor();
    await page.getByLabel('Password').fill('open sesame');
    await page.getByRole('button', { name: 'Show the statistics' }).click();
    await page.getByRole('heading', { name: 'guarded.example' }).waitFor();
    expect(await see(page, guarded)).toEqual([200, 'guarded.example']);
    await using owner = await newBrowser(browser);
    await logIn(owner.page, server);
    expect(await see(owner.page, guarded)).toEqual([200, 'guarded.example']);
  });

  test('in a page of others only a public one, where it is asked for', async () => {
    const hidden = await register(server, { url: 'unframed.example', privacy: '1' });
    await using outside = await startSite();
    const frame = (address: string) => `<iframe src="${address}" width="900" height="900"></iframe>`;
    outside.pages.set('/public', frame(addressOf(site, '?embed=1')));
    outside.pages.set('/unasked', frame(addressOf(site)));
    outside.pages.set('/private', frame(addressOf(hidden, '?embed=1')));
    // What is refused is told to the console.
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${outside.origin}/public`);
    await page.frameLocator('iframe').getByRole('heading', { name: 'teahouse.example' }).waitFor();
    for (const path of ['/unasked', '/private']) {
      const refused = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()));
      await page.goto(`${outside.origin}${path}`);
      await refused;
      expect(await page.frameLocator('iframe').getByRole('heading', { level: 1 }).count()).toBe(0);
    }
    await context.close();
  });
});

test.each([
  '?period=forever',
  '?from=2026-11-21&to=2026-10-01',
  '?from=nonsense&to=1',
  '?places=mars',
  '?details=nothing',
])('an address that is not right (%s) shows what it can, and says so', async (query) => {
  await using person = await newBrowser(browser);
  await open(person.page, addressOf(site, query));
  await person.page.getByText('Something in the address is unknown here').waitFor();
  await person.page.getByText('Oct 23 – Nov 21, 2026').first().waitFor();
});

test('where the server is away, the page says so, and goes on when it is back', async () => {
  await using person = await newBrowser(browser);
  const { page, context } = person;
  await open(page, addressOf(site));
  await context.setOffline(true);
  await page.getByRole('button', { name: /Days shown/ }).click();
  await page.getByRole('button', { name: 'Yesterday' }).click();
  await page.getByText('The server cannot be reached').first().waitFor();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await page.getByText('Fri, Nov 20, 2026').first().waitFor();
  await page.getByRole('tab', { name: /^Visitors/ }).waitFor();
});

test('the first view loads at most 120 KB of compressed JavaScript, and nothing moves', async () => {
  await using person = await newBrowser(browser, { viewport: { width: 1280, height: 900 } });
  const { page } = person;
  const scripts: string[] = [];
  const operations: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) scripts.push(pathname);
    if (pathname === '/graphql') operations.push(request.postData() ?? '');
  });
  await page.addInitScript(`
    globalThis.moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.moved += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  `);
  await page.goto(addressOf(site), { waitUntil: 'networkidle' });
  await page.getByRole('tab', { name: /^Visitors/ }).waitFor();
  // Browsers take brotli over TLS, and this server speaks without.
  const sizes = scripts.map(async (name) => (await stat(path.join(root, 'dist/web', `${name}.br`))).size);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(120_000);
  expect(operations).toHaveLength(1);
  expect(await page.evaluate('globalThis.moved')).toBeLessThan(0.02);
});
