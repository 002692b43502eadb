import { expect, test } from '@jest/globals';
import { DIALOG, logIn, newBrowser, picture, seriousFindings } from '../support/pages.ts';
import { buttonOf, decoded, dialogOf, segmentsForFile } from '../support/segments.ts';
import { open, showsFiltered, statisticsForFile } from '../support/statistics.ts';

const statistics = statisticsForFile();

const segments = segmentsForFile(statistics);

test('a name can be entered once the segments are loaded, so that it is never lost', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await logIn(page, statistics.server);
  await open(page, statistics.addressOf('?country.is=DE'));
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('StatisticsSegments')) await released;
    await route.continue();
  });
  const asked = page.waitForRequest((request) => request.postData()?.includes('StatisticsSegments') ?? false);
  await buttonOf(page).click();
  await asked;
  const dialog = dialogOf(page);
  await dialog.waitFor();
  expect(await dialog.getByPlaceholder('Name').count()).toBe(0);
  release();
  await dialog.getByPlaceholder('Name').fill('German tea');
  await dialog.getByPlaceholder('Name').press('Enter');
  await dialog.getByRole('button', { name: /^German tea/ }).waitFor();
});

test('the owner saves a filter as a segment, chooses it later, renames and deletes it', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await logIn(page, statistics.server);
  await open(page, statistics.addressOf('?country.is=DE&page.contains=tea'));
  await buttonOf(page).click();
  const dialog = dialogOf(page);
  await dialog.getByText('No segments yet.').waitFor();
  await dialog.getByPlaceholder('Name').fill('German tea');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByRole('button', { name: /^German tea/ }).waitFor();
  // The name is taken, whatever its case.
  await dialog.getByPlaceholder('Name').fill('german TEA');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByRole('alert').waitFor();
  await picture(page, 'segments');
  expect(await seriousFindings(page, DIALOG)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Segment: German tea', exact: true }).waitFor();

  await open(page, statistics.addressOf());
  await buttonOf(page).click();
  await dialog.getByRole('button', { name: /^German tea/ }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(decoded(page)).toMatch(/^\?country\.is=DE&page\.contains=tea&segment=/);
  await showsFiltered(page, statistics, { country: { in: ['DE'] }, page: { contains: 'tea' } });

  await buttonOf(page).click();
  await dialog.getByRole('button', { name: 'Rename the segment German tea' }).click();
  await dialog.getByRole('textbox', { name: 'New name of German tea' }).fill('Tea in Germany');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: /^Tea in Germany/ }).waitFor();
  expect(await segments.list()).toMatchObject([{ name: 'Tea in Germany' }]);
  await dialog.getByRole('button', { name: 'Delete the segment Tea in Germany' }).click();
  await dialog.getByText('Delete “Tea in Germany”?').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Delete the segment Tea in Germany' }).click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByText('No segments yet.').waitFor();
  expect(await segments.list()).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Segments', exact: true }).waitFor();
});

test('the keyboard alone chooses, renames and deletes a segment', async () => {
  await segments.create('Mobile', { device: { in: ['mobile'] } });
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await logIn(page, statistics.server);
  await open(page, statistics.addressOf());
  await buttonOf(page).focus();
  await page.keyboard.press('Enter');
  const dialog = dialogOf(page);
  const choose = dialog.getByRole('button', { name: /^Mobile/ });
  await choose.waitFor();
  await dialog.getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Tab');
  expect(await choose.evaluate((element) => element.matches(':focus'))).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Phones');
  await page.keyboard.press('Enter');
  const renamed = dialog.getByRole('button', { name: /^Phones/ });
  await renamed.waitFor();
  // The focus returns to the button that was pressed.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await dialog.getByText('No segments yet.').waitFor();
  expect(await segments.list()).toEqual([]);
});

test('strangers see no segments', async () => {
  await using person = await newBrowser(statistics.browser);
  await open(person.page, statistics.addressOf());
  expect(await person.page.getByRole('button', { name: 'Segments' }).count()).toBe(0);
});

test('an unknown segment in the address changes no numbers', async () => {
  await using person = await newBrowser(statistics.browser);
  await logIn(person.page, statistics.server);
  for (const [id, hints] of [
    ['U2VnbWVudDo5OTk5', 0],
    ['nonsense', 1],
    ['%22', 1],
  ] as const) {
    await open(person.page, statistics.addressOf(`?country.is=DE&segment=${id}`));
    await showsFiltered(person.page, statistics, { country: { in: ['DE'] } });
    await person.page.getByRole('button', { name: 'Segments', exact: true }).waitFor();
    expect([id, await person.page.locator('.statistics-hint').count()]).toEqual([id, hints]);
  }
});
