import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { grouped } from '../../src/stats/format.ts';
import { detailsOf } from '../support/details.ts';
import { newBrowser, picture, register, seriousFindings } from '../support/pages.ts';
import { rest } from '../support/rest.ts';
import { open, PERIOD, statisticsForFile } from '../support/statistics.ts';
import { outcome, RECORDED, sendHit } from '../support/track.ts';

const statistics = statisticsForFile();

/** The first ten rows of a statistic that contain a text, in the REST API. */
async function found(name: string, search: string): Promise<{ value: string; count: number }[]> {
  const query = new URLSearchParams({ name, search, ...PERIOD, per_page: '10' });
  const { server, site } = statistics;
  const { body } = await rest<{ value: string; count: number }[]>(
    server,
    `/api/v1/stats/${site.id}?${query}`,
  );
  return body.data;
}

const cardOf = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true });
const rowsOf = async (card: Locator) =>
  (await card.getByRole('listitem').all()).length === 0
    ? []
    : card.locator('.bar-row-count').allTextContents();

test('bars are relative to the largest row, and shares have one precision', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1440, height: 900 } });
  const { page } = person;
  await open(page, statistics.addressOf());
  for (const title of ['Sources', 'Pages', 'Devices']) {
    const card = cardOf(page, title);
    const rows = await card.getByRole('listitem').evaluateAll((items) =>
      items.map((item) => ({
        count: Number(item.querySelector('.bar-row-count')?.textContent?.replaceAll(',', '')),
        share: item.querySelector('.bar-row-share')?.textContent ?? '',
        width:
          (item.querySelector('.bar-row-bar')?.getBoundingClientRect().width ?? 0) /
          item.getBoundingClientRect().width,
      })),
    );
    expect(rows.length).toBeGreaterThan(3);
    const most = Math.max(...rows.map(({ count }) => count));
    for (const { count, share, width } of rows) {
      expect(width).toBeCloseTo(count / most, 2);
      expect(share).toMatch(/^\d+\.\d%$/);
    }
  }
});

test('the link to a page is an icon, on hover and for the keyboard', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1440, height: 900 } });
  const { page } = person;
  await open(page, statistics.addressOf());
  const row = cardOf(page, 'Pages').getByRole('listitem').nth(1);
  const link = row.getByRole('link', { name: 'Open /teas', exact: true });
  const opacity = () => link.evaluate((element) => getComputedStyle(element).opacity);
  expect([await opacity(), await link.getAttribute('href')]).toEqual(['0', 'https://teahouse.example/teas']);
  await row.hover();
  expect(await opacity()).toBe('1');
  await page.mouse.move(0, 0);
  expect(await opacity()).toBe('0');
  await row.getByRole('button', { name: /^Filter by/ }).focus();
  await page.keyboard.press('Tab');
  expect([await link.evaluate((element) => element.matches(':focus')), await opacity()]).toEqual([true, '1']);
});

test('a search on a card asks the server for values, and Escape clears and closes it', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1440, height: 900 } });
  const { page } = person;
  await open(page, statistics.addressOf());
  const card = cardOf(page, 'Pages');
  const before = await rowsOf(card);
  await card.getByRole('button', { name: 'Search pages' }).click();
  const input = card.getByRole('searchbox', { name: 'Search pages' });
  await input.waitFor();
  expect(await rowsOf(card)).toEqual(before);
  await page.keyboard.type('JOURNAL');
  const expected = await found('page', 'journal');
  expect(expected.length).toBeGreaterThan(2);
  await card.getByText(`${expected.length} rows found.`).waitFor({ state: 'attached' });
  expect(await rowsOf(card)).toEqual(expected.map(({ count }) => grouped(count)));
  await picture(page, 'panel-search');
  expect(await seriousFindings(page, '.panel-card')).toEqual([]);

  await input.fill('nothing like this');
  await card.getByText('No rows found.').waitFor();
  await page.keyboard.press('Escape');
  await card.getByText('No rows found.').waitFor({ state: 'detached' });
  expect(await input.inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await input.waitFor({ state: 'detached' });
  await card.locator('button:focus[aria-label="Search pages"]').waitFor();
  expect(await rowsOf(card)).toEqual(before);
});

test('a search with more rows than a card shows leads to the details with the same text', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await open(page, statistics.addressOf());
  const card = cardOf(page, 'Pages');
  await card.getByRole('button', { name: 'Search pages' }).click();
  await card.getByRole('searchbox').fill('/');
  await card.getByRole('button', { name: /^All \d+ rows$/ }).click();
  await page.waitForURL(/\?details=page&search=\/$/);
  const dialog = await detailsOf(page, 'Pages');
  expect(await dialog.getByRole('searchbox').inputValue()).toBe('/');
});

test('the five UTM parameters share a tab with a choice, and the address keeps it', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await open(page, statistics.addressOf());
  const card = cardOf(page, 'Sources');
  await card.getByRole('tab', { name: 'Campaigns' }).click();
  await page.waitForURL(/\?sources=campaign$/);
  for (const [heading, name] of [
    ['UTM source', 'utm_source'],
    ['UTM medium', 'utm_medium'],
    ['UTM term', 'utm_term'],
    ['UTM content', 'utm_content'],
  ] as const) {
    await card.getByLabel('Campaign parameter').selectOption(heading);
    await page.waitForURL(new RegExp(`\\?sources=${name}$`));
    const expected = await statistics.fromRest(name, PERIOD.from, PERIOD.to);
    expect([name, await rowsOf(card)]).toEqual([
      name,
      expected.slice(0, 10).map(({ count }) => grouped(count)),
    ]);
  }
  expect(await card.getByRole('tab', { name: 'Campaigns' }).getAttribute('aria-selected')).toBe('true');
  // The address of an earlier version, which had a card for them.
  await open(page, statistics.addressOf('?campaigns=utm_medium'));
  expect(await card.getByLabel('Campaign parameter').inputValue()).toBe('UTM_MEDIUM');
});

