import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { counted, grouped } from '../../src/stats/format.ts';
import { detailsOf, rowsOf } from '../support/details.ts';
import { logIn, newBrowser, seriousFindings } from '../support/pages.ts';
import { open, statisticsForFile } from '../support/statistics.ts';

const statistics = statisticsForFile();

/** The rows of a statistic as its dialog shows them: label and visitors. */
async function rowsIn(page: Page, name: string, title: string): Promise<(string | undefined)[][]> {
  await open(page, statistics.addressOf(`?details=${name}`));
  return (await rowsOf(await detailsOf(page, title))).map(([label, visitors]) => [label, visitors]);
}

test('an owner hides small counts, and then only others see one row in place of them', async () => {
  const { browser, server, site, fromRest } = statistics;
  const countries = await fromRest('country', '2026-10-23', '2026-11-21');
  const least = (countries[Math.floor(countries.length / 2)]?.count ?? 0) + 1;
  const shown = countries.filter(({ count }) => count >= least);
  const few =
    countries.reduce((sum, { count }) => sum + count, 0) - shown.reduce((sum, { count }) => sum + count, 0);
  expect([least >= 2 && least <= 1_000, shown.length > 0, few > 0]).toEqual([true, true, true]);

  await using owner = await newBrowser(browser);
  await logIn(owner.page, server);
  await owner.page.goto(`${server.url}/websites/${site.id}/sharing`);
  const setting = owner.page.getByLabel('Hide small counts');
  await setting.fill('1');
  await owner.page.getByRole('button', { name: 'Save' }).click();
  await owner.page.getByText('Must be 0 (off) or an integer from 2 to 1000.').waitFor();
  await setting.fill(String(least));
  await owner.page.getByRole('button', { name: 'Save' }).click();
  await owner.page.getByText('Saved.').waitFor();
  expect(await seriousFindings(owner.page)).toEqual([]);
  expect(await rowsIn(owner.page, 'country', 'Countries')).toHaveLength(countries.length);

  await using stranger = await newBrowser(browser);
  const { page } = stranger;
  const rows = await rowsIn(page, 'country', 'Countries');
  expect(rows.slice(0, -1).map(([, count]) => count)).toEqual(shown.map(({ count }) => grouped(count)));
  expect(rows.at(-1)).toEqual(['Small counts', grouped(few)]);
  await page.getByTitle(`Sum of the rows with fewer than ${counted(least, 'visitor')} each.`).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  const links = page.getByRole('dialog').getByRole('link', { name: 'Small counts' });
  await rowsIn(page, 'page', 'Pages');
  expect(await links.count()).toBe(0);
  await open(page, statistics.addressOf());
  await page.locator('.world-map-frame').scrollIntoViewIfNeeded();
  const map = page.getByRole('img', { name: /^World map/ });
  expect(await map.getAttribute('aria-label')).not.toContain('Small counts');

  await owner.page.goto(`${server.url}/websites/${site.id}/sharing`);
  await setting.fill('');
  await owner.page.getByLabel('Only me').check();
  expect(await setting.count()).toBe(0);
  await owner.page.getByLabel('Anyone with the link').check();
  await setting.fill('');
  await owner.page.getByRole('button', { name: 'Save' }).click();
  await owner.page.getByText('Saved.').waitFor();
  expect(await rowsIn(page, 'country', 'Countries')).toHaveLength(countries.length);
});
