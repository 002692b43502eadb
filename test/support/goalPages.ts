import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { graphqlData } from './engine/asking.ts';
import { type Registered, register } from './pages.ts';
import { NOON, type TestServer } from './server.ts';
import { outcome, RECORDED, sendHit } from './track.ts';

export interface Goal {
  id: string;
  databaseId: number;
  name: string;
  filter: string;
}

const CREATE = `mutation ($input: CreateGoalInput!) {
  createGoal(input: $input) { ... on CreateGoalSuccess { goal { id databaseId name filter } } }
}`;
const DELETE = 'mutation ($id: ID!) { deleteGoal(input: { id: $id }) { __typename } }';
const GOALS = 'query ($id: ID!) { website(id: $id) { goals { id databaseId name filter } } }';

/** Creates a goal of a website. */
export async function createGoal(
  server: TestServer,
  websiteId: number,
  name: string,
  filter: object,
): Promise<Goal> {
  const input = { websiteId, name, filter };
  const data = await graphqlData<{ createGoal: { goal: Goal } }>(server, CREATE, { input });
  return data.createGoal.goal;
}

/** The goals of a website by name. */
export async function goalsOf(server: TestServer, websiteId: number): Promise<Goal[]> {
  type Data = { website: { goals: Goal[] } };
  return (await graphqlData<Data>(server, GOALS, { id: websiteId })).website.goals;
}

/** Deletes all goals of a website. */
export async function deleteGoals(server: TestServer, websiteId: number): Promise<void> {
  for (const { id } of await goalsOf(server, websiteId)) await graphqlData(server, DELETE, { id });
}

/** The card of goals on a statistics page. */
export const goalsCard = (page: Page): Locator => page.getByRole('region', { name: 'Goals', exact: true });

/** The row of a goal on its card. */
export const goalRow = (page: Page, name: string): Locator =>
  goalsCard(page).getByRole('listitem').filter({ hasText: name });

const DAY_MS = 86_400_000;

/** What the visitors of {@link goalShop} did: the day from today on, the page, and what they paid. */
const SHOP_HITS: readonly [day: number, path: string, paid?: readonly [amount: string, currency: string]][] =
  [
    [-15, '/'],
    [-8, '/teas'],
    [-8, '/teas', ['100.00', 'EUR']],
    [-1, '/'],
    [-1, '/teas', ['1249.90', 'EUR']],
    [-1, '/teas', ['30.5', 'USD']],
    [0, '/'],
    [0, '/'],
    [0, '/teas', ['0.10', 'EUR']],
  ];

/**
 * Registers a website with three weeks of hits, each of another visitor. Who paid has a second hit: the event
 * `Buy` on the page. In the last 7 days are 6 visitors; 3 of them paid EUR 1,250.00 and USD 30.50 together.
 * The last one of them had a refund of EUR 2.50.
 */
export async function goalShop(server: TestServer, name: string): Promise<Registered> {
  const domain = `${name}.example`;
  const site = await register(server, { url: domain, privacy: '0' });
  let visitor = 0;
  const send = async (path: string, more: object = {}) => {
    const hit = { website: site.trackingId, page: `https://${domain}${path}`, ...more };
    const headers = { 'x-forwarded-for': `84.20.0.${visitor}` };
    expect(outcome(await sendHit(server, hit, headers))).toEqual(RECORDED);
  };
  for (const [day, path, paid] of SHOP_HITS) {
    visitor += 1;
    server.setTime(NOON + day * DAY_MS);
    await send(path);
    const [amount, currency] = paid ?? [];
    if (paid) await send(path, { event: { name: 'Buy', revenue: { amount, currency } } });
  }
  await send('/refund', { event: { name: 'Refund', revenue: { amount: '-2.50', currency: 'EUR' } } });
  return site;
}
