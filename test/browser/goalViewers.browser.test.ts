import { beforeEach, expect, test } from '@jest/globals';
import { deleteGoals, goalRow, goalsCard, createGoal as newSavedGoal } from '../support/goalPages.ts';
import { newLink } from '../support/links.ts';
import { newBrowser, picture } from '../support/pages.ts';
import { open, showsFiltered, statisticsForFile } from '../support/statistics.ts';

const statistics = statisticsForFile();
const createGoal = (name: string, filter: object) =>
  newSavedGoal(statistics.server, statistics.site.id, name, filter);
beforeEach(() => deleteGoals(statistics.server, statistics.site.id));

const TEAS = { page: { in: ['/teas'] } };

test('strangers see goals but change none, and links show them if they are chosen', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await open(page, statistics.addressOf());
  await page.getByRole('region', { name: 'Events', exact: true }).waitFor();
  expect(await goalsCard(page).count()).toBe(0);
  expect(await page.getByRole('button', { name: /^New goal/ }).count()).toBe(0);

  const { databaseId } = await createGoal('Prices', TEAS);
  const shown = await newLink(statistics.server, { panels: ['GOALS'], websiteId: statistics.site.id });
  await open(page, shown.url);
  await goalRow(page, 'Prices').waitFor();
  expect(await page.locator('.panel-card').count()).toBe(1);
  expect(await page.getByRole('button', { name: 'Edit the goal Prices' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Filter by Prices' }).click();
  await page.getByRole('button', { name: 'Remove: Reached goal is Prices' }).waitFor();
  await showsFiltered(page, statistics, { visited: { goal: databaseId } });
  await picture(page, 'goals-link');

  const hidden = await newLink(statistics.server, { panels: ['PAGE'], websiteId: statistics.site.id });
  await open(page, hidden.url);
  await page.getByRole('region', { name: 'Pages', exact: true }).waitFor();
  expect(await goalsCard(page).count()).toBe(0);
});

test('the editor of filters chooses goals, and an unknown goal can be removed', async () => {
  await createGoal('Prices', TEAS);
  const { databaseId } = await createGoal('Home', { page: { in: ['/'] } });
  await using person = await newBrowser(statistics.browser, { colorScheme: 'dark' });
  const { page } = person;
  await open(page, statistics.addressOf());
  await goalRow(page, 'Prices').waitFor();
  await page.keyboard.press('/');
  const editor = page.getByRole('dialog', { name: 'Add a filter' });
  await editor.getByLabel('What').selectOption({ label: 'Never reached goal' });
  await editor.getByLabel('Goal', { exact: true }).selectOption('Home');
  await picture(page, 'goal-filter');
  await editor.getByRole('button', { name: 'Apply' }).click();
  await showsFiltered(page, statistics, { not: { visited: { goal: databaseId } } });
  await page.getByRole('button', { name: 'Never reached goal is Home', exact: true }).waitFor();

  await page.goto(statistics.addressOf('?visited.goal=987654'));
  await page.getByText('Must be the id of a goal of this website.').waitFor();
  await page.getByRole('button', { name: 'Remove: Reached goal is #987654' }).click();
  await goalRow(page, 'Prices').waitFor();
});
