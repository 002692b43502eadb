import { expect, test } from '@jest/globals';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { newBrowser, picture } from '../support/pages.ts';
import { eventually } from '../support/site.ts';
import { open, statisticsForFile } from '../support/statistics.ts';

const statistics = statisticsForFile();

const PHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'no-preference',
};
const STEPS = 8;

/** Moves a finger from the middle of an element, as the browser receives it from a screen. */
async function swipe(page: Page, element: Locator, [x, y]: [number, number], keepDown = false) {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not visible.');
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const touch = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: from.x + x * part, y: from.y + y * part }],
    });
  await send('touchStart', 0);
  for (let step = 1; step <= STEPS; step++) await send('touchMove', step / STEPS);
  if (!keepDown) await send('touchEnd', 1);
  return { release: () => send('touchEnd', 1) };
}

async function openPhone(page: Page, query: string) {
  await open(page, statistics.addressOf(query));
  await page.locator('.chart-canvas .u-over').waitFor();
}

/** Waits until the page shows the statistics of the period in its address. */
const settled = (page: Page) => page.locator('main[aria-busy="false"]').waitFor();

test.each(['.chart-canvas', '.days-shown', '.page-header h1'])(
  'a swipe over %s to the right shows the period before, one to the left the period after',
  async (where) => {
    await using person = await newBrowser(statistics.browser, PHONE);
    const { page } = person;
    await openPhone(page, '?period=last_7_days');
    await swipe(page, page.locator(where), [120, 10]);
    await page.waitForURL(/\?from=2026-11-08&to=2026-11-14$/);
    await settled(page);
    await swipe(page, page.locator(where), [120, 10]);
    await page.waitForURL(/\?from=2026-11-01&to=2026-11-07$/);
    await settled(page);
    await swipe(page, page.locator(where), [-120, -10]);
    await page.waitForURL(/\?from=2026-11-08&to=2026-11-14$/);
    await page.getByRole('button', { name: 'Days shown: Nov 8 – 14, 2026' }).waitFor();
  },
);

test('nothing comes after today, and a short movement does nothing', async () => {
  await using person = await newBrowser(statistics.browser, PHONE);
  const { page } = person;
  await openPhone(page, '?period=last_7_days');
  await swipe(page, page.locator('.chart-canvas'), [-120, 0]);
  await swipe(page, page.locator('.chart-canvas'), [25, 0]);
  await page.locator('[data-swipe=moves]').evaluate((moved) => {
    for (const motion of moved.getAnimations()) motion.finish();
  });
  expect(await page.locator('[data-swipe=moves]').getAttribute('style')).toBe('');
  expect(page.url()).toBe(statistics.addressOf('?period=last_7_days'));
});

test('a vertical movement scrolls the page, and the tabs of the totals scroll sideways', async () => {
  await using person = await newBrowser(statistics.browser, PHONE);
  const { page } = person;
  await openPhone(page, '?period=last_7_days');
  await swipe(page, page.locator('.totals-tabs'), [-150, 0]);
  await eventually('the tabs have scrolled', () =>
    page.locator('.totals-tabs').evaluate(({ scrollLeft }) => scrollLeft > 50),
  );
  await swipe(page, page.locator('.chart-canvas'), [40, -200]);
  await eventually('the page has scrolled', async () => Number(await page.evaluate('scrollY')) > 50);
  await page.locator('.world-map-frame').scrollIntoViewIfNeeded();
  await page.locator('.world-map path').first().waitFor();
  await swipe(page, page.locator('.world-map'), [120, 0]);
  // A tap would only stop the scrolling.
  await page.getByRole('button', { name: /^Days shown/ }).press('Enter');
  const calendar = page.getByRole('dialog', { name: 'Days to show' });
  await calendar.getByRole('button', { name: /^Show / }).waitFor();
  await swipe(page, calendar.getByRole('grid'), [120, 0]);
  await page.keyboard.press('Escape');
  expect(page.url()).toBe(statistics.addressOf('?period=last_7_days'));
});

test('the content follows the finger, unless the browser prefers reduced motion', async () => {
  for (const [reducedMotion, expected] of [
    ['no-preference', /^translate: 4[0-9](\.\d+)?px;$/],
    ['reduce', /^$/],
  ] as const) {
    await using person = await newBrowser(statistics.browser, { ...PHONE, reducedMotion });
    const { page } = person;
    await openPhone(page, '?period=last_7_days');
    const moved = page.locator('[data-swipe=moves]');
    const { release } = await swipe(page, page.locator('.chart-canvas'), [120, 0], true);
    await page.evaluate('new Promise(requestAnimationFrame)');
    expect((await moved.getAttribute('style')) ?? '').toMatch(expected);
    await picture(page, `swipe-${reducedMotion}`);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await release();
    await page.waitForURL(/\?from=2026-11-08&to=2026-11-14$/);
  }
});

test('the first tap on the chart shows the numbers of a day, the second one only that day', async () => {
  await using person = await newBrowser(statistics.browser, PHONE);
  const { page } = person;
  await openPhone(page, '?period=last_7_days');
  const lines = page.locator('.chart-canvas .u-over');
  const { width, height } = (await lines.boundingBox()) ?? { width: 0, height: 0 };
  const position = { x: width / 2, y: height / 2 };
  await lines.tap({ position });
  await page.locator('.chart-tip').getByText('Wed, Nov 18, 2026').waitFor();
  await page.locator('.chart-tip').getByText('Tap again').waitFor();
  expect(page.url()).toBe(statistics.addressOf('?period=last_7_days'));
  await lines.tap({ position });
  await page.waitForURL(/\?from=2026-11-18&to=2026-11-18$/);
});
