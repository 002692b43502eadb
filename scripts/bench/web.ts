/**
 * `npm run bench:web`: measures how long Chromium on this machine takes to show the demo's statistics page.
 * Compares it with the time that the same Chromium takes for an empty page of the same server (GET /healthz).
 * Also on a slow connection: the first paint, the totals, and the page with its tabs.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startServer } from '../../src/app/server.ts';
import { readConfig } from '../../src/config.ts';
import { fillDemo } from '../../src/demo/fill.ts';
import { chunkJob } from '../../src/engine/columns/chunks/job.ts';
import { createLog } from '../../src/log.ts';
import { root } from '../../src/root.ts';
import { launchBrowser } from '../../test/support/browser.ts';

const ROUNDS = 9;
const RANGES = ['Yesterday', 'Last 7 days', 'Last month', 'Last 12 months', 'Last 30 days'];

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const say = (text: string) => process.stdout.write(`${text}\n`);

/**
 * The time from a click to the first frame with new numbers, in ms, measured in the page.
 * @param target an expression: the element to click.
 */
function clickAndWait(page: Page, target: string): Promise<number> {
  return page.evaluate(`new Promise((done) => {
    const shown = () =>
      document.querySelector('.total-count').parentElement.parentElement.textContent +
      document.querySelector('caption').textContent;
    const before = shown();
    const start = performance.now();
    (${target}).click();
    const look = () =>
      shown() !== before && !document.querySelector('[aria-busy="true"]')
        ? done(performance.now() - start)
        : requestAnimationFrame(look);
    look();
  })`);
}

async function changeRange(page: Page, name: string): Promise<number> {
  await page.getByRole('button', { name: /Days shown/ }).click();
  // A person cannot choose before the calendar is shown; it is loaded on demand.
  await page.getByRole('grid').waitFor();
  return clickAndWait(
    page,
    `[...document.querySelectorAll('.popover-menu button[aria-pressed]')]
      .find((one) => one.textContent.startsWith(${JSON.stringify(name)}))`,
  );
}

/** Filters by the first rows of the cards, one after the other, and returns the times in ms. */
async function filterByRows(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (const group of ['content', 'systems', 'sources']) {
    times.push(
      await clickAndWait(page, `document.querySelector('.panel-card-${group} button.bar-row-label')`),
    );
    await page.goBack();
    await page.locator('.filter-chip').waitFor({ state: 'detached' });
    await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
  }
  return times;
}

/** Sums the layout shifts of a page that no click caused, as browsers do for their score. */
const OBSERVE_SHIFTS = `globalThis.shifts = 0; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shifts += entry.value;
}).observe({ type: 'layout-shift', buffered: true });`;

/** What Chromium's developer tools and WebPageTest called slow 3G: 400 kbit/s, 400 ms for each request. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const SLOW_ROUNDS = 5;

/** The times on a slow connection until the first paint, the totals, and the page that is usable. */
async function loadSlowly(browser: Browser, address: string) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW);
  const start = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('.total-count').first().waitFor();
  const numbers = performance.now() - start;
  await page.getByRole('tab', { name: /^Visitors/ }).waitFor();
  const usable = performance.now() - start;
  const paint = await page.evaluate<number>(
    "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN",
  );
  await context.close();
  return { paint, numbers, usable };
}

const folder = await mkdtemp(path.join(tmpdir(), 'footfall-bench-'));
const config = readConfig({
  PORT: '0',
  HOST: '127.0.0.1',
  DATABASE_URL: `file:${path.join(folder, 'demo.db')}`,
});
const script = await readFile(path.join(root, 'dist/script.js'), 'utf8');
const server = await startServer({ config, log: createLog('warn', false), script, threads: true });
const browser = await launchBrowser({ isMeasured: true });
try {
  const { trackingId } = await fillDemo(server.deps);
  // A server that has run since yesterday has done this.
  await chunkJob(server.deps)();
  const loads: { nothing: number[]; usable: number[] } = { nothing: [], usable: [] };
  const changes: { name: string; ms: number }[] = [];
  const filters: number[] = [];
  const shifts: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript(OBSERVE_SHIFTS);
    let start = performance.now();
    await page.goto(`${server.url}/healthz`);
    loads.nothing.push(performance.now() - start);
    start = performance.now();
    await page.goto(`${server.url}/s/${trackingId}`, { waitUntil: 'commit' });
    await page.getByRole('tab', { name: /^Visitors/ }).waitFor();
    loads.usable.push(performance.now() - start);
    await page.locator('.chart-canvas canvas').waitFor();
    await page.locator('.now-live').waitFor();
    shifts.push(await page.evaluate<number>('globalThis.shifts'));
    filters.push(...(await filterByRows(page)));
    for (const name of RANGES) changes.push({ name, ms: await changeRange(page, name) });
    await context.close();
  }
  const slow: Awaited<ReturnType<typeof loadSlowly>>[] = [];
  for (let round = 0; round < SLOW_ROUNDS; round += 1)
    slow.push(await loadSlowly(browser, `${server.url}/s/${trackingId}`));
  const slowly = (name: keyof (typeof slow)[number]) => median(slow.map((one) => one[name])).toFixed(0);
  const [nothing, usable] = [median(loads.nothing), median(loads.usable)];
  const slowest = changes.sort((a, b) => b.ms - a.ms).slice(0, 3);
  const change = median(changes.map(({ ms }) => ms));
  say(`Empty page               ${nothing.toFixed(0)} ms (median of ${ROUNDS})`);
  say(
    `Statistics page, usable  ${usable.toFixed(0)} ms, ` +
      `${(usable / nothing).toFixed(1)} times as long; empty cache`,
  );
  say(
    `On slow 3G               painted after ${slowly('paint')} ms, totals after ${slowly('numbers')}, ` +
      `usable after ${slowly('usable')} (medians of ${SLOW_ROUNDS})`,
  );
  say(
    `Another range, shown     ${change.toFixed(0)} ms (median of ${changes.length}), ` +
      `the slowest ${slowest.map(({ name, ms }) => `${ms.toFixed(0)} (${name})`).join(', ')}`,
  );
  say(`Filter by a row, shown   ${median(filters).toFixed(0)} ms (median of ${filters.length})`);
  say(`Layout shift             ${Math.max(...shifts).toFixed(3)} (the largest of ${ROUNDS})`);
} finally {
  await browser.close();
  await server.stop();
  await rm(folder, { recursive: true });
}
