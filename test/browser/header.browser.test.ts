import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { grouped } from '../../src/stats/format.ts';
import { DIALOG, logIn, newBrowser, picture, seriousFindings } from '../support/pages.ts';
import { rest } from '../support/rest.ts';
import { open, statisticsForFile } from '../support/statistics.ts';

const statistics = statisticsForFile();

/** The visitors of the compared period in the REST API, at noon on 21 November 2026. */
async function visitorsBefore(args: Record<string, string>): Promise<number> {
  const query = new URLSearchParams({ from: '2026-11-15', to: '2026-11-21', elapsed: '1', ...args });
  const { body } = await rest<unknown>(statistics.server, `/api/v1/metrics/${statistics.site.id}?${query}`);
  const { visitors } = (body as unknown as { previous: { visitors: number } }).previous;
  expect(visitors).toBeGreaterThan(0);
  return visitors;
}

const total = (page: Page) => page.getByRole('tab', { name: /^Visitors/ });
const chooser = (page: Page) => page.getByRole('button', { name: /^Compared with/ });

describe('the comparison', () => {
  test.each([
    ['Same weekdays', 'same_weekdays', 'Nov 8 – 14, 2026, until 12:00 PM'],
    [
      'Year before',
      'year_ago',
      'Nov 15 – 21, 2025, until 12:00 PM, before the first visit on Sun, Sep 13, 2026',
    ],
  ])('%s is in the address, beside the days and in the totals', async (name, compare, words) => {
    await using person = await newBrowser(statistics.browser);
    const { page } = person;
    await open(page, statistics.addressOf('?period=last_7_days'));
    await chooser(page).click();
    const menu = page.getByRole('dialog', { name: 'Period to compare with' });
    await menu.getByRole('button', { name }).click();
    await page.waitForURL(new RegExp(`\\?period=last_7_days&compare=${compare}$`));
    await page.getByText(`Compared with ${words}`, { exact: false }).first().waitFor();
    await chooser(page).getByText(name).waitFor();
    if (compare === 'same_weekdays') {
      const before = grouped(await visitorsBefore({ compare }));
      await total(page).getByText(`from ${before}`).waitFor();
      expect(await total(page).textContent()).toContain(`compared with ${words}: ${before}`);
      expect(await page.locator('.chart-key-before').textContent()).toBe(words);
    }
    await page.goBack();
    await page.waitForURL(/\?period=last_7_days$/);
    await chooser(page).getByText('Same weekdays').waitFor();
  });

  test('of months is with the months before, and a chosen one stays', async () => {
    await using person = await newBrowser(statistics.browser);
    const { page } = person;
    await open(page, statistics.addressOf('?period=last_month'));
    await chooser(page).getByText('Previous period').waitFor();
    await page.keyboard.press('w');
    await chooser(page).getByText('Same weekdays').waitFor();
    await chooser(page).click();
    const menu = page.getByRole('dialog', { name: 'Period to compare with' });
    await menu.getByRole('button', { name: 'Previous period' }).click();
    await page.waitForURL(/\?period=last_7_days&compare=previous$/);
    await page.keyboard.press('t');
    await page.waitForURL(statistics.addressOf('?compare=previous'));
  });

  test('an own range is chosen in the calendar, and "No comparison" removes the changes', async () => {
    await using person = await newBrowser(statistics.browser, { viewport: { width: 1280, height: 900 } });
    const { page } = person;
    await open(page, statistics.addressOf('?period=last_7_days'));
    await chooser(page).click();
    const menu = page.getByRole('dialog', { name: 'Period to compare with' });
    await menu.getByRole('button', { name: /November 2, 2026/ }).click();
    await menu.getByRole('button', { name: /November 8, 2026/ }).click();
    await picture(page, 'compare-menu');
    expect(await seriousFindings(page, DIALOG)).toEqual([]);
    await menu.getByRole('button', { name: 'Compare with Nov 2 – 8, 2026' }).click();
    await page.waitForURL(/&compare_from=2026-11-02&compare_to=2026-11-08$/);
    const before = await visitorsBefore({ compare_from: '2026-11-02', compare_to: '2026-11-08' });
    await total(page)
      .getByText(`from ${grouped(before)}`)
      .waitFor();
    await chooser(page).getByText('Nov 2 – 8, 2026').waitFor();
    await chooser(page).click();
    await menu.getByRole('button', { name: 'No comparison' }).click();
    await page.waitForURL(/\?period=last_7_days&compare=none$/);
    await page.locator('.total-change').first().waitFor({ state: 'detached' });
    expect(await page.locator('.chart-key-before').count()).toBe(0);
  });

  test('of today ends at the current time, while the chart shows the whole day before', async () => {
    await using person = await newBrowser(statistics.browser);
    const { page } = person;
    await open(page, statistics.addressOf('?period=today'));
    const before = await visitorsBefore({
      from: '2026-11-21',
      to: '2026-11-21',
      compare: 'same_weekdays',
    });
    await total(page)
      .getByText(`from ${grouped(before)}`)
      .waitFor();
    const days = page.locator('.days-shown');
    expect(await days.textContent()).toBe(
      'Sat, Nov 21, 2026, so far. Compared with Sat, Nov 14, 2026, until 12:00 PM',
    );
    expect(await page.locator('.chart-key-before').textContent()).toBe('Sat, Nov 14, 2026');
    expect(await page.getByText('so far').count()).toBe(1);
    const evening = page.getByRole('row', { name: /8:00 – 8:59 PM, Sat, Nov 14, 2026/ });
    expect(await evening.textContent()).toMatch(/[1-9]\d*$/);
  });
});

