import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { buildTracker } from '../../scripts/build-tracker.ts';
import { launchBrowser } from './browser.ts';
import { type Recorder, type SentHit, seenAt, startRecorder, tag } from './recorder.ts';
import { eventually } from './site.ts';

export { tag };
/** The code of the tracker and of its second script, as they were built. */
export let code: string;
export let more: string;

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
    seen: () => seenAt(visit.site).filter((hit) => !hit.endsWith(' !settle')),
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
    const tracker = await buildTracker();
    ({ code } = tracker);
    more = tracker.more.code;
    // Playwright disables the back/forward cache by default.
    visit.browser = await launchBrowser({ ignoreDefaultArgs: ['--disable-back-forward-cache'] });
  });
  afterAll(() => visit.browser?.close());
  beforeEach(async () => {
    visit.site = await startRecorder(code, more);
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
