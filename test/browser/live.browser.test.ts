import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import {
  fillTraffic,
  logIn,
  newBrowser,
  picture,
  type Registered,
  register,
  seriousFindings,
  startPages,
} from '../support/pages.ts';
import { OWNER } from '../support/person.ts';
import type { TestServer } from '../support/server.ts';
import { eventually } from '../support/site.ts';
import { open } from '../support/statistics.ts';
import { outcome, RECORDED, sendHit } from '../support/track.ts';

let browser: Browser;
let server: TestServer;
let visitors = 0;
beforeAll(async () => {
  browser = await launchBrowser();
  server = await startPages({ env: { TRUST_PROXY: '1' } });
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

interface Site extends Registered {
  domain: string;
}

/** A public website of its own, so that tests do not count each other's hits. */
async function newSite(name: string, privacy = '0'): Promise<Site> {
  const domain = `${name}.example`;
  return { ...(await register(server, { url: domain, privacy })), domain };
}

/** Sends a pageview of a new visitor, or of an earlier one. */
async function visit(site: Site, page: string, visitor = ++visitors): Promise<void> {
  const response = await sendHit(
    server,
    { website: site.trackingId, page: `https://${site.domain}${page}`, referrer: 'https://news.example/' },
    { 'x-forwarded-for': `84.20.${visitor >> 8}.${visitor & 255}` },
  );
  expect(outcome(response)).toEqual(RECORDED);
}

const addressOf = ({ trackingId }: Registered, query = '') => `${server.url}/s/${trackingId}${query}`;
const now = (page: Page) => page.locator('.now');
const total = (page: Page) => page.getByRole('tab', { name: /^Visitors/ });

/** Counts the streams that the pages of a context open. */
function countStreams(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (request) => {
    if (request.headers().accept === 'text/event-stream') count += 1;
  });
  return () => count;
}

/** Counts the streams that the pages of a context have ended. */
function countEnds(context: BrowserContext): () => number {
  let count = 0;
  context.on('requestfailed', (request) => {
    if (request.headers().accept === 'text/event-stream') count += 1;
  });
  return () => count;
}

/** Counts how often the pages of a context read their statistics. */
function countReads(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (request) => {
    if (/query StatisticsPage\b/.test(request.postData() ?? '')) count += 1;
  });
  return () => count;
}

/** Makes the page behave as in a tab that is hidden or shown. */
const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (value ? 'hidden' : 'visible'),
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

describe('the statistics page', () => {
  test('counts new visitors by itself, and nothing moves or flickers', async () => {
    const site = await newSite('alone');
    await fillTraffic(server, site.id, 3);
    await using person = await newBrowser(browser);
    const { page } = person;
    await open(page, addressOf(site, '?period=today'));
    await now(page).getByText('0 now').waitFor();
    const before = Number((await total(page).locator('.total-count').textContent())?.replaceAll(',', ''));
    await page.evaluate(() => {
      const seen = { shift: 0, dimmed: 0 };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift' });
      const watched = document.querySelector('.statistics-numbers') as Element;
      new MutationObserver(() => {
        if (watched.classList.contains('statistics-stale')) seen.dimmed += 1;
      }).observe(watched, { attributes: true });
    });
    await visit(site, '/');
    await now(page).getByText('1 now').waitFor();
    await total(page)
      .getByText(new RegExp(`^${before + 1}$`))
      .waitFor();
    await visit(site, '/more');
    await now(page).getByText('2 now').waitFor();
    await total(page)
      .getByText(new RegExp(`^${before + 2}$`))
      .waitFor();
    const seen = await page.evaluate(() => (window as unknown as { seen: object }).seen);
    expect(seen).toEqual({ shift: expect.closeTo(0, 2), dimmed: 0 });
  });

  test('has no stream in a frame of another page', async () => {
    const site = await newSite('embedded');
    await using person = await newBrowser(browser);
    const streams = countStreams(person.context);
    await open(person.page, addressOf(site, '?embed=1'));
    expect(await now(person.page).count()).toBe(0);
    expect(streams()).toBe(0);
  });

  test.each([
    ['a moment', 0],
    ['more than a minute', 61_000],
  ])('has no stream while it is hidden for %s, and reads the numbers once afterwards', async (_, ms) => {
    const site = await newSite(`hidden${ms}`);
    await using person = await newBrowser(browser);
    const { page, context } = person;
    const [streams, ended, reads] = [countStreams(context), countEnds(context), countReads(context)];
    await page.clock.install();
    await open(page, addressOf(site, '?period=today'));
    await now(page).getByText('0 now').waitFor();
    const before = reads();
    await setHidden(page, true);
    await eventually('the stream ends', () => ended() === 1);
    await visit(site, '/');
    if (ms > 0) await page.clock.setSystemTime(new Date(Date.now() + ms));
    await setHidden(page, false);
    await now(page).getByText('1 now').waitFor();
    await total(page).getByText(/^1$/).waitFor();
    expect(streams()).toBe(2);
    await page.clock.runFor(5_000);
    expect(reads() - before).toBe(1);
  });
});