test('a long path is cut in the middle, and the keyboard shows all of it', async () => {
  const { server, browser } = statistics;
  const site = await register(server, { url: 'paths.example', privacy: '0' });
  const path = '/a/long/way/down/into/the/archive/of/the/year/2019/%C3%BCber-uns/what-was-said';
  const sent = await sendHit(server, { website: site.trackingId, page: `https://paths.example${path}` });
  expect(outcome(sent)).toEqual(RECORDED);
  await using person = await newBrowser(browser, { viewport: { width: 360, height: 800 } });
  const { page } = person;
  await open(page, statistics.addressOf('?period=today', site));
  const row = cardOf(page, 'Pages').getByRole('button', { name: /^Filter by/ });
  const [start, end] = await row.locator('.middle-cut > span').all();
  const label = decodeURIComponent(path);
  expect(await row.getAttribute('title')).toBe(label);
  expect(await row.textContent()).toBe(label);
  expect(await end?.textContent()).toBe('/what-was-said');
  const hiddenOf = (part: Locator | undefined) =>
    part?.evaluate((element) => {
      const { scrollWidth, clientWidth } = element as unknown as { scrollWidth: number; clientWidth: number };
      return scrollWidth - clientWidth;
    });
  expect(await hiddenOf(start)).toBeGreaterThan(0);
  expect(await hiddenOf(end)).toBe(0);
  await page.getByRole('tab', { name: 'Exit pages' }).focus();
  await row.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await picture(page, 'panel-long-path');
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
});

const VISIBLE = `(element, index) => {
  const [text, range, whole] = [element.firstChild, document.createRange(), element.getBoundingClientRect()];
  const at = index < 0 ? text.length + index : index;
  range.setStart(text, at);
  range.setEnd(text, at + 1);
  const { left, right } = range.getBoundingClientRect();
  return left >= whole.left - 1 && right <= whole.right + 1;
}`;
/** How far from the left edge of its element a text begins, in pixels. */
const INDENT = `(element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().left - element.getBoundingClientRect().left;
}`;

test('a long path from right to left keeps its beginning and its end', async () => {
  const { server, browser } = statistics;
  const site = await register(server, { url: 'arabic.example', privacy: '0' });
  const label = '/المقالات/تحليل-الزيارات-في-المواقع-الكبيرة/دليل-كامل-للمبتدئين/الخاتمة';
  const other = '/سلام';
  for (const path of [label, other]) {
    const hit = { website: site.trackingId, page: `https://arabic.example${encodeURI(path)}` };
    expect(outcome(await sendHit(server, hit))).toEqual(RECORDED);
  }
  await using person = await newBrowser(browser, { viewport: { width: 360, height: 800 } });
  const { page } = person;
  await open(page, statistics.addressOf('?period=today', site));
  const row = cardOf(page, 'Pages').locator('.bar-row').filter({ hasText: label });
  const [start, end] = await row.locator('.middle-cut > span').all();
  expect(`${await start?.textContent()}${await end?.textContent()}`).toBe(label);
  const isVisible = ([part, index]: [part: number, index: number]) =>
    page.evaluate(`(${VISIBLE})(document.querySelectorAll('.middle-cut > span')[${part}], ${index})`);
  // The first part does not fit: its first letter is visible, and its last one is not.
  const letters: [number, number][] = [
    [0, 1],
    [0, -1],
    [1, 1],
    [1, -1],
  ];
  expect(await Promise.all(letters.map(isVisible))).toEqual([true, false, true, true]);
  const boxes = await Promise.all([start, end].map((part) => part?.boundingBox()));
  // It is read from the right: the end is left of the beginning, and both begin where other rows do.
  expect((boxes[1]?.x ?? 0) < (boxes[0]?.x ?? 0)).toBe(true);
  expect(
    await page.evaluate(
      `[...document.querySelectorAll('.middle-cut-end[dir="rtl"]')].map(${INDENT}).map(Math.round)`,
    ),
  ).toEqual([0]);
  await picture(page, 'panel-right-to-left-path');
});

test('cards follow each other without gaps, and their columns end on one line', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1440, height: 900 } });
  const { page } = person;
  await open(page, statistics.addressOf('?country.is=DE&sources=campaign'));
  await page.getByRole('button', { name: 'Remove: Country is Germany' }).waitFor();
  await cardOf(page, 'Places').scrollIntoViewIfNeeded();
  await page.getByRole('img', { name: /^World map/ }).waitFor();
  await picture(page, 'panels-short');
  const gaps: number[] = await page.evaluate(`
    [...document.querySelectorAll('.panel-card')].map((card) => {
      const next = card.nextElementSibling;
      return next ? Math.round(next.getBoundingClientRect().top - card.getBoundingClientRect().bottom) : 0;
    })`);
  expect(gaps).toEqual([19, 0, 19, 19, 0]);
  const ends: number[] = await page.evaluate(`
    [...document.querySelectorAll('.statistics-panels > div')].map((column) =>
      Math.round(column.lastElementChild.getBoundingClientRect().bottom),
    )`);
  expect(ends).toEqual([ends[0], ends[0]]);
});
