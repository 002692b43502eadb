import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openLoaded } from '../support/browser.ts';
import { logIn, newBrowser } from '../support/pages.ts';
import { statisticsForFile } from '../support/statistics.ts';

const statistics = statisticsForFile();

/** The families of the loaded fonts, and the widths of numbers with four digits. */
const typeface = (page: Page) =>
  page.evaluate<{ loaded: string[]; widths: number[] }>(`document.fonts.ready.then(() => {
    const widthOf = (text) => {
      const probe = document.body.appendChild(document.createElement('span'));
      probe.textContent = text;
      const { width } = probe.getBoundingClientRect();
      probe.remove();
      return width;
    };
    return {
      loaded: [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
      widths: ['1111', '8888', '4070'].map(widthOf),
    };
  })`);

test('all pages are set in the typeface of the server, whose digits have one width', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  const hosts = new Set<string>();
  const fonts: string[] = [];
  page.on('request', (request) => {
    const { host, pathname } = new URL(request.url());
    hosts.add(host);
    if (request.resourceType() === 'font') fonts.push(pathname);
  });
  await logIn(page, statistics.server);
  for (const address of [statistics.addressOf(), `${statistics.server.url}/websites`]) {
    await openLoaded(page, address);
    const { loaded, widths } = await typeface(page);
    expect([address, loaded, new Set(widths).size]).toEqual([address, ['Figtree'], 1]);
  }
  // Letters that only other languages need are in a second file, which these pages do not load.
  expect(new Set(fonts.map((name) => name.replace(/-[^-]{8}\.woff2$/, '')))).toEqual(
    new Set(['/assets/figtree-latin']),
  );
  expect(hosts.size).toBe(1);
});

test('the axes of the chart have the same typeface, also if it arrives after them', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await page.addInitScript(`
    globalThis.drawn = [];
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (...given) {
      globalThis.drawn.push([this.font, document.fonts.check(this.font)]);
      return fillText.apply(this, given);
    };
  `);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/figtree-latin-[^/]*\.woff2$/, async (route) => {
    await held;
    await route.continue();
  });
  // The event `load` waits for the file.
  await page.goto(statistics.addressOf(), { waitUntil: 'commit' });
  await page.locator('.chart-canvas canvas').waitFor();
  expect(await page.evaluate('globalThis.drawn.at(-1)')).toEqual([expect.stringContaining('Figtree'), false]);
  release();
  await page.evaluate(`new Promise((done) => {
    const look = () => (globalThis.drawn.at(-1)[1] ? done() : requestAnimationFrame(look));
    look();
  })`);
});
