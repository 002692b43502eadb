import { beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { graphqlData } from '../support/engine/asking.ts';
import { DIALOG, logIn, newBrowser, picture, seriousFindings } from '../support/pages.ts';
import { open, showsFiltered, statisticsForFile } from '../support/statistics.ts';

const statistics = statisticsForFile();

const CREATE = `mutation ($input: CreateSegmentInput!) {
  createSegment(input: $input) { ... on CreateSegmentSuccess { segment { id } } }
}`;
const DELETE = 'mutation ($id: ID!) { deleteSegment(input: { id: $id }) { __typename } }';
const SEGMENTS = `query ($trackingId: String!) {
  website(trackingId: $trackingId) { segments { id name filter } }
}`;

type Segment = { id: string; name: string; filter: string };

/** Saves a filter of GraphQL, and returns the id of the segment. */
async function create(name: string, filter: object): Promise<string> {
  const input = { websiteId: statistics.site.id, name, filter };
  const data = await graphqlData<{ createSegment: { segment: Segment } }>(statistics.server, CREATE, {
    input,
  });
  return data.createSegment.segment.id;
}

async function segments(): Promise<Segment[]> {
  const { trackingId } = statistics.site;
  type Data = { website: { segments: Segment[] } };
  return (await graphqlData<Data>(statistics.server, SEGMENTS, { trackingId })).website.segments;
}

beforeEach(async () => {
  for (const { id } of await segments()) await graphqlData(statistics.server, DELETE, { id });
});

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Segments' });
const button = (page: Page) => page.getByRole('button', { name: /^Segment/ });
const decoded = (page: Page) => decodeURIComponent(new URL(page.url()).search);

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
  await button(page).click();
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
  await button(page).click();
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
  await button(page).click();
  await dialog.getByRole('button', { name: /^German tea/ }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(decoded(page)).toMatch(/^\?country\.is=DE&page\.contains=tea&segment=/);
  await showsFiltered(page, statistics, { country: { in: ['DE'] }, page: { contains: 'tea' } });

  await button(page).click();
  await dialog.getByRole('button', { name: 'Rename the segment German tea' }).click();
  await dialog.getByRole('textbox', { name: 'New name of German tea' }).fill('Tea in Germany');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: /^Tea in Germany/ }).waitFor();
  expect(await segments()).toMatchObject([{ name: 'Tea in Germany' }]);
  await dialog.getByRole('button', { name: 'Delete the segment Tea in Germany' }).click();
  await dialog.getByText('Delete “Tea in Germany”?').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Delete the segment Tea in Germany' }).click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByText('No segments yet.').waitFor();
  expect(await segments()).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Segments', exact: true }).waitFor();
});

test('a changed filter of a chosen segment is saved in its place, or discarded', async () => {
  const id = await create('Europe', { country: { in: ['DE', 'FR'] } });
  await using person = await newBrowser(statistics.browser, { colorScheme: 'dark' });
  const { page } = person;
  await logIn(page, statistics.server);
  await open(page, statistics.addressOf());
  await button(page).click();
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
  expect((await segments()).map(({ filter }) => JSON.parse(filter))).toEqual([
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
  await create('Mixed', filter);
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await logIn(page, statistics.server);
  await open(page, statistics.addressOf());
  await button(page).click();
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

test('the keyboard alone chooses, renames and deletes a segment', async () => {
  await create('Mobile', { device: { in: ['mobile'] } });
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await logIn(page, statistics.server);
  await open(page, statistics.addressOf());
  await button(page).focus();
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
  expect(await segments()).toEqual([]);
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
