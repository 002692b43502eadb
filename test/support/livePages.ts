import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { type Registered, register, startPages } from './pages.ts';
import type { TestServer } from './server.ts';
import { outcome, RECORDED, sendHit } from './track.ts';

interface Site extends Registered {
  domain: string;
}

/** A browser, and a server whose websites have no hits yet. */
export interface LivePages {
  browser: Browser;
  server: TestServer;
  /** A website of its own, so that tests do not count each other's hits; by default it is public. */
  newSite(name: string, privacy?: string): Promise<Site>;
  /** Sends a pageview of a new visitor. */
  visit(site: Site, page: string): Promise<void>;
  /** The URL of the statistics page of a website. */
  addressOf(site: Registered, query?: string): string;
}

/** The live pages of a test file: started before its first test, and stopped after its last. */
export function livePagesForFile(): LivePages {
  let visitors = 0;
  const live = {
    async newSite(name, privacy = '0') {
      const domain = `${name}.example`;
      return { ...(await register(live.server, { url: domain, privacy })), domain };
    },
    async visit(site, page) {
      visitors += 1;
      const response = await sendHit(
        live.server,
        {
          website: site.trackingId,
          page: `https://${site.domain}${page}`,
          referrer: 'https://news.example/',
        },
        { 'x-forwarded-for': `84.20.${visitors >> 8}.${visitors & 255}` },
      );
      expect(outcome(response)).toEqual(RECORDED);
    },
    addressOf: ({ trackingId }, query = '') => `${live.server.url}/s/${trackingId}${query}`,
  } as LivePages;
  beforeAll(async () => {
    live.browser = await launchBrowser();
    live.server = await startPages({ env: { TRUST_PROXY: '1' } });
  });
  afterAll(async () => {
    await live.browser?.close();
    await live.server?.[Symbol.asyncDispose]();
  });
  return live;
}

/** The number of present visitors in the header of a page. */
export const now = (page: Page) => page.locator('.now');

/** The total of visitors on a page. */
export const total = (page: Page) => page.getByRole('tab', { name: /^Visitors/ });

/** Counts the streams that the pages of a context open. */
export function countStreams(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (request) => {
    if (request.headers().accept === 'text/event-stream') count += 1;
  });
  return () => count;
}
