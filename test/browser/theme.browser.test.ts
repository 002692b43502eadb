import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { logIn, newBrowser, picture, seriousFindings } from '../support/pages.ts';
import { open, statisticsForFile } from '../support/statistics.ts';

const statistics = statisticsForFile();

const LIGHT = 'rgb(246, 247, 249)';
const DARK = 'rgb(20, 22, 26)';
const colorOf = (page: Page) => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
/** The color at the first pixel of the chart's line, which is drawn again when the theme changes. */
const lineOf = (page: Page) =>
  page.evaluate<string>(`(() => {
    const { width, height } = document.querySelector('.chart-canvas canvas');
    const context = document.querySelector('.chart-canvas canvas').getContext('2d');
    const { data } = context.getImageData(0, 0, width, height);
    const counts = new Map();
    for (let at = 0; at < data.length; at += 4)
      if (data[at + 3] === 255) {
        const color = data.slice(at, at + 3).join();
        counts.set(color, (counts.get(color) ?? 0) + 1);
      }
    return [...counts].sort((one, other) => other[1] - one[1])[0]?.[0] ?? '';
  })()`);

test('the theme is chosen on the statistics page, and kept in this browser for all pages', async () => {
  await using person = await newBrowser(statistics.browser, { colorScheme: 'light' });
  const { page } = person;
  await logIn(page, statistics.server);
  await open(page, statistics.addressOf());
  await page.locator('.chart-canvas canvas').waitFor();
  const light = await lineOf(page);
  expect(await colorOf(page)).toBe(LIGHT);
  await page.getByLabel('Theme').selectOption('dark');
  expect(await colorOf(page)).toBe(DARK);
  expect(await lineOf(page)).not.toBe(light);
  await picture(page, 'theme-dark');
  expect(await seriousFindings(page)).toEqual([]);

  await page.goto(`${statistics.server.url}/websites`);
  await page.getByRole('heading', { name: 'Websites', level: 1 }).waitFor();
  expect([await colorOf(page), await page.getByLabel('Theme').inputValue()]).toEqual([DARK, 'dark']);
  expect(await seriousFindings(page)).toEqual([]);
  await picture(page, 'theme-account');
  await page.getByLabel('Theme').selectOption('system');
  expect(await colorOf(page)).toBe(LIGHT);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await colorOf(page)).toBe(DARK);
  await page.getByLabel('Theme').selectOption('light');
  expect(await colorOf(page)).toBe(LIGHT);
});

test('the chosen theme is there at the first paint, before the page itself runs', async () => {
  await using person = await newBrowser(statistics.browser, { colorScheme: 'light' });
  const { page } = person;
  await open(page, statistics.addressOf());
  await page.getByLabel('Theme').selectOption('dark');
  await page.route('**/assets/stats-*.js', (route) => route.abort());
  await page.goto(statistics.addressOf());
  expect(await colorOf(page)).toBe(DARK);
});

test('the address overrides the stored theme, also after a change of the page', async () => {
  await using person = await newBrowser(statistics.browser, { colorScheme: 'light' });
  const { page } = person;
  await open(page, statistics.addressOf('?embed=1&theme=dark'));
  expect(await colorOf(page)).toBe('rgba(0, 0, 0, 0)');
  expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark');
  expect(await page.getByLabel('Theme').count()).toBe(0);
  await page.keyboard.press('d');
  await page.waitForURL(/\?period=today&embed=1&theme=dark$/);
  await open(page, statistics.addressOf());
  expect(await colorOf(page)).toBe(LIGHT);
});

test('a choice in another tab applies at once', async () => {
  await using person = await newBrowser(statistics.browser, { colorScheme: 'light' });
  const { page, context } = person;
  await open(page, statistics.addressOf());
  const other = await context.newPage();
  await open(other, statistics.addressOf());
  await other.getByLabel('Theme').selectOption('dark');
  await page.locator('html[data-theme="dark"]').waitFor();
  expect(await colorOf(page)).toBe(DARK);
  expect(await page.getByLabel('Theme').inputValue()).toBe('dark');
});
