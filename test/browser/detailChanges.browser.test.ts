import { expect, test } from '@jest/globals';
import { COMPARED_DAYS, expectedChanges } from '../support/changes.ts';
import { detailsOf, downloaded } from '../support/details.ts';
import { newBrowser, seriousFindings } from '../support/pages.ts';
import { open, statisticsForFile } from '../support/statistics.ts';

const statistics = statisticsForFile();

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
    (await expectedChanges(statistics, 'PAGE')).map(({ text, count }) => [
      text,
      `compared with ${COMPARED_DAYS}: ${count}`,
    ]),
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
  const known = (await expectedChanges(statistics, 'PAGE')).map(({ count }) => count.replace(',', ''));
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
