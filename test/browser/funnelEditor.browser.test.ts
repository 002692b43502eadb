import { beforeEach, expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { grouped, percent } from '../../src/stats/format.ts';
import {
  barsOf,
  CART,
  cardOf,
  createFunnel,
  deleteFunnels,
  deleteGoal,
  numbersOf,
  savedFunnels,
  showsSteps,
  TEAS,
} from '../support/funnels.ts';
import { newGoal } from '../support/goals.ts';
import { chooseOption, DIALOG, logIn, newBrowser, picture, seriousFindings } from '../support/pages.ts';
import { open, showsFiltered, statisticsForFile } from '../support/statistics.ts';

const statistics = statisticsForFile();
beforeEach(() => deleteFunnels(statistics));

async function chooseValue(dialog: Locator, value: string): Promise<void> {
  await dialog.getByRole('searchbox').fill(value);
  await dialog.getByRole('checkbox', { name: new RegExp(`^${value} \\d`) }).check();
}

test('the owner creates a funnel, filters by a step, changes and deletes it', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1440, height: 900 } });
  const { page } = person;
  await logIn(page, statistics.server);
  await open(page, statistics.addressOf());
  await cardOf(page)
    .getByText(/^A funnel counts the visitors who do several things/)
    .waitFor();
  await picture(page, 'funnels-none');
  await cardOf(page).getByRole('button', { name: 'New funnel' }).click();
  const dialog = page.getByRole('dialog', { name: 'New funnel' });
  await dialog.getByLabel('Name', { exact: true }).fill('Cart');
  const save = dialog.getByRole('button', { name: 'Save' });
  expect(await save.isDisabled()).toBe(true);
  await chooseValue(dialog, '/teas');
  await dialog.getByRole('button', { name: 'Step 2: Not finished' }).click();
  await dialog.getByLabel('What').selectOption({ label: 'Event' });
  await chooseValue(dialog, 'Add to cart');
  await dialog.getByLabel('Name of the step (optional)').fill('In the cart');
  const expected = await numbersOf(statistics, [{ filter: TEAS }, { filter: CART }]);
  for (const { visitors } of expected.steps)
    await dialog
      .locator('.funnel-step-name')
      .getByText(`${grouped(visitors)} visitors`)
      .waitFor();
  await picture(page, 'funnel-new');
  expect(await seriousFindings(page, DIALOG)).toEqual([]);
  await save.click();
  await dialog.waitFor({ state: 'detached' });
  await showsSteps(page, expected);
  const [saved] = await savedFunnels(statistics);
  expect(saved).toMatchObject({ name: 'Cart', scope: 'VISITOR', strict: false, within: null });
  expect(JSON.parse(saved?.steps ?? '')).toEqual([
    { filter: TEAS, name: 'Page is /teas' },
    { filter: CART, name: 'In the cart' },
  ]);
  expect(new URL(page.url()).search).toBe(`?funnel=${saved?.databaseId}`);
  const card = cardOf(page);
  await card.getByText(`${percent(expected.conversionRate)} of `).waitFor();
  await card.getByText(new RegExp(`^${grouped(expected.steps[1]?.dropped ?? 0)} visitors left`)).waitFor();
  await card.getByText('Where they went next').click();
  await card.getByText('Other pages, or no further page').waitFor();
  await barsOf(page).first().locator('.row-change span').first().waitFor();
  await picture(page, 'funnels');
  expect(await seriousFindings(page, '.panel-card-funnels')).toEqual([]);

  await barsOf(page).getByRole('button', { name: 'Filter by In the cart' }).click();
  await page.getByRole('button', { name: 'Remove: Had event is Add to cart' }).waitFor();
  await showsFiltered(page, statistics, { visited: CART });
  await showsSteps(
    page,
    await numbersOf(statistics, [{ filter: TEAS }, { filter: CART }], { visited: CART }),
  );
  await page.getByRole('button', { name: 'Remove: Had event is Add to cart' }).click();

  // The name of another funnel is refused at the field.
  await createFunnel(statistics, 'Other');
  await card.getByRole('button', { name: 'Edit the funnel Cart' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit funnel' });
  await edit.getByLabel('Name', { exact: true }).fill('OTHER');
  await edit.getByRole('button', { name: 'Save' }).click();
  await edit.getByText('The website already has a funnel with this name.').waitFor();
  expect(await edit.getByLabel('Name', { exact: true }).evaluate((one) => one.matches(':focus'))).toBe(true);
  await edit.getByLabel('Name', { exact: true }).fill('Buyers');
  await edit.getByLabel('All steps happen').selectOption('within one visit');
  await edit.getByLabel('Time limit from first to last step').fill('30');
  await edit.getByLabel('no other pageview or event between the steps').check();
  await edit.getByRole('button', { name: 'Save' }).click();
  await edit.waitFor({ state: 'detached' });
  await card.getByText(/^within one visit · within 30m · no other pageview/).waitFor();
  expect((await savedFunnels(statistics))[0]).toMatchObject({
    name: 'Buyers',
    scope: 'VISIT',
    strict: true,
    within: 1_800,
  });

  await card.getByRole('button', { name: 'Edit the funnel Buyers' }).click();
  await edit.getByRole('button', { name: 'Delete' }).click();
  await edit.getByText('Delete “Buyers”?').waitFor();
  await edit.getByRole('button', { name: 'Delete' }).click();
  await edit.waitFor({ state: 'detached' });
  await card.getByText('Other', { exact: true }).waitFor();
  expect((await savedFunnels(statistics)).map(({ name }) => name)).toEqual(['Other']);
  expect(new URL(page.url()).search).toBe('');
});

