import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { detailsOf, downloaded } from '../support/details.ts';
import { graphqlData } from '../support/engine/asking.ts';
import { newBrowser, picture, seriousFindings } from '../support/pages.ts';
import { open, statisticsForFile } from '../support/statistics.ts';

const statistics = statisticsForFile();

const cardOf = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true });

/**
 * The texts and descriptions of the changes of a card's rows, once all are shown: while the page reads its
 * numbers again, they are empty for a moment.
 */
async function changesOf(card: Locator): Promise<{ text: string; title: string; color: string }[]> {
  for (;;) {
    await card.locator('.row-change > span').first().waitFor();
    const found = await card.locator('.row-change').evaluateAll((all) =>
      all.map((element) => ({
        text: element.firstElementChild?.textContent ?? '',
        title: element.getAttribute('title') ?? '',
        color: element.firstElementChild?.className ?? '',
      })),
    );
    if (found.every(({ text }) => text !== '')) return found;
  }
}

/** What rows of the default period have to say, from their own counts and those of the compared period. */
async function expected(name: string): Promise<{ text: string; count: string; color: string }[]> {
  const rows = 'nodes { value count }';
  const { website } = await graphqlData<{
    website: {
      period: Record<string, { nodes: { value: string; count: number }[] }> & {
        previous: { nodes: { value: string; count: number }[] } & Record<string, never>;
      };
    };
  }>(
    statistics.server,
    `{ website(id: "${statistics.site.id}") { period(name: LAST_30_DAYS, compare: SAME_WEEKDAYS) {
      now: stats(name: ${name}, first: 10) { ${rows} }
      previous(elapsed: true) { before: stats(name: ${name}, first: 100) { ${rows} } } } } }`,
  );
  const { now, previous } = website.period;
  const before = new Map(
    (previous as unknown as { before: { nodes: { value: string; count: number }[] } }).before.nodes.map(
      ({ value, count }) => [value, count],
    ),
  );
  return (now?.nodes ?? []).map(({ value, count }) => {
    const earlier = before.get(value) ?? 0;
    if (earlier === 0) return { text: 'new', count: '0', color: 'change-more' };
    const percent = (100 * (count - earlier)) / earlier;
    const size =
      Math.abs(percent) < 10 ? Math.round(Math.abs(percent) * 10) / 10 : Math.round(Math.abs(percent));
    const sign = size === 0 ? '±' : percent < 0 ? '−' : '+';
    const color = size === 0 ? 'change-same' : percent < 0 ? 'change-less' : 'change-more';
    return { text: `${sign}${size.toLocaleString('en')}%`, count: earlier.toLocaleString('en'), color };
  });
}

const DAYS = 'Sep 18 – Oct 17, 2026, until 12:00 PM';

test('each row of a card shows its change, and of another tab once that is chosen', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1440, height: 900 } });
  const { page } = person;
  const asked: string[] = [];
  page.on('request', (request) => {
    const { operationName } = (request.postDataJSON() ?? {}) as { operationName?: string };
    if (operationName) asked.push(operationName);
  });
  await open(page, statistics.addressOf());
  const shown = async (title: string, name: string) => {
    const rows = await expected(name);
    expect(rows.length).toBeGreaterThan(3);
    expect(await changesOf(cardOf(page, title))).toEqual(
      rows.map(({ text, count, color }) => ({ text, color, title: `compared with ${DAYS}: ${count}` })),
    );
  };
  await shown('Pages', 'PAGE');
  await shown('Sources', 'SOURCE');
  await shown('Places', 'COUNTRY');
  // The numbers were there before: the changes are asked for after the first operation, once for all cards.
  expect(asked.filter((name) => name === 'StatisticsChanges')).toHaveLength(1);
  expect(asked[0]).toBe('StatisticsPage');
  await cardOf(page, 'Pages').getByRole('tab', { name: 'Landing pages' }).click();
  await expect(
    cardOf(page, 'Pages').getByRole('tab', { name: 'Landing pages', selected: true }).count(),
  ).resolves.toBe(1);
  await shown('Pages', 'LANDING_PAGE');
  expect(await seriousFindings(page)).toEqual([]);
  await picture(page, 'changes-1440');
});

