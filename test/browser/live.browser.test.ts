import { describe, expect, test } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { countStreams, livePagesForFile, now, total } from '../support/livePages.ts';
import { fillTraffic, newBrowser, passUntil, picture, seriousFindings } from '../support/pages.ts';
import { eventually } from '../support/site.ts';
import { open } from '../support/statistics.ts';

const live = livePagesForFile();

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
    const site = await live.newSite('alone');
    await fillTraffic(live.server, site.id, 3);
    await using person = await newBrowser(live.browser);
    const { page } = person;
    await page.clock.install();
    await open(page, live.addressOf(site, '?period=today'));
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
    await live.visit(site, '/');
    await now(page).getByText('1 now').waitFor();
    await total(page)
      .getByText(new RegExp(`^${before + 1}$`))
      .waitFor();
    await live.visit(site, '/more');
    await now(page).getByText('2 now').waitFor();
    // The page reads its numbers every five seconds at most.
    await passUntil(page, total(page).getByText(new RegExp(`^${before + 2}$`)), 1_000);
    const seen = await page.evaluate(() => (window as unknown as { seen: object }).seen);
    expect(seen).toEqual({ shift: expect.closeTo(0, 2), dimmed: 0 });
  });

  test('has no stream in a frame of another page', async () => {
    const site = await live.newSite('embedded');
    await using person = await newBrowser(live.browser);
    const streams = countStreams(person.context);
    await open(person.page, live.addressOf(site, '?embed=1'));
    expect(await now(person.page).count()).toBe(0);
    expect(streams()).toBe(0);
  });

  test.each([
    ['a moment', 0],
    ['more than a minute', 61_000],
  ])('has no stream while it is hidden for %s, and reads the numbers once afterwards', async (_, ms) => {
    const site = await live.newSite(`hidden${ms}`);
    await using person = await newBrowser(live.browser);
    const { page, context } = person;
    const [streams, ended, reads] = [countStreams(context), countEnds(context), countReads(context)];
    await page.clock.install();
    await open(page, live.addressOf(site, '?period=today'));
    await now(page).getByText('0 now').waitFor();
    const before = reads();
    await setHidden(page, true);
    await eventually('the stream ends', () => ended() === 1);
    await live.visit(site, '/');
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
    const site = await live.newSite('view');
    for (const path of ['/', '/tea', '/tea']) await live.visit(site, path);
    await using person = await newBrowser(live.browser);
    const { page } = person;
    await open(page, live.addressOf(site));
    await page.keyboard.press('r');
    await page.waitForURL(/\?view=live$/);
    await page.locator('.live-count').getByText('3 visitors in the last 5 minutes').waitFor();
    const pages = page.getByRole('region', { name: 'Pages' });
    expect(await pages.locator('.bar-row-label').allTextContents()).toEqual(['/tea', '/']);
    expect(await pages.locator('.bar-row-count').allTextContents()).toEqual(['2', '1']);
    await page.getByRole('region', { name: 'Referrers' }).getByText('news.example').waitFor();
    const feed = page.locator('.feed > li');
    expect(await feed.locator('.feed-what').allTextContents()).toEqual(['/tea', '/tea', '/']);
    await live.visit(site, '/new');
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
    const site = await live.newSite('axe');
    for (let n = 0; n < 14; n += 1) await live.visit(site, `/guides/green-tea/${n % 5}`);
    await using person = await newBrowser(live.browser);
    const { page } = person;
    await page.goto(live.addressOf(site, '?view=live'));
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
  const site = await live.newSite('tabs');
  await using person = await newBrowser(live.browser);
  const { page, context } = person;
  const streams = countStreams(context);
  await open(page, live.addressOf(site));
  await now(page).getByText('0 now').waitFor();
  const second = await context.newPage();
  await open(second, live.addressOf(site));
  await now(second).getByText('0 now').waitFor();
  await live.visit(site, '/');
  await Promise.all([page, second].map((tab) => now(tab).getByText('1 now').waitFor()));
  expect(streams()).toBe(1);
  await page.close();
  await eventually('the second tab has a stream', () => streams() === 2);
  await live.visit(site, '/');
  await now(second).getByText('2 now').waitFor();
});
