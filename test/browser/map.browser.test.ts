import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Hit } from '../../src/ingest/hit.ts';
import { storeHits } from '../../src/ingest/store/store.ts';
import { launchBrowser } from '../support/browser.ts';
import { DIMENSIONS } from '../support/dimensions.ts';
import { newBrowser, picture, register, startPages } from '../support/pages.ts';
import { NOON, type TestServer } from '../support/server.ts';
import { open } from '../support/statistics.ts';

let browser: Browser;
let server: TestServer;
beforeAll(async () => {
  browser = await launchBrowser();
  server = await startPages();
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

/** Registers a website with this many visitors of each country today, and opens its statistics. */
async function openWith(page: Page, domain: string, visitors: Record<string, number>): Promise<void> {
  const site = await register(server, { url: domain, privacy: '0' });
  const hits: Hit[] = Object.entries(visitors).flatMap(([country, count], place) =>
    Array.from({ length: count }, (_, number) => ({
      ...{ websiteId: site.id, at: NOON, day: 20261121, hour: 12, path: '/', event: null },
      visitor: BigInt(place * 100 + number + 1),
      dimensions: { ...DIMENSIONS, country, city: '' },
    })),
  );
  let id = BigInt(site.id) << 40n;
  await server.deps.db.write((tx) => storeHits(tx, hits, () => ++id));
  await open(page, `${server.url}/s/${site.trackingId}?period=today`);
  await page.locator('.world-map-frame').scrollIntoViewIfNeeded();
  await page.locator('.world-map path').first().waitFor();
}

/** The texts of the map's tooltip after each press of the right arrow key. */
async function walk(page: Page, steps: number): Promise<string[]> {
  const said: string[] = [];
  await page.locator('.world-map').focus();
  for (let step = 0; step < steps; step++) {
    await page.keyboard.press('ArrowRight');
    said.push((await page.locator('.world-map-tip').textContent()) ?? '');
  }
  return said;
}

const painted = (page: Page) =>
  page
    .locator('.world-map path[style]')
    .evaluateAll((paths) => [...new Set(paths.map((path) => path.getAttribute('data-code')))].sort());

test('visitors of unknown country are not painted, and the arrow keys skip them', async () => {
  await using person = await newBrowser(browser);
  await openWith(person.page, 'unknown.example', { '': 5, DE: 2 });
  expect(await painted(person.page)).toEqual(['DE']);
  const tip = 'Germany2 visitors, 29%';
  expect(await walk(person.page, 3)).toEqual([tip, tip, tip]);
});

test('territories without a number in the atlas show their visitors', async () => {
  await using person = await newBrowser(browser);
  await openWith(person.page, 'kosovo.example', { XK: 4, CY: 3, SO: 2, '': 2, DE: 1 });
  expect(await painted(person.page)).toEqual(['CY', 'DE', 'SO', 'XK']);
  expect(await walk(person.page, 5)).toEqual([
    'Kosovo4 visitors, 33%',
    'Cyprus3 visitors, 25%',
    'Somalia2 visitors, 17%',
    'Germany1 visitor, 8.3%',
    'Kosovo4 visitors, 33%',
  ]);
  await picture(person.page, 'map-unnumbered');
});
