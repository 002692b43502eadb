import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { dice } from '../../src/demo/random.ts';
import { traffic } from '../../src/demo/traffic.ts';
import { storeDrops, storeHits } from '../../src/ingest/store/store.ts';
import { root } from '../../src/root.ts';
import { OWNER } from './person.ts';
import { freePort } from './postgresql/server.mjs';
import { NOON, startTestServer, type TestServer } from './server.ts';

/** A test server whose BASE_URL is its real address, as pages need it. */
export async function startPages(options: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> {
  const port = await freePort();
  const env = { PORT: String(port), BASE_URL: `http://127.0.0.1:${port}`, TRUST_PROXY: '0', ...options.env };
  return startTestServer({ ...options, env });
}

/** A website that was registered over REST. */
export interface Registered {
  id: number;
  trackingId: string;
}

export async function register(server: TestServer, fields: Record<string, string>): Promise<Registered> {
  const body = new URLSearchParams(fields);
  const response = await server.call('/api/v1/websites', { method: 'POST', body });
  const { data } = (await response.json()) as { data: { id: number; tracking_id: string } };
  return { id: data.id, trackingId: data.tracking_id };
}

/** Fills a website with generated traffic of the given number of days, up to the server's current day. */
export async function fillTraffic(server: TestServer, websiteId: number, days: number): Promise<void> {
  let id = BigInt(websiteId) << 32n;
  for (const { hits, drops } of traffic(
    { websiteId, timezone: 'UTC', size: 0.3 },
    days,
    NOON,
    dice(websiteId),
  ))
    await server.deps.db.write(async (tx) => {
      await storeHits(tx, hits, () => ++id);
      await storeDrops(tx, drops);
    });
}

/** Opens a browser context; closing it fails the test if a page reported an error. */
export async function newBrowser(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; page: Page; [Symbol.asyncDispose](): Promise<void> }> {
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'Europe/Berlin', ...options });
  const problems: string[] = [];
  context.on('weberror', (error) => void problems.push(String(error.error())));
  context.on('console', (message) => {
    // Chromium logs every 404 response as an error, which is no defect of the page.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      problems.push(message.text());
  });
  const page = await context.newPage();
  return {
    ...{ context, page },
    async [Symbol.asyncDispose]() {
      await context.close();
      expect(problems).toEqual([]);
    },
  };
}

/** Logs in as the owner on the login page. */
export async function logIn(page: Page, server: TestServer, next = '/websites'): Promise<void> {
  await page.goto(`${server.url}/login?${new URLSearchParams({ next })}`);
  await page.getByLabel('Email address').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(`${server.url}${next}`);
}

/**
 * The serious and critical findings of axe on a page, by all of its rules. Without both settings a page takes
 * seven times as long: the default mode finishes in another page, for frames of other origins, of which there
 * are none; and axe would describe every element that meets a rule.
 */
export async function seriousFindings(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

const SCREENSHOTS = path.join(root, '.cache/screenshots');

/** Saves a screenshot of the page in a folder outside git if FOOTFALL_PICTURES is set. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!process.env.FOOTFALL_PICTURES) return;
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({
    path: path.join(SCREENSHOTS, `${name}.jpg`),
    type: 'jpeg',
    quality: 80,
    fullPage: true,
  });
}