describe('the arrows', () => {
  test('lead to the period before and back, and never into the future', async () => {
    await using person = await newBrowser(statistics.browser);
    const { page } = person;
    await open(page, statistics.addressOf('?period=this_month'));
    const [before, after] = ['Previous period', 'Next period'].map((name) =>
      page.getByRole('button', { name, exact: true }),
    );
    expect(await after?.getAttribute('aria-disabled')).toBe('true');
    await before?.click();
    await page.waitForURL(/\?period=last_month$/);
    await before?.click();
    await page.waitForURL(/\?from=2026-09-01&to=2026-09-30$/);
    await page.getByRole('button', { name: 'Days shown: Sep 1 – 30, 2026' }).waitFor();
    await after?.click();
    await page.waitForURL(/\?period=last_month$/);
    await after?.click();
    await page.waitForURL(/\?period=this_month$/);
    expect(await after?.getAttribute('aria-disabled')).toBe('true');
  });
});

test('menus stay within the window at every width', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1440, height: 900 } });
  const { page } = person;
  await logIn(page, statistics.server);
  await open(page, statistics.addressOf('?period=last_7_days'));
  const placed: unknown[] = [];
  for (const width of [320, 360, 640, 768, 900, 960, 1100, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const [button, menu] of [
      [/^Days shown/, 'Days to show'],
      [/^Compared with/, 'Period to compare with'],
      [/^teahouse\.example$/, 'Switch to another website'],
    ] as const) {
      await page.getByRole('button', { name: button }).click();
      const { x = -1, width: itsWidth = 0 } =
        (await page.getByRole('dialog', { name: menu }).boundingBox()) ?? {};
      placed.push([width, menu, x >= 0, x + itsWidth <= width]);
      await page.keyboard.press('Escape');
    }
  }
  expect(placed).toHaveLength(24);
  expect(placed.filter((one) => (one as unknown[]).includes(false))).toEqual([]);
});

test('the header stays at the top at every width, and is accessible', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1440, height: 900 } });
  const { page } = person;
  await logIn(page, statistics.server);
  const header = page.locator('.page-header');
  const sizes = [
    [1440, 900],
    [768, 1024],
    [360, 640],
  ] as const;
  await open(page, statistics.addressOf('?period=last_7_days'));
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    const small = await header.boundingBox();
    expect(small?.height).toBeLessThanOrEqual(width < 500 ? 110 : 64 * (width < 960 ? 2 : 1));
    await picture(page, `header-plain-${width}`);
  }

  await open(
    page,
    statistics.addressOf('?period=last_7_days&country=DE&device=desktop&compare=same_weekdays'),
  );
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await page.evaluate('scrollTo(0, 0)');
    const box = await header.boundingBox();
    await picture(page, `header-${width}`);
    await page.evaluate('scrollTo(0, 900)');
    const stuck = await header.boundingBox();
    expect([stuck?.y, stuck?.height]).toEqual([0, box?.height]);
    // From edge to edge of the window.
    for (const x of [1, width - 2])
      expect(
        await page.evaluate(`document.elementFromPoint(${x}, 20)?.closest('.page-header') !== null`),
      ).toBe(true);
    expect(stuck?.height).toBeLessThanOrEqual(width < 500 ? 165 : 160);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    await page.getByRole('button', { name: /^Days shown/ }).click();
    const menu = await page.getByRole('dialog', { name: 'Days to show' }).boundingBox();
    expect((menu?.y ?? 0) + (menu?.height ?? 0)).toBeLessThanOrEqual(height);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Previous period', exact: true }).waitFor();
    // The rest of the page is checked by screens.browser.test.ts.
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect([width, await seriousFindings(page, '.page-header')]).toEqual([width, []]);
    }
  }
  for (const button of await header.getByRole('button').all()) {
    const { height: tall = 0 } = (await button.boundingBox()) ?? {};
    expect(tall).toBeGreaterThanOrEqual(43.5);
  }
});
