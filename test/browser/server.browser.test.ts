import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { buildTracker } from '../../scripts/build-tracker.ts';
import { pixelSnippet, snippet } from '../../src/tracker/snippet.ts';
import { graphql } from '../gql/gql.ts';
import { ask } from '../support/ask.ts';
import { launchBrowser } from '../support/browser.ts';
import { CHROME, startTestServer, type TestServer } from '../support/server.ts';
import { eventually, openDetached, PRERENDERING, REPORTING, type Site, startSite } from '../support/site.ts';

const Counts = graphql(`
  query Counts($id: ID!, $from: Date!, $to: Date!) {
    website(id: $id) {
      page: stats(name: PAGE, from: $from, to: $to) { sum nodes { value count } }
      landing_page: stats(name: LANDING_PAGE, from: $from, to: $to) { sum nodes { value count } }
      referrer: stats(name: REFERRER, from: $from, to: $to) { sum nodes { value count } }
      campaign: stats(name: CAMPAIGN, from: $from, to: $to) { sum nodes { value count } }
      resolution: stats(name: RESOLUTION, from: $from, to: $to) { sum nodes { value count } }
      language: stats(name: LANGUAGE, from: $from, to: $to) { sum nodes { value count } }
      browser: stats(name: BROWSER, from: $from, to: $to) { sum nodes { value count } }
      os: stats(name: OS, from: $from, to: $to) { sum nodes { value count } }
      device: stats(name: DEVICE, from: $from, to: $to) { sum nodes { value count } }
      event: stats(name: EVENT, from: $from, to: $to) { sum nodes { value count } }
      visitors: stats(name: VISITORS, from: $from, to: $to) { sum nodes { value count } }
    }
  }
`);

const RANGE = { from: '2026-11-21', to: '2026-11-21' };

