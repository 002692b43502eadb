import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { COMPARED_DAYS, expectedChanges } from '../support/changes.ts';
import { detailsOf } from '../support/details.ts';
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
    const rows = await expectedChanges(statistics, name);
    expect(rows.length).toBeGreaterThan(3);
    expect(await changesOf(cardOf(page, title))).toEqual(
      rows.map(({ text, count, color }) => ({
        text,
        color,
        title: `compared with ${COMPARED_DAYS}: ${count}`,
      })),
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