describe('the view of what happens now', () => {
  test('shows present visitors, their pages, referrers and countries, and the latest hits', async () => {
    const site = await newSite('view');
    for (const path of ['/', '/tea', '/tea']) await visit(site, path);
    await using person = await newBrowser(browser);
    const { page } = person;
    await open(page, addressOf(site));
    await page.keyboard.press('r');
    await page.waitForURL(/\?view=live$/);
    await page.locator('.live-count').getByText('3 visitors in the last 5 minutes').waitFor();
    const pages = page.getByRole('region', { name: 'Pages' });
    expect(await pages.locator('.bar-row-label').allTextContents()).toEqual(['/tea', '/']);
    expect(await pages.locator('.bar-row-count').allTextContents()).toEqual(['2', '1']);
    await page.getByRole('region', { name: 'Referrers' }).getByText('news.example').waitFor();
    const feed = page.locator('.feed > li');
    expect(await feed.locator('.feed-what').allTextContents()).toEqual(['/tea', '/tea', '/']);
    await visit(site, '/new');
    await feed.getByText('/new').waitFor();
    expect(await feed.count()).toBe(4);
    const table = page.getByRole('table', { name: 'The last 30 minutes' });
    expect(await table.getByRole('row').count()).toBe(31);
    await table.getByRole('row').last().getByText('4').first().waitFor();
    await page.keyboard.press('r');
    await total(page).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  test('has no serious finding of axe on screens and phones, in light and in dark colours', async () => {
    const site = await newSite('axe');
    for (let n = 0; n < 14; n += 1) await visit(site, `/guides/green-tea/${n % 5}`);
    await using person = await newBrowser(browser);
    const { page } = person;
    await page.goto(addressOf(site, '?view=live'));
    await page.locator('.feed > li').first().waitFor();
    await page.locator('.live-map circle, .live-map').first().waitFor();
    for (const [width, colorScheme] of [
      [1440, 'light'],
      [1440, 'dark'],
      [360, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await picture(page, `live-${width}-${colorScheme}`);
      expect([width, await seriousFindings(page)]).toEqual([width, []]);
    }
  });
});

test('two tabs share one stream, and the second one continues when the first is closed', async () => {
  const site = await newSite('tabs');
  await using person = await newBrowser(browser);
  const { page, context } = person;
  const streams = countStreams(context);
  await open(page, addressOf(site));
  await now(page).getByText('0 now').waitFor();
  const second = await context.newPage();
  await open(second, addressOf(site));
  await now(second).getByText('0 now').waitFor();
  await visit(site, '/');
  await Promise.all([page, second].map((tab) => now(tab).getByText('1 now').waitFor()));
  expect(streams()).toBe(1);
  await page.close();
  await eventually('the second tab has a stream', () => streams() === 2);
  await visit(site, '/');
  await now(second).getByText('2 now').waitFor();
});

test('a browser without network says so, and has the numbers when it is back', async () => {
  const site = await newSite('offline');
  await using person = await newBrowser(browser);
  const { page, context } = person;
  await open(page, addressOf(site));
  await now(page).getByText('0 now').waitFor();
  await context.setOffline(true);
  await now(page).getByText('Reconnecting…').waitFor();
  expect(await now(page).textContent()).not.toMatch(/\d/);
  await visit(site, '/');
  await context.setOffline(false);
  await now(page).getByText('1 now').waitFor();
});

type Answer = Parameters<Route['fulfill']>[0];

/** Answers the first two requests for a stream. @returns the number of answers so far. */
async function refuseTwice(page: Page, answer: Answer): Promise<() => number> {
  let refusals = 0;
  await page.route('**/graphql', async (route) => {
    if (route.request().headers().accept !== 'text/event-stream' || refusals === 2) return route.fallback();
    refusals += 1;
    await route.fulfill(answer);
  });
  return () => refusals;
}

test('a server that has no stream for the page is asked again, which the page says', async () => {
  const site = await newSite('refused');
  await using person = await newBrowser(browser);
  const { page } = person;
  const refusals = await refuseTwice(page, {
    status: 503,
    headers: { 'retry-after': '1' },
    json: { errors: [] },
  });
  await page.goto(addressOf(site, '?view=live'));
  await now(page).getByText('Reconnecting…').waitFor();
  await page.locator('.live-lost').getByText('Reconnecting…').waitFor();
  expect(await page.locator('.live-count').count()).toBe(0);
  await page.locator('.live-count').waitFor();
  expect(refusals()).toBe(2);
});

/** Answers of programs in front of Footfall, or in its place. */
const foreign: [string, { status: number; contentType?: string; headers?: object; body: string }][] = [
  ['a page with 404', { status: 404, contentType: 'text/html', body: '<h1>404 Not Found</h1>' }],
  ['a page with 421', { status: 421, contentType: 'text/html', body: 'Misdirected Request' }],
  ['JSON with 404', { status: 404, contentType: 'application/json', body: '{"message":"no route"}' }],
  ['JSON with 401', { status: 401, contentType: 'application/json', body: '{"errors":["log in"]}' }],
  ['a login page with 200', { status: 200, contentType: 'text/html', body: '<form>' }],
  ['null with 403', { status: 403, contentType: 'application/json', body: 'null' }],
];

test.each(foreign)('%s is no refusal of Footfall: the page asks again', async (title, answer) => {
  const site = await newSite(`foreign-${title.replaceAll(/\W/g, '-').toLowerCase()}`);
  await using person = await newBrowser(browser);
  const { page } = person;
  const refusals = await refuseTwice(page, answer as Answer);
  await page.goto(addressOf(site, '?view=live'));
  await page.locator('.live-lost').getByText('Reconnecting…').waitFor();
  await page.locator('.live-count').waitFor();
  expect(refusals()).toBe(2);
});

test("Footfall's own refusal is final: it is JSON with the code of an error", async () => {
  const site = await newSite('own-refusal');
  await using person = await newBrowser(browser);
  const { page, context } = person;
  const streams = countStreams(context);
  await page.clock.install();
  await page.route('**/graphql', async (route) => {
    if (route.request().headers().accept !== 'text/event-stream') return route.fallback();
    const { query } = route.request().postDataJSON() as { query: string };
    await route.continue({ postData: JSON.stringify({ query, variables: { websiteId: 'nonsense' } }) });
  });
  await page.goto(addressOf(site, '?view=live'));
  await page.locator('.statistics-hint').waitFor();
  await page.clock.runFor(60_000);
  expect([streams(), await now(page).count()]).toEqual([1, 0]);
});

test('a connection without a sign of life for half a minute counts as lost, and is replaced', async () => {
  const site = await newSite('silent');
  await using person = await newBrowser(browser);
  const { page, context } = person;
  const streams = countStreams(context);
  await page.clock.install();
  await open(page, addressOf(site));
  await now(page).getByText('0 now').waitFor();
  // The second connection waits until the page has been read without one.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/graphql', async (route) => {
    await held;
    await route.continue();
  });
  // The server sends nothing while this time passes.
  await page.clock.runFor(30_000);
  await now(page).getByText('Reconnecting…').waitFor();
  expect(await now(page).textContent()).not.toMatch(/\d/);
  await page.clock.runFor(500);
  release();
  await now(page).getByText('0 now').waitFor();
  expect(streams()).toBe(2);
});

test('the stream of a session that ends, ends', async () => {
  const site = await newSite('private', '1');
  await using person = await newBrowser(browser);
  const { page } = person;
  await logIn(page, server, `/s/${site.trackingId}`);
  await now(page).getByText('0 now').waitFor();
  await now(page).click();
  await page.locator('.live-count').waitFor();
  await server.deps.db.write((tx) => tx.session.deleteMany());
  await page.locator('.live-count').waitFor({ state: 'detached' });
  expect(await now(page).count()).toBe(0);
});

test('the stream of a session that gets another cookie, by a confirmation, goes on', async () => {
  const site = await newSite('confirmed', '1');
  await using person = await newBrowser(browser);
  const { page } = person;
  await logIn(page, server, `/s/${site.trackingId}`);
  await now(page).getByText('0 now').waitFor();
  const again = page.waitForRequest((request) => request.headers().accept === 'text/event-stream');
  const status = await page.evaluate(async (password) => {
    const query =
      'mutation ($password: String!) { confirmPassword(input: { password: $password }) { __typename } }';
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ query, variables: { password } }),
    });
    return (await response.json()).data.confirmPassword.__typename;
  }, OWNER.password);
  expect(status).toBe('ConfirmPasswordSuccess');
  await again;
  await visit(site, '/');
  await now(page).getByText('1 now').waitFor();
});
