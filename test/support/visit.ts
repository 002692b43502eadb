import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { buildTracker } from '../../scripts/build-tracker.ts';
import { launchBrowser } from './browser.ts';
import { eventually, type Site, startSite } from './site.ts';

/** The payload that the tracker sends. */
export interface SentHit {
  website?: string;
  page: string;
  referrer: string;
  screen_resolution: string;
  language: string;
  event?: { name: string; value?: number; unit?: string };
  dnt?: boolean;
  hash?: boolean;
  reload?: number;
  id: string;
}

/** A website with the tracker that records every payload it receives. */
export interface Recorder extends Site {
  /** The received payloads, and the headers of each. */
  hits: SentHit[];
  headers: IncomingHttpHeaders[];
  /** How the next requests with a payload fail: the status of the answer, or a reset of the connection. */
  failures: (number | 'reset')[];
  /** Further scripts by path. */
  scripts: Map<string, string>;
}

export const tag = '<script defer src="/script.js" data-website="w1"></script>';
/** The code of the tracker, as it was built. */
export let code: string;

/** Starts a website whose pages contain the tracker's tag by default. */
export async function startRecorder(): Promise<Recorder> {
  const hits: SentHit[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const failures: Recorder['failures'] = [];
  const scripts = new Map<string, string>();
  const site = await startSite(tag, async (path, request, response) => {
    const script = path === '/script.js' ? (scripts.get(path) ?? code) : scripts.get(path);
    if (script !== undefined) {
      response.setHeader('content-type', 'text/javascript').end(script);
    } else if (path === '/api/event' && request.method === 'POST') {
      const failure = failures.shift() ?? 202;
      if (failure === 'reset') return Boolean(request.socket.destroy());
      const hit = JSON.parse(await text(request));
      if (failure === 202) {
        hits.push(hit);
        headers.push(request.headers);
      }
      response.writeHead(failure, { 'access-control-allow-origin': '*' }).end();
    } else {
      return false;
    }
    return true;
  });
  return { ...site, hits, headers, failures, scripts };
}

/** A browser on a website with the tracker; new for every test. */
export interface Visit {
  browser: Browser;
  context: BrowserContext;
  page: Page;
  site: Recorder;
  /**
   * The hits so far as `path` or `path !event`, without those of `settle`. As at the server, those with one
   * id are one: a request that is under way when the page is left is sent again. Their order depends on the
   * connections.
   */
  seen(): string[];
  expectSeen(...hits: string[]): void;
  hitOf(path: string, event?: string): SentHit | undefined;
  /**
   * Waits until all hits that the page has sent so far have arrived, so that a test can assert that nothing
   * else was sent. Sends a marker event twice, because the first one may overtake a hit on another
   * connection.
   */
  settle(): Promise<void>;
}

/** Gives every test of a file a new visit; fails a test if a page had an error. */
export function eachWithVisit(): Visit {
  let errors: Error[];
  const visit = {
    seen: () =>
      [...new Map(visit.site.hits.map((hit) => [hit.id, hit])).values()]
        .filter((hit) => hit.event?.name !== 'settle')
        .map((hit) => hit.page.replace(visit.site.origin, '') + (hit.event ? ` !${hit.event.name}` : '')),
    expectSeen: (...hits) => expect(visit.seen().sort()).toEqual(hits.sort()),
    hitOf: (path, event) =>
      visit.site.hits.find((hit) => hit.page === visit.site.origin + path && hit.event?.name === event),
    async settle() {
      const markers = () => visit.site.hits.filter((hit) => hit.event?.name === 'settle').length;
      for (const round of [1, 2]) {
        const before = markers();
        await visit.page.evaluate('footfall.track("settle")');
        await eventually(`marker ${round}`, () => markers() > before);
      }
    },
  } as Visit;

  beforeAll(async () => {
    ({ code } = await buildTracker());
    // Playwright disables the back/forward cache by default.
    visit.browser = await launchBrowser({ ignoreDefaultArgs: ['--disable-back-forward-cache'] });
  });
  afterAll(() => visit.browser?.close());
  beforeEach(async () => {
    visit.site = await startRecorder();
    visit.context = await visit.browser.newContext({
      locale: 'de-DE',
      screen: { width: 1280, height: 720 },
    });
    visit.page = await visit.context.newPage();
    errors = [];
    visit.context.on('weberror', (error) => errors.push(error.error()));
  });
  afterEach(async () => {
    await visit.context.close();
    await visit.site[Symbol.asyncDispose]();
    expect(errors).toEqual([]);
  });
  return visit;
}
