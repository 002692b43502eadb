import { expect, test } from '@jest/globals';
import { DIALOG, logIn, newBrowser, picture, seriousFindings } from '../support/pages.ts';
import { buttonOf, decoded, dialogOf, segmentsForFile } from '../support/segments.ts';
import { open, showsFiltered, statisticsForFile } from '../support/statistics.ts';

const statistics = statisticsForFile();
const segments = segmentsForFile(statistics);

test('a changed filter of a chosen segment is saved in its place, or discarded', async () => {
  const id = await segments.create('Europe', { country: { in: ['DE', 'FR'] } });
  await using person = await newBrowser(statistics.browser, { colorScheme: 'dark' });
  const { page } = person;
  await logIn(page, statistics.server);
  await open(page, statistics.addressOf());
  await buttonOf(page).click();
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: /^Europe/ }).click();
  await page.getByRole('button', { name: 'Segment: Europe', exact: true }).waitFor();
  // The same filter in another order is no change.
  await open(page, statistics.addressOf(`?country.is=FR&country.is=DE&segment=${id}`));
  await page.getByRole('button', { name: 'Segment: Europe', exact: true }).waitFor();

  await page.getByRole('button', { name: 'Exclude: Country France or Germany' }).click();
  await page.getByRole('button', { name: 'Segment: Europe · edited' }).click();
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  await dialog.getByRole('region', { name: 'Changes of Europe' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Segment: Europe', exact: true }).waitFor();

  await page.getByRole('button', { name: /^Filter by Firefox/ }).click();
  await page.getByRole('button', { name: 'Segment: Europe · edited' }).click();
  await dialog.getByText('Country is Germany or France, Browser is Firefox').first().waitFor();
  await picture(page, 'segment-changes');
  expect(await seriousFindings(page, DIALOG)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await dialog.getByRole('region', { name: 'Changes of Europe' }).waitFor({ state: 'detached' });
  expect((await segments.list()).map(({ filter }) => JSON.parse(filter))).toEqual([
    { and: [{ country: { in: ['DE', 'FR'] } }, { browser: { in: ['Firefox'] } }] },
  ]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Segment: Europe', exact: true }).waitFor();
});

test('a segment with "or" and "not" is shown in words, chosen, and kept beside other filters', async () => {
  const filter = {
    or: [{ country: { in: ['DE'] } }, { browser: { in: ['Firefox'] } }],
    not: { visited: { page: { in: ['/teas'] } } },
  };
  await segments.create('Mixed', filter);
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await logIn(page, statistics.server);
  await open(page, statistics.addressOf());
  await buttonOf(page).click();
  const words = 'Country is Germany or Browser is Firefox';
  await dialogOf(page).getByText(`Never saw page is /teas and (${words})`).waitFor();
  await dialogOf(page)
    .getByRole('button', { name: /^Mixed/ })
    .click();
  await page.locator('.filter-chip').getByText(words).waitFor();
  const asRest = { ...filter, not: { visited: { page: { in: ['/teas'] } } } };
  await showsFiltered(page, statistics, asRest);
  expect(decoded(page)).toContain('"or":[{"country":{"in":["DE"]}},{"browser":{"in":["Firefox"]}}]');
  await picture(page, 'segment-mixed');
  expect(await seriousFindings(page, '.filter-bar')).toEqual([]);

  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const editor = page.getByRole('dialog', { name: 'Add a filter' });
  await editor.getByLabel('What').selectOption({ label: 'Device' });
  await editor.getByRole('checkbox', { name: /^Mobile/ }).check();
  await editor.getByRole('button', { name: 'Apply' }).click();
  await showsFiltered(page, statistics, { ...asRest, device: { in: ['mobile'] } });
  await page.locator('.filter-chip').getByText(words).waitFor();

  // Somebody else sees the same numbers at this address, but not the name of the segment.
  await using other = await newBrowser(statistics.browser);
  await open(other.page, page.url());
  await showsFiltered(other.page, statistics, { ...asRest, device: { in: ['mobile'] } });
  await other.page.locator('.filter-chip').getByText(words).waitFor();
  expect(await other.page.getByRole('button', { name: /^Segment/ }).count()).toBe(0);
  expect(await other.page.getByText('Mixed').count()).toBe(0);
});