test('changes appear without moving anything', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1440, height: 900 } });
  const { page } = person;
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/graphql', async (route) => {
    const { operationName } = (route.request().postDataJSON() ?? {}) as { operationName?: string };
    if (operationName === 'StatisticsChanges') await held;
    await route.continue();
  });
  await open(page, statistics.addressOf());
  const places = () =>
    page.evaluate(() =>
      [
        ...document.querySelectorAll('.panel-card, .bar-row, .bar-row-label, .bar-row-count, .bar-row-share'),
      ].map((element) => JSON.stringify(element.getBoundingClientRect())),
    );
  const before = await places();
  release();
  await changesOf(cardOf(page, 'Pages'));
  expect(await places()).toEqual(before);
});

test.each([360, 768, 1440])('they fit a page of %i px', async (width) => {
  await using person = await newBrowser(statistics.browser, { viewport: { width, height: 900 } });
  const { page } = person;
  await open(page, statistics.addressOf());
  await changesOf(cardOf(page, 'Pages'));
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('.bar-row')].flatMap((row) => {
      const frame = row.getBoundingClientRect();
      const parts = [...row.querySelectorAll('.bar-row-count, .row-change, .bar-row-share')];
      const wrong = parts.filter((part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        return (
          left < frame.left || right > frame.right + 1 || top < frame.top - 1 || bottom > frame.bottom + 1
        );
      });
      const label = row.querySelector('.bar-row-label')?.getBoundingClientRect().width ?? 0;
      return wrong.length > 0 || label < 70 ? [row.textContent] : [];
    }),
  );
  expect(cut).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  await picture(page, `changes-${width}`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture(page, `changes-${width}-dark`);
  await cardOf(page, 'Pages')
    .getByRole('button', { name: /^Details/ })
    .click();
  await detailsOf(page, 'Pages');
  await picture(page, `changes-${width}-details`);
});

test('details have a column with the changes', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1440, height: 900 } });
  const { page } = person;
  await open(page, statistics.addressOf('?details=page'));
  const dialog = await detailsOf(page, 'Pages');
  expect(await dialog.locator('thead th').allTextContents()).toEqual([
    ...['Page', 'Visitors', 'Pageviews', 'Change', 'Bounce rate', 'Visit duration'],
  ]);
  const texts = await dialog
    .locator('tbody .row-change')
    .evaluateAll((all) =>
      all
        .slice(0, 10)
        .map((element) => [element.firstElementChild?.textContent ?? '', element.getAttribute('title')]),
    );
  expect(texts).toEqual(
    (await expected('PAGE')).map(({ text, count }) => [text, `compared with ${DAYS}: ${count}`]),
  );
  expect(await seriousFindings(page)).toEqual([]);
});

test('files of details have the counts before, and the changes as numbers', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await open(page, statistics.addressOf('?details=page&columns=pageviews'));
  const dialog = await detailsOf(page, 'Pages');
  const save = async (format: string) =>
    (await downloaded(page, () => dialog.getByRole('button', { name: format }).click())).text;
  const [head, ...lines] = (await save('CSV')).trimEnd().split('\r\n');
  expect(head).toBe(
    '\ufeffPage,Page label,Pageviews,Share of pageviews,Pageviews before,Change of pageviews',
  );
  const cells = lines.slice(0, 10).map((line) => line.split(','));
  const known = (await expected('PAGE')).map(({ count }) => count.replace(',', ''));
  expect(cells.map((line) => line[4])).toEqual(known);
  for (const [, , now, , before, change] of cells)
    expect(Number(change)).toBeCloseTo(Number(now) / Number(before) - 1, 3);
  const file = JSON.parse(await save('JSON')) as { previous: object; rows: Record<string, unknown>[] };
  expect(file.previous).toEqual({ from: '2026-09-18', to: '2026-10-17', until_hour: 12 });
  expect(file.rows.slice(0, 10).map((row) => String(row.previous_pageviews))).toEqual(known);
});

test('without a comparison, neither cards nor details have them', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1440, height: 900 } });
  const { page } = person;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.postData() ?? ''));
  await open(page, statistics.addressOf('?compare=none&details=page'));
  const dialog = await detailsOf(page, 'Pages');
  expect(await dialog.getByRole('columnheader', { name: 'Change' }).count()).toBe(0);
  expect(await page.locator('.row-change').count()).toBe(0);
  expect(asked.filter((body) => body.includes('StatisticsChanges'))).toEqual([]);
});