let browser: Browser;
let script: string;
let moreScript: string;
beforeAll(async () => {
  const tracker = await buildTracker();
  script = tracker.code;
  moreScript = tracker.more.code;
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

async function read(server: TestServer, id: number) {
  const { data, errors } = await ask(server, Counts, { id: String(id), ...RANGE });
  expect(errors).toBeUndefined();
  if (!data.website) throw new Error('no such website');
  return data.website;
}

/** Registers the site on the server. @returns the website's ID and the snippets for its pages. */
async function register(server: TestServer, site: Site): Promise<{ id: number; tag: string; pixel: string }> {
  const response = await server.call('/api/v1/websites', {
    method: 'POST',
    body: new URLSearchParams({ url: site.origin }),
  });
  const { data } = (await response.json()) as { data: { id: number; tracking_id: string } };
  const config = { ...server.deps.config, baseUrl: server.url };
  return {
    id: data.id,
    tag: snippet(config, data.tracking_id),
    pixel: pixelSnippet(config, data.tracking_id),
  };
}

test('GraphQL and REST report the actions of a real browser', async () => {
  await using server = await startTestServer({ script, env: { TRUST_PROXY: '0' } });
  await using site = await startSite();
  const { id, tag } = await register(server, site);
  for (const path of ['/', '/about', '/app', '/closing']) site.pages.set(path, tag);

  const context = await browser.newContext({
    locale: 'de-DE',
    screen: { width: 1280, height: 720 },
    userAgent: CHROME,
  });
  const page = await context.newPage();
  // An ordinary site, entered from a search engine through a campaign.
  await page.goto(`${site.origin}/?utm_campaign=autumn`, { referer: 'https://www.search.example/find' });
  await page.goto(`${site.origin}/about`, { referer: `${site.origin}/` });
  // A single-page application: two navigations, then back.
  await page.goto(`${site.origin}/app`);
  await page.evaluate('history.pushState(null, "", "/app/list")');
  await page.evaluate('history.pushState(null, "", "/app/item?id=7")');
  await page.goBack();
  await page.evaluate('footfall.track("Add to cart", { value: 12.5, unit: "EUR" })');
  // A page that is closed immediately.
  await page.goto(`${site.origin}/closing`, { waitUntil: 'domcontentloaded' });
  await page.close();

  await eventually('the hits', async () => (await read(server, id)).page.sum >= 7);
  const counts = await read(server, id);
  expect(counts).toEqual({
    page: {
      sum: 7,
      nodes: [
        { value: '/app/list', count: 2 },
        { value: '/', count: 1 },
        { value: '/about', count: 1 },
        { value: '/app', count: 1 },
        { value: '/app/item', count: 1 },
        { value: '/closing', count: 1 },
      ],
    },
    landing_page: { sum: 1, nodes: [{ value: '/', count: 1 }] },
    referrer: { sum: 1, nodes: [{ value: 'search.example', count: 1 }] },
    campaign: { sum: 1, nodes: [{ value: 'autumn', count: 1 }] },
    resolution: { sum: 1, nodes: [{ value: '1280x720', count: 1 }] },
    language: { sum: 1, nodes: [{ value: 'de', count: 1 }] },
    browser: { sum: 1, nodes: [{ value: 'Chrome', count: 1 }] },
    os: { sum: 1, nodes: [{ value: 'Windows', count: 1 }] },
    device: { sum: 1, nodes: [{ value: 'desktop', count: 1 }] },
    event: { sum: 1, nodes: [{ value: 'Add to cart', count: 1 }] },
    visitors: { sum: 1, nodes: [{ value: '2026-11-21', count: 1 }] },
  });
  for (const [name, { nodes }] of Object.entries(counts)) {
    const response = await server.call(`/api/v1/stats/${id}?${new URLSearchParams({ name, ...RANGE })}`);
    expect([name, ((await response.json()) as { data: unknown }).data]).toEqual([name, nodes]);
  }
  expect(await context.cookies()).toEqual([]);
  await context.close();
});

test('a prerendered page is counted only when it is shown', async () => {
  // A page that Playwright is not attached to keeps the User-Agent of headless Chromium, which is a bot's.
  await using server = await startTestServer({ script, env: { TRUST_PROXY: '0' } });
  await using site = await startSite();
  const { id, tag } = await register(server, site);
  const settings = new URLSearchParams({ exclude_bots: '0' });
  await server.call(`/api/v1/websites/${id}`, { method: 'PATCH', body: settings });
  site.pages.set('/start', tag + PRERENDERING);
  site.pages.set('/ahead', tag + REPORTING);

  await openDetached(browser, site, '/start');
  await eventually('the prerendered page', () => site.signals.includes('ready'));
  expect(site.signals).toContain('prerendering=true');
  await eventually('the hit of the first page', async () => (await read(server, id)).page.sum > 0);
  expect((await read(server, id)).page.nodes).toEqual([{ value: '/start', count: 1 }]);

  site.openGate('click');
  await eventually('the hit of the page shown', async () => (await read(server, id)).page.sum > 1);
  expect((await read(server, id)).page.nodes).toEqual([
    { value: '/ahead', count: 1 },
    { value: '/start', count: 1 },
  ]);
});

test('data-hash counts routes in the hash as pages', async () => {
  await using server = await startTestServer({ script, env: { TRUST_PROXY: '0' } });
  await using site = await startSite();
  const { id, tag } = await register(server, site);
  site.pages.set('/', tag.replace('<script', '<script data-hash'));
  const context = await browser.newContext({ userAgent: CHROME });
  const page = await context.newPage();
  await page.goto(`${site.origin}/#/`);
  await page.evaluate("location.hash = '#/about'");
  await page.evaluate("history.pushState(null, '', '#/list?page=2')");
  await eventually('the hits', async () => (await read(server, id)).page.sum >= 3);
  expect((await read(server, id)).page.nodes).toEqual([
    { value: '/', count: 1 },
    { value: '/#/about', count: 1 },
    { value: '/#/list', count: 1 },
  ]);
  await context.close();
});

test('a pixel without `page` counts the path of its page, even from another origin', async () => {
  await using server = await startTestServer({ env: { TRUST_PROXY: '0' } });
  await using site = await startSite();
  const { id, pixel } = await register(server, site);
  site.pages.set('/letters/may', pixel);
  const context = await browser.newContext({ userAgent: CHROME, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.origin}/letters/may?utm_campaign=spring`);
  await eventually('the hit', async () => (await read(server, id)).page.sum > 0);
  const { page: pages, campaign } = await read(server, id);
  expect(pages.nodes).toEqual([{ value: '/letters/may', count: 1 }]);
  expect(campaign.nodes).toEqual([{ value: 'spring', count: 1 }]);
  await context.close();
});

test('the tracker uses the paths of TRACKER_PATHS', async () => {
  const env = { TRUST_PROXY: '0', TRACKER_PATHS: '/s.js,/in,/dot.gif,/m.js' };
  await using server = await startTestServer({ script, moreScript, env });
  await using site = await startSite();
  const { id, tag, pixel } = await register(server, site);
  site.pages.set('/', tag);
  const asked: string[] = [];
  const context = await browser.newContext({ userAgent: CHROME });
  const page = await context.newPage();
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(site.origin);
  await eventually('the hit', async () => (await read(server, id)).page.sum > 0);
  await page.waitForFunction('footfall.q.edit');
  expect(asked).toEqual(expect.arrayContaining(['/s.js', '/in', '/m.js']));
  expect(asked).not.toContain('/api/event');
  expect(asked).not.toContain('/more.js');
  expect(pixel).toContain('/dot.gif?');
  await context.close();
});

test('a hit of a headless browser is dropped as a bot', async () => {
  await using server = await startTestServer({ script, env: { TRUST_PROXY: '0' } });
  await using site = await startSite();
  const { tag } = await register(server, site);
  site.pages.set('/', tag);
  const context = await browser.newContext({ userAgent: CHROME.replace('Chrome/', 'HeadlessChrome/') });
  const page = await context.newPage();
  const answer = page.waitForResponse('**/api/event');
  await page.goto(site.origin);
  expect(await (await answer).headerValue('x-footfall-dropped')).toBe('bot');
  await context.close();
});

test('the example in GraphiQL works at the first click, and no other origin is contacted', async () => {
  await using server = await startTestServer();
  const context = await browser.newContext();
  const page = await context.newPage();
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!new URL(request.url().replace(/^blob:/, '')).href.startsWith(server.url))
      elsewhere.push(request.url());
  });
  await page.goto(`${server.url}/graphql`);
  const answer = page.waitForResponse(
    async (response) => response.request().postData()?.includes('query Welcome') ?? false,
  );
  await page.locator('.graphiql-execute-button').click();
  const { data, errors } = (await (await answer).json()) as {
    data: { statistics: { enumValues: unknown[] } };
    errors: unknown;
  };
  expect(errors).toBeUndefined();
  expect(data.statistics.enumValues).toHaveLength(25);
  await page.getByText('Visitors by browser').waitFor();
  expect(elsewhere.filter((url) => !url.startsWith('data:'))).toEqual([]);
  await context.close();
});