test('the owner adds, moves and removes steps with the keyboard alone', async () => {
  await newGoal(statistics.server, statistics.site.id, { name: 'Ordered', filter: CART });
  await createFunnel(statistics, 'Keys', [
    { name: 'Prices', filter: TEAS },
    { filter: CART, name: 'Cart' },
  ]);
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1280, height: 900 } });
  const { page } = person;
  await logIn(page, statistics.server);
  await open(page, statistics.addressOf());
  await page.getByRole('button', { name: 'Edit the funnel Keys' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit funnel' });
  const hasFocus = async (name: string) => {
    await dialog.getByRole('button', { name, exact: true }).and(page.locator(':focus')).waitFor();
  };
  const order = () => dialog.locator('.funnel-step-name > :first-child').allTextContents();
  await dialog.getByRole('button', { name: 'Move step 1 down' }).focus();
  await page.keyboard.press('Enter');
  // It is the last step now, so it can only be moved up again.
  await hasFocus('Move step 2 up');
  await dialog.getByText('Step 1 is now step 2.').waitFor();
  expect(await order()).toEqual(['Cart', 'Prices']);
  await dialog.getByRole('button', { name: 'Add a step' }).focus();
  await page.keyboard.press('Space');
  await hasFocus('Step 3: Not finished');
  for (let presses = 0; presses < 20; presses++) {
    if (await dialog.getByLabel('What').evaluate((field) => field.matches(':focus'))) break;
    await page.keyboard.press('Tab');
  }
  await chooseOption(page, dialog.getByLabel('What'), 'Goal');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await chooseOption(page, dialog.getByLabel('Goal', { exact: true }), 'Ordered');
  await dialog.getByRole('button', { name: 'Step 3: Goal is Ordered' }).waitFor();
  await dialog.getByRole('button', { name: 'Move step 3 up' }).focus();
  await page.keyboard.press('Enter');
  await hasFocus('Move step 2 up');
  await page.keyboard.press('Enter');
  await hasFocus('Move step 1 down');
  await dialog.getByRole('button', { name: 'Remove step 2' }).focus();
  await page.keyboard.press('Enter');
  await dialog.getByText('Step 2 was removed.').waitFor();
  // Two steps are the fewest, so none of them can be removed.
  await hasFocus('Step 2: Prices');
  expect(
    await dialog
      .getByRole('button', { name: /^Remove step/ })
      .first()
      .isDisabled(),
  ).toBe(true);
  await dialog.getByLabel('Name', { exact: true }).focus();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  const [saved] = await savedFunnels(statistics);
  expect(JSON.parse(saved?.steps ?? '')).toEqual([
    { goal: expect.stringMatching(/^\d+$/) },
    { name: 'Prices', filter: TEAS },
  ]);
  await barsOf(page).first().getByText('Ordered', { exact: true }).waitFor();
});

test('the owner sees a condition of the API in words, and the error of a step at the step', async () => {
  const { id } = await newGoal(statistics.server, statistics.site.id, { name: 'Gone', filter: CART });
  // The editor has no double negation.
  const plan = { not: { not: { property: { name: 'plan', in: ['pro'] } } } };
  await createFunnel(statistics, 'Plans', [{ filter: plan }, { filter: TEAS }]);
  await using person = await newBrowser(statistics.browser, { colorScheme: 'dark' });
  const { page } = person;
  await logIn(page, statistics.server);
  await open(page, statistics.addressOf());
  await barsOf(page).getByText('Property “plan” is pro').waitFor();
  await cardOf(page).getByText('No visitors in the step before').waitFor();
  await page.getByRole('button', { name: 'Edit the funnel Plans' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit funnel' });
  await dialog.getByRole('button', { name: /^Step 1: .*Property “plan” is pro/ }).click();
  await dialog.getByText('This condition was saved with the API. Change it there.').waitFor();
  await dialog.getByRole('button', { name: 'Step 2: Page is /teas' }).click();
  await dialog.getByLabel('What').selectOption({ label: 'Goal' });
  await dialog.getByLabel('Goal', { exact: true }).selectOption('Gone');
  await picture(page, 'funnel-goal-dark');
  await deleteGoal(statistics, id);
  await dialog.getByRole('button', { name: 'Step 2: Goal is Gone' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const step = dialog.getByRole('listitem').filter({ hasText: 'Goal is Gone' });
  await step.getByRole('alert').getByText('Must be the id of a goal of this website.').waitFor();
  await step.getByLabel('What').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});
