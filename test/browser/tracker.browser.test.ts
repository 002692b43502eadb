import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { buildTracker } from '../../scripts/build-tracker.ts';
import { launchBrowser } from '../support/browser.ts';
import { eventually, openDetached, PRERENDERING, REPORTING, type Site, startSite } from '../support/site.ts';

interface Hit {
  website?: string;
  page: string;
  referrer: string;
  screen_resolution: string;
  language: string;
  event?: { name: string; value?: number; unit?: string };
  dnt?: boolean;
}

/** A website with the tracker, which also records what it is sent. */
interface Recorder extends Site {
  /** The payloads that arrived, and the headers each came with. */
  hits: Hit[];
  headers: IncomingHttpHeaders[];
}

const tag = '<script defer src="/script.js" data-website="w1"></script>';
let code: string;

async function startRecorder(): Promise<Recorder> {
  const hits: Hit[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const site = await startSite(tag, async (path, request, response) => {
    if (path === '/script.js') {
      response.setHeader('content-type', 'text/javascript').end(code);
    } else if (path === '/api/event' && request.method === 'POST') {
      hits.push(JSON.parse(await text(request)));
      headers.push(request.headers);
      response.writeHead(202).end();
    } else {
      return false;
    }
    return true;
  });
  return { ...site, hits, headers };
}

let browser: Browser;
let context: BrowserContext;
let page: Page;
let site: Recorder;
let errors: Error[];

/** The hits so far as `path` or `path !event`, without what `settle` sent. Their order is up to the connections. */
const seen = (): string[] =>
  site.hits
    .filter((hit) => hit.event?.name !== 'settle')
    .map((hit) => hit.page.replace(site.origin, '') + (hit.event ? ` !${hit.event.name}` : ''));

const expectSeen = (...hits: string[]) => expect(seen().sort()).toEqual(hits.sort());

const hitOf = (path: string, event?: string) =>
  site.hits.find((hit) => hit.page === site.origin + path && hit.event?.name === event);

/**
 * Waits until what the page has sent by now is here, so that "nothing more was sent" can be asserted: a marker event
 * there and back, twice, because the first one might overtake a hit on another connection.
 */
async function settle(): Promise<void> {
  const markers = () => site.hits.filter((hit) => hit.event?.name === 'settle').length;
  for (const round of [1, 2]) {
    const before = markers();
    await page.evaluate('footfall.track("settle")');
    await eventually(`marker ${round}`, () => markers() > before);
  }
}

beforeAll(async () => {
  ({ code } = await buildTracker());
  // Playwright switches the back/forward cache off.
  browser = await launchBrowser({ ignoreDefaultArgs: ['--disable-back-forward-cache'] });
});
afterAll(() => browser?.close());

beforeEach(async () => {
  site = await startRecorder();
  context = await browser.newContext({ locale: 'de-DE', screen: { width: 1280, height: 720 } });
  page = await context.newPage();
  errors = [];
  context.on('weberror', (error) => errors.push(error.error()));
});
afterEach(async () => {
  await context.close();
  await site[Symbol.asyncDispose]();
  expect(errors).toEqual([]);
});

describe('a pageview', () => {
  test('is sent on load, with what the server needs and nothing else', async () => {
    await page.goto(`${site.origin}/hello?a=1#part`, { referer: 'https://search.example/' });
    await settle();
    expect(hitOf('/hello?a=1#part')).toEqual({
      website: 'w1',
      page: `${site.origin}/hello?a=1#part`,
      referrer: 'https://search.example/',
      screen_resolution: '1280x720',
      language: 'de-DE',
      dnt: false,
    });
    expect(site.headers[0]?.['content-type']).toMatch(/^text\/plain/);
    expectSeen('/hello?a=1#part');
    expect(await context.cookies()).toEqual([]);
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
  });

  test('is sent once when the tag is there twice', async () => {
    site.pages.set('/', tag + tag);
    await page.goto(site.origin);
    await page.evaluate('history.pushState(null, "", "/next")');
    await settle();
    expectSeen('/', '/next');
  });

  test('arrives from a page that is left at once', async () => {
    site.pages.set('/quick', `${tag}<script type="module">location.href = '/after';</script>`);
    site.pages.set('/after', 'No tracker here');
    await page.goto(`${site.origin}/quick`);
    await page.waitForURL('**/after');
    await eventually('the hit of the page left', () => seen().includes('/quick'));
    await page.goto(`${site.origin}/closed`, { waitUntil: 'domcontentloaded' });
    await page.close();
    await eventually('the hit of the page closed', () => seen().includes('/closed'));
    expectSeen('/quick', '/closed');
  });
});

describe('a single-page application', () => {
  test.each([
    ['', ''],
    [
      ' without the Navigation API',
      '<script>Object.defineProperty(window, "navigation", { value: undefined });</script>',
    ],
  ])('counts each page once, with the page before as its referrer%s', async (_, before) => {
    for (const path of ['/', '/list']) site.pages.set(path, before + tag);
    await page.goto(`${site.origin}/`, { referer: 'https://search.example/' });
    await page.evaluate('history.pushState(null, "", "/list")');
    await page.evaluate('history.pushState(null, "", "/list?page=2")');
    await page.evaluate('history.replaceState(null, "", "/list?page=3")');
    await page.goBack();
    await settle();
    expectSeen('/', '/list', '/list?page=2', '/list?page=3', '/list');
    const steps = site.hits
      .filter((hit) => !hit.event)
      .map((hit) => `${hit.referrer} > ${hit.page}`.replaceAll(site.origin, ''));
    expect(steps.sort()).toEqual([
      '/ > /list',
      '/list > /list?page=2',
      '/list?page=2 > /list?page=3',
      '/list?page=3 > /list',
      'https://search.example/ > /',
    ]);
  });

  test('does not count the same address again, nor a change of the hash', async () => {
    await page.goto(`${site.origin}/app?x=1`);
    await page.evaluate('history.replaceState({ scroll: 1 }, "", location.href)');
    await page.evaluate('history.pushState({}, "", "#a")');
    await page.evaluate('location.hash = "b"');
    await page.goBack();
    await settle();
    expectSeen('/app?x=1');
  });

  test('is seen when its router kept pushState from before, or history is frozen', async () => {
    site.pages.set('/kept', `<script>push = history.pushState.bind(history);</script>${tag}`);
    site.pages.set('/frozen', `<script>Object.freeze(history);</script>${tag}`);
    await page.goto(`${site.origin}/kept`);
    await page.evaluate('push(null, "", "/kept/next")');
    await page.goto(`${site.origin}/frozen`);
    await page.evaluate('history.pushState(null, "", "/frozen/next")');
    await settle();
    expectSeen('/kept', '/kept/next', '/frozen', '/frozen/next');
  });

  test('gets the errors and results of the browser’s own pushState', async () => {
    await page.goto(`${site.origin}/`);
    const outcome = await page.evaluate(`[
      history.pushState({ a: 1 }, '', '/ok'), history.state.a,
      (() => { try { history.pushState(null, '', 'https://other.example/'); } catch (e) { return e.name; } })(),
    ]`);
    expect(outcome).toEqual([undefined, 1, 'SecurityError']);
  });
});

describe('footfall.track', () => {
  test('sends name, value and unit', async () => {
    await page.goto(`${site.origin}/shop`);
    await page.evaluate('footfall.track("order", { value: 49.5, unit: "EUR", other: 1 })');
    await page.evaluate('footfall.track("signup")');
    await settle();
    expectSeen('/shop', '/shop !order', '/shop !signup');
    expect(hitOf('/shop', 'order')).toMatchObject({ website: 'w1', dnt: false });
    expect(hitOf('/shop', 'order')?.event).toEqual({ name: 'order', value: 49.5, unit: 'EUR' });
    expect(hitOf('/shop', 'signup')?.event).toEqual({ name: 'signup' });
  });

  test('never throws, and never counts a pageview instead', async () => {
    await page.goto(`${site.origin}/`);
    await page.evaluate('footfall.track("a", null); footfall.track(); footfall.track("b", { value: 1n })');
    await settle();
    expectSeen('/', '/ !a', '/ !undefined');
  });
});

describe('the tag', () => {
  test('data-host sends the hits to another origin', async () => {
    await using other = await startRecorder();
    site.pages.set('/', tag.replace('>', ` data-host="${other.origin}/">`));
    await page.goto(site.origin);
    await eventually('the hit at the other origin', () => other.hits.length > 0);
    expect(other.hits[0]?.page).toBe(`${site.origin}/`);
    expect(site.hits).toEqual([]);
  });

  test('data-dnt="true" leaves the privacy signals to the server, anything else overrules them', async () => {
    site.pages.set('/honour', tag.replace('>', ' data-dnt="true">'));
    site.pages.set('/false', tag.replace('>', ' data-dnt="false">'));
    await page.goto(`${site.origin}/honour`);
    await page.goto(`${site.origin}/false`);
    await settle();
    expectSeen('/honour', '/false');
    expect(hitOf('/honour')).not.toHaveProperty('dnt');
    expect(hitOf('/false')?.dnt).toBe(false);
  });

  test.each([
    ['sendBeacon is missing', '<script>delete Navigator.prototype.sendBeacon;</script>', tag],
    ['sendBeacon refuses', '<script>navigator.sendBeacon = () => false;</script>', tag],
    ['data-host is no address', '', tag.replace('>', ' data-host="stats">')],
    ['an element has the id footfall', '<p id="footfall"></p>', tag],
    ['it is a module', '', tag.replace('defer', 'type="module"')],
  ])('works when %s', async (_, before, script) => {
    site.pages.set('/', before + script);
    await page.goto(site.origin);
    await settle();
    expectSeen('/');
  });

  test.each([
    ['data-host is broken', '', tag.replace('>', ' data-host="http://">')],
    [
      'there is nothing to send with',
      '<script>delete Navigator.prototype.sendBeacon; delete window.fetch;</script>',
      tag,
    ],
  ])('does nothing, without an error, when %s', async (_, before, script) => {
    site.pages.set('/', before + script);
    await page.goto(site.origin);
    await page.evaluate('footfall.track("event"); history.pushState(null, "", "/next")');
    expect(site.hits).toEqual([]);
  });
});

describe('a page that is not on show', () => {
  test('a prerendered page counts once, when it is shown', async () => {
    // The gate makes the page click its own link: attaching to it, to click, would rule prerendering out.
    site.pages.set('/start', tag + PRERENDERING);
    // The module runs after the deferred tracker: when its signal is here, a hit sent too early would be, too.
    site.pages.set('/ahead', `${tag}<script type="module">footfall.track('early');</script>${REPORTING}`);
    await openDetached(browser, site, '/start');
    await eventually('the prerendered page', () => site.signals.includes('ready'));
    expect(site.signals).toContain('prerendering=true');
    expectSeen('/start');

    site.openGate('click');
    await eventually('the hits of the page shown', () => seen().length > 2);
    expectSeen('/ahead', '/ahead !early', '/start');
    // It was shown, not loaded anew; and its hits no longer say that they are of a prerendered page.
    expect(site.signals.filter((signal) => signal === 'ready')).toHaveLength(1);
    expect(site.headers.map((headers) => headers['sec-purpose'])).toEqual([undefined, undefined, undefined]);
    expect(hitOf('/ahead')?.referrer).toBe(`${site.origin}/start`);
  });

  test('a tab in the background counts once, when it is first looked at', async () => {
    const report = `<script type="module">
      await fetch('/signal?' + document.visibilityState);
      await fetch('/signal?ready');
    </script>`;
    site.pages.set('/background', tag + report);
    const show = await openDetached(browser, site, '/background', true);
    await eventually('the page', () => site.signals.includes('ready'));
    // Headless Chromium hides a background tab; the headless shell of @sparticuz/chromium knows no hidden tabs.
    if (site.signals.includes('hidden')) {
      expectSeen();
      await show();
    }
    await eventually('the hit', () => seen().length > 0);
    expectSeen('/background');
  });

  test('hiding and showing a page counts no more; what it went to meanwhile counts when shown', async () => {
    // Visibility is simulated: a page that Playwright is attached to is always visible.
    const stub = `<script>
      shown = false;
      Object.defineProperty(document, 'visibilityState', { get: () => (shown ? 'visible' : 'hidden') });
      show = (value) => { shown = value; document.dispatchEvent(new Event('visibilitychange')); };
    </script>`;
    site.pages.set('/tab', stub + tag);
    await page.goto(`${site.origin}/tab`);
    await page.evaluate('footfall.track("held"); history.pushState(null, "", "/tab/unseen")');
    await page.evaluate('history.pushState(null, "", "/tab/first")');
    await page.evaluate('fetch("/signal")');
    expectSeen();
    await page.evaluate('show(true); show(false); show(true)');
    await settle();
    await page.evaluate('show(false); history.pushState(null, "", "/tab/second")');
    await settle();
    expectSeen('/tab/first', '/tab/first !held');
    await page.evaluate('show(true)');
    await settle();
    expectSeen('/tab/first', '/tab/first !held', '/tab/second');
  });

  test('a page that comes back from the back/forward cache counts again', async () => {
    await page.goto(`${site.origin}/one`);
    await page.evaluate('addEventListener("pageshow", (event) => { restored = event.persisted; })');
    await page.goto(`${site.origin}/two`);
    await page.goBack({ waitUntil: 'commit' });
    const restored = await page.evaluate('typeof restored === "boolean" && restored');
    await settle();
    expectSeen('/one', '/two', '/one');
    // The headless shell of @sparticuz/chromium has no such cache and loads the page anew: there it is simulated.
    if (!restored) {
      await page.evaluate('dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))');
      await settle();
      expectSeen('/one', '/two', '/one', '/one');
    }
  });
});
