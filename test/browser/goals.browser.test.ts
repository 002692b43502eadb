import { beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { grouped } from '../../src/stats/format.ts';
import { graphqlData } from '../support/engine/asking.ts';
import {
  deleteGoals,
  goalRow,
  goalsCard,
  goalsOf,
  createGoal as newSavedGoal,
} from '../support/goalPages.ts';
import { DIALOG, logIn, newBrowser, picture, register, seriousFindings } from '../support/pages.ts';
import { open, PERIOD, showsFiltered, statisticsForFile } from '../support/statistics.ts';
import { outcome, RECORDED, sendHit } from '../support/track.ts';

const statistics = statisticsForFile();

const createGoal = (name: string, filter: object, websiteId = statistics.site.id) =>
  newSavedGoal(statistics.server, websiteId, name, filter);
const goals = () => goalsOf(statistics.server, statistics.site.id);

/** The visitors and conversions of a condition in the default period. */
async function countOf(filter: object): Promise<{ conversions: number; visitors: number }> {
  const query = `query ($id: ID!, $from: Date!, $to: Date!, $filter: FilterInput) {
    website(id: $id) { period(from: $from, to: $to) { goal(filter: $filter) { conversions visitors } } } }`;
  type Data = { website: { period: { goal: { conversions: number; visitors: number } } } };
  const variables = { id: statistics.site.id, ...PERIOD, filter };
  return (await graphqlData<Data>(statistics.server, query, variables)).website.period.goal;
}

beforeEach(() => deleteGoals(statistics.server, statistics.site.id));

const decoded = (page: Page) => decodeURIComponent(new URL(page.url()).search);
const TEAS = { page: { in: ['/teas'] } };

test('the owner creates a goal, filters by it, changes and deletes it', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1440, height: 900 } });
  const { page } = person;
  await logIn(page, statistics.server);
  await open(page, statistics.addressOf());
  const card = goalsCard(page);
  await card.getByText(/^A goal is something that visitors should do on teahouse\.example/).waitFor();
  await picture(page, 'goals-none');
  await card.getByRole('button', { name: 'New goal' }).click();
  const dialog = page.getByRole('dialog', { name: 'New goal' });
  await dialog.getByLabel('Name').fill('Saw prices');
  expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await dialog.getByRole('searchbox').fill('/teas');
  await dialog.getByRole('checkbox', { name: /^\/teas \d/ }).check();
  await picture(page, 'goal-new');
  expect(await seriousFindings(page, DIALOG)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const row = goalRow(page, 'Saw prices');
  const { conversions } = await countOf(TEAS);
  await row.getByText(grouped(conversions), { exact: false }).first().waitFor();
  expect((await goals()).map(({ name, filter }) => [name, JSON.parse(filter)])).toEqual([
    ['Saw prices', TEAS],
  ]);
  await row.locator('.row-change span').first().waitFor();
  await picture(page, 'goals');
  expect(await seriousFindings(page, '.panel-card-goals')).toEqual([]);

  const [goal] = await goals();
  await row.getByRole('button', { name: 'Filter by Saw prices' }).click();
  await page.waitForURL(`**?visited.goal=${goal?.databaseId}`);
  await page.getByRole('button', { name: 'Remove: Reached goal is Saw prices' }).waitFor();
  await showsFiltered(page, statistics, { visited: { goal: goal?.databaseId } });
  await page.getByRole('button', { name: 'Exclude: Reached goal Saw prices' }).click();
  await showsFiltered(page, statistics, { not: { visited: { goal: goal?.databaseId } } });
  await page.getByRole('button', { name: 'Remove: Never reached goal is Saw prices' }).click();

  // The name of another goal is refused at the field.
  await createGoal('Home', { page: { in: ['/'] } });
  await row.getByRole('button', { name: 'Edit the goal Saw prices' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit goal' });
  await edit.getByLabel('Name').fill('HOME');
  await edit.getByRole('button', { name: 'Save' }).click();
  await edit.getByText('The website already has a goal with this name.').waitFor();
  expect(await edit.getByLabel('Name').evaluate((field) => field.matches(':focus'))).toBe(true);
  await edit.getByLabel('Name').fill('Prices');
  await edit.getByRole('button', { name: 'Save' }).click();
  await edit.waitFor({ state: 'detached' });
  await goalRow(page, 'Prices').waitFor();

  await goalRow(page, 'Prices').getByRole('button', { name: 'Filter by Prices' }).click();
  await page.getByRole('button', { name: 'Remove: Reached goal is Prices' }).waitFor();
  await goalRow(page, 'Prices').getByRole('button', { name: 'Edit the goal Prices' }).click();
  await edit.getByRole('button', { name: 'Delete' }).click();
  await edit.getByText('Delete “Prices”?').waitFor();
  await edit.getByRole('button', { name: 'Delete' }).click();
  await edit.waitFor({ state: 'detached' });
  await goalRow(page, 'Prices').waitFor({ state: 'detached' });
  // The filter by it is gone, too.
  expect(decoded(page)).toBe('');
  expect((await goals()).map(({ name }) => name)).toEqual(['Home']);
});

test('a goal starts from a row of pages, and one that a segment uses is not deleted', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1440, height: 900 } });
  const { page } = person;
  await logIn(page, statistics.server);
  await open(page, statistics.addressOf());
  await page.getByRole('button', { name: 'New goal from /teas', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New goal' });
  expect(await dialog.getByLabel('Name').inputValue()).toBe('/teas');
  await dialog.getByLabel('Name').fill('Prices');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await goalRow(page, 'Prices').waitFor();
  const [goal] = await goals();
  expect(JSON.parse(goal?.filter ?? '')).toEqual(TEAS);

  const input = { websiteId: statistics.site.id, name: 'Buyers', filter: { visited: { goal: goal?.id } } };
  const segment = await graphqlData<{ createSegment: { segment: { id: string } } }>(
    statistics.server,
    `mutation ($input: CreateSegmentInput!) {
      createSegment(input: $input) { ... on CreateSegmentSuccess { segment { id } } } }`,
    { input },
  );
  await goalRow(page, 'Prices').getByRole('button', { name: 'Edit the goal Prices' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit goal' });
  await edit.getByRole('button', { name: 'Delete' }).click();
  await edit.getByRole('button', { name: 'Delete' }).click();
  await edit.getByText('Segments use this goal: "Buyers". Change or delete them first.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Segments', exact: true }).click();
  await page.getByRole('dialog', { name: 'Segments' }).getByText('Reached goal is Prices').waitFor();
  const { id } = segment.createSegment.segment;
  await graphqlData(
    statistics.server,
    'mutation ($id: ID!) { deleteSegment(input: { id: $id }) { __typename } }',
    { id },
  );
});

test('revenue is in the language of the page, and a condition of the API in words', async () => {
  const { server, browser } = statistics;
  const site = await register(server, { url: 'shop.example', privacy: '0' });
  // The editor has no condition that is negated twice.
  const pro = { property: { name: 'plan', in: ['pro'] } };
  const filterOfApi = { event: { in: ['Buy'] }, not: { not: pro } };
  await createGoal('Purchase', filterOfApi, site.id);
  for (const [amount, currency] of [
    ['1249.90', 'EUR'],
    ['30', 'USD'],
  ]) {
    const event = { name: 'Buy', properties: { plan: 'pro' }, revenue: { amount, currency } };
    const hit = { website: site.trackingId, page: 'https://shop.example/cart', event };
    expect(outcome(await sendHit(server, hit))).toEqual(RECORDED);
  }
  await using person = await newBrowser(browser, { viewport: { width: 360, height: 800 } });
  const { page } = person;
  await logIn(page, server);
  await open(page, statistics.addressOf('?period=today', site));
  await goalsCard(page).getByText('€1,249.90 · $30.00', { exact: true }).waitFor();
  await goalsCard(page).scrollIntoViewIfNeeded();
  await picture(page, 'goals-phone');
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  expect(await seriousFindings(page, '.panel-card-goals')).toEqual([]);
  await page.goto(statistics.addressOf('?period=today&lang=de', site));
  await page
    .getByRole('region', { name: 'Ziele' })
    .getByText('1.249,90 € · 30,00 $', { exact: true })
    .waitFor();
  await page.getByRole('button', { name: 'Ziel Purchase bearbeiten' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ziel bearbeiten' });
  await dialog.getByText('Ereignis ist Buy und nicht (nicht (Eigenschaft „plan“ ist pro))').waitFor();
  await picture(page, 'goal-of-api-phone');
  await dialog.getByLabel('Name').fill('Kauf');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await page.getByRole('button', { name: 'Ziel Kauf bearbeiten' }).waitFor();
});
