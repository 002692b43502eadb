import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { grouped } from '../../src/stats/format.ts';
import { graphqlData } from './engine/asking.ts';
import { FUNNEL, GOAL, type MutationResult, mutate } from './entities.ts';
import { PERIOD, type Statistics } from './statistics.ts';

/** A saved funnel as GraphQL has it. */
export interface Funnel {
  id: string;
  databaseId: number;
  name: string;
  steps: string;
}

export const TEAS = { page: { in: ['/teas'] } };
/** Product pages. */
export const PRODUCT = { page: { startsWith: '/teas/' } };
export const CART = { event: { in: ['Add to cart'] } };
/** The steps of a purchase, the last one without a name. */
export const STEPS = [
  { name: 'Prices', filter: TEAS },
  { name: 'Product', filter: PRODUCT },
  { filter: CART },
];

/** Saves a funnel of the website of a test; throws the errors of the input. */
export async function createFunnel(
  { server, site }: Statistics,
  name: string,
  steps: object[] = STEPS,
): Promise<Funnel> {
  const input = { websiteId: String(site.id), name, steps };
  const { funnel, errors } = await mutate<MutationResult<{ funnel: Funnel }>>(server, FUNNEL.create, input);
  if (!funnel) throw new Error(JSON.stringify(errors));
  return funnel;
}

/** The saved funnels, ordered by name. */
export async function savedFunnels({ server, site }: Statistics): Promise<Funnel[]> {
  const query = `query ($id: ID!) { website(id: $id) {
    funnels { id databaseId name steps scope strict within } } }`;
  type Data = { website: { funnels: Funnel[] } };
  return (await graphqlData<Data>(server, query, { id: site.id })).website.funnels;
}

/** The visitors of each step of a funnel in the default period, and its rate. */
export async function numbersOf({ server, site }: Statistics, steps: object[], filter: object | null = null) {
  const query = `query ($id: ID!, $from: Date!, $to: Date!, $steps: [FunnelStepInput!],
    $filter: FilterInput) {
    website(id: $id) { period(from: $from, to: $to, filter: $filter) {
      funnel(steps: $steps) { conversionRate steps { visitors dropped rateFromFirst } } } } }`;
  type Step = { visitors: number; dropped: number; rateFromFirst: number };
  type Data = { website: { period: { funnel: { conversionRate: number; steps: Step[] } } } };
  const variables = { id: site.id, ...PERIOD, steps, filter };
  const { steps: found, conversionRate } = (await graphqlData<Data>(server, query, variables)).website.period
    .funnel;
  expect(found.at(-1)?.visitors).toBeGreaterThan(0);
  return { steps: found, conversionRate };
}

export const deleteGoal = ({ server }: Statistics, id: number) =>
  mutate(server, GOAL.delete, { id: String(id) });

/** Deletes all funnels and goals. */
export async function deleteFunnels(statistics: Statistics): Promise<void> {
  const { server, site } = statistics;
  for (const { id } of await savedFunnels(statistics)) await mutate(server, FUNNEL.delete, { id });
  const query = 'query ($id: ID!) { website(id: $id) { goals { databaseId } } }';
  type Data = { website: { goals: { databaseId: number }[] } };
  const { website } = await graphqlData<Data>(server, query, { id: site.id });
  for (const { databaseId } of website.goals) await deleteGoal(statistics, databaseId);
}

export const cardOf = (page: Page, name = 'Funnels'): Locator =>
  page.getByRole('region', { name, exact: true });
export const barsOf = (page: Page): Locator => cardOf(page).locator('.funnels-row');

/** Waits until the card shows the visitors of each step. */
export async function showsSteps(page: Page, expected: { steps: { visitors: number }[] }): Promise<void> {
  for (const [index, { visitors }] of expected.steps.entries())
    await barsOf(page)
      .nth(index)
      .locator('.bar-row-count')
      .getByText(new RegExp(`^${grouped(visitors)} `))
      .waitFor();
}
