import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Hit } from '../../src/ingest/hit.ts';
import { storeHits } from '../../src/ingest/store/store.ts';
import { launchBrowser } from '../support/browser.ts';
import { DIMENSIONS } from '../support/dimensions.ts';
import { newBrowser, picture, register, seriousFindings, startPages } from '../support/pages.ts';
import { NOON, type TestServer } from '../support/server.ts';
import { eventually } from '../support/site.ts';
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
      websiteId: site.id,
      at: NOON,
      day: 20261121,
      hour: 12,
      path: '/',
      event: null,
      visitor: BigInt(place * 1_000 + number + 1),
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

test('a zoomed map and its buttons stay within their card on a phone', async () => {
  await using person = await newBrowser(browser, { viewport: { width: 360, height: 800 } });
  const { page } = person;
  await openWith(page, 'phone.example', { DE: 990, FR: 400, US: 190, NL: 110 });
  await page.getByRole('button', { name: 'Zoom into the map' }).click();
  await page.getByRole('button', { name: 'Show the whole map' }).waitFor();
  const card = await page.locator('.panel-card-places').boundingBox();
  for (const part of ['.world-map', '.world-map-zoom > :last-child', '.world-map-zoom > :first-child']) {
    const box = await page.locator(part).boundingBox();
    if (!card || !box) throw new Error(`There is no ${part}.`);
    expect([part, box.x >= card.x, box.x + box.width <= card.x + card.width]).toEqual([part, true, true]);
  }
});

test('the map zooms with buttons and Ctrl and the wheel, and moves to a country', async () => {
  await using person = await newBrowser(browser, { viewport: { width: 1280, height: 900 } });
  const { page } = person;
  await openWith(page, 'zoom.example', { DE: 400, FR: 90, US: 30, NL: 1 });
  expect(await page.locator('.world-map-legend').textContent()).toBe('25100225400visitors');
  const germany = page.locator('.world-map path[data-code="DE"]');
  await page.mouse.move(0, 0);
  const box = async () => (await germany.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const whole = await box();
  await picture(page, 'map');

  await page.getByRole('button', { name: 'Zoom into the map' }).click();
  await page.locator('.world-map > g[transform$="scale(2)"]').waitFor();
  const twice = await box();
  // The outline keeps its width.
  expect(twice.width / whole.width).toBeGreaterThan(1.8);
  expect(await seriousFindings(page, '.world-map-frame')).toEqual([]);
  // The wheel alone scrolls the page.
  await page.locator('.world-map').hover();
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await eventually('the map to zoom', async () => (await box()).width > twice.width * 1.1);

  const frame = await page.locator('.world-map').boundingBox();
  if (!frame) throw new Error('There is no map.');
  const before = await box();
  await page.mouse.move(frame.x + frame.width / 2, frame.y + frame.height / 2);
  await page.mouse.down();
  await page.mouse.move(frame.x + frame.width / 2 - 60, frame.y + frame.height / 2, { steps: 4 });
  await page.mouse.up();
  await eventually('the map to move', async () => Math.abs((await box()).x - before.x + 60) < 1);
  expect(page.url()).not.toContain('country=');

  // A country that is chosen with the keyboard moves into the middle.
  await page.locator('.world-map').blur();
  await walk(page, 3);
  await page.locator('.world-map-tip').getByText('United States').waitFor();
  await picture(page, 'map-zoomed');
  await page.getByRole('button', { name: 'Show the whole map' }).click();
  await page.locator('.world-map > g[transform$="scale(1)"]').waitFor();
  expect((await box()).width).toBeCloseTo(whole.width, 0);
  await germany.click();
  await page.waitForURL(/country\.is=DE/);
});
