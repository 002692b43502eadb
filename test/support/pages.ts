import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { dice } from '../../src/demo/random.ts';
import { traffic } from '../../src/demo/traffic.ts';
import { storeDrops, storeHits } from '../../src/ingest/store/store.ts';
import { root } from '../../src/root.ts';
import { OWNER } from './person.ts';
import { freePort } from './postgresql/server.mjs';
import { NOON, startTestServer, type TestServer } from './server.ts';
import { eventually } from './site.ts';

export { DIALOG, seriousFindings } from './browser/axe.ts';
export { newBrowser } from './browser/reuse.ts';

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

/** Waits for a title. That of statistics under a filter comes when the words for filters have loaded. */
export const titled = (page: Page, title: string): Promise<void> =>
  eventually(`the title ${title}`, async () => (await page.title()) === title);

/**
 * Lets the time of a page pass until the page shows something. Its clock must be installed. That also goes on
 * by itself, so this only saves waiting.
 * @param stepMs after how long the page asks again, in ms.
 */
export const passUntil = (page: Page, shown: Locator, stepMs: number): Promise<void> =>
  eventually(
    `${shown} to be shown`,
    async () => {
      if (await shown.isVisible()) return true;
      await page.clock.runFor(stepMs);
      return false;
    },
    60_000,
    50,
  );

const LOG_IN = `mutation ($input: LogInInput!) { logIn(input: $input) {
  ... on LogInSuccess { viewer { email } }
  ... on UserErrors { errors { message } } } }`;

/**
 * Logs in as the owner, as the login page does. `account.browser.test.ts` uses the login page itself.
 * @param next the path of a page to open then; a test that opens another one leaves it out.
 */
export async function logIn(page: Page, server: TestServer, next?: string): Promise<void> {
  const response = await page.context().request.post(`${server.url}/graphql`, {
    headers: { accept: 'application/json', 'sec-fetch-site': 'same-origin' },
    data: { query: LOG_IN, variables: { input: OWNER } },
    // The server may close an idle connection at the moment of the next request.
    maxRetries: 1,
  });
  expect(await response.json()).toMatchObject({ data: { logIn: { viewer: { email: OWNER.email } } } });
  if (next) await page.goto(`${server.url}${next}`);
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

/**
 * Chooses an option of the list that has the focus by the first letter of its name, again and again. A whole
 * word would be a matter of speed: Chromium takes letters that come more than a second apart for the
 * beginnings of two words.
 */
export async function chooseOption(page: Page, list: Locator, name: string): Promise<void> {
  const chosen = () => list.evaluate((field: HTMLSelectElement) => field.selectedOptions[0]?.textContent);
  const most = await list.locator('option').count();
  for (let presses = 0; presses <= most; presses++) {
    if ((await chosen()) === name) {
      return;
    }
    await page.keyboard.press(name.charAt(0));
  }
  throw new Error(`${name} cannot be chosen by its first letter.`);
}
