import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { downloaded } from '../support/details.ts';
import { createGoal, goalRow, goalShop, goalsCard } from '../support/goalPages.ts';
import {
  logIn,
  newBrowser,
  picture,
  type Registered,
  seriousFindings,
  startPages,
} from '../support/pages.ts';
import type { TestServer } from '../support/server.ts';
import { open } from '../support/statistics.ts';

/** More goals than the card shows at first, and than one operation reads with revenue. */
const GOALS = 12;
const LAST = `Goal ${GOALS}`;

let browser: Browser;
let server: TestServer;
let site: Registered;
beforeAll(async () => {
  browser = await launchBrowser();
  server = await startPages({ env: { TRUST_PROXY: '1' } });
  site = await goalShop(server, 'shop');
  for (let number = 1; number <= GOALS; number += 1) {
    const name = `Goal ${String(number).padStart(2, '0')}`;
    await createGoal(server, site.id, name, { event: { in: [number === GOALS ? 'Buy' : name] } });
  }
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

const addressOf = (query = '') =>
  `${server.url}/s/${site.trackingId}?period=last_7_days&compare=previous${query}`;
const csv = (card: Locator) => card.getByRole('button', { name: 'Download as CSV' });
const linesOf = (text: string) => text.replace('\ufeff', '').trimEnd().split('\r\n');

/** The card of journeys, as soon as it shows them with their changes. */
async function journeysOf(page: Page, name = 'Journeys'): Promise<Locator> {
  const card = page.getByRole('region', { name, exact: true }).first();
  await card.locator('.journeys-body[aria-busy=false] .row-change > span').first().waitFor();
  return card;
}

test('viewers without an account download all goals with revenue and the compared period', async () => {
  await using person = await newBrowser(browser, { viewport: { width: 1440, height: 900 } });
  const { page } = person;
  await open(page, addressOf());
  const card = goalsCard(page);
  await goalRow(page, 'Goal 10').waitFor();
  expect(await goalRow(page, LAST).count()).toBe(0);
  await csv(card).focus();
  const { name, text } = await downloaded(page, () => page.keyboard.press('Enter'));
  expect(name).toBe('shop.example-goals-2026-11-15-2026-11-21.csv');
  const [head, ...rows] = linesOf(text);
  expect(head).toBe(
    'Goal,Conversions,Conversions before,Visitors,Visitors before,Conversion rate,Conversion rate before,' +
      'Revenue (EUR),Revenue (EUR) before,Revenue (USD),Revenue (USD) before',
  );
  expect(rows).toHaveLength(GOALS);
  expect(rows[0]).toBe('Goal 01,0,0,0,0,0,0,0,0,0,0');
  expect(rows.at(-1)).toBe(`${LAST},3,1,3,1,0.5,0.5,1250.00,100.00,30.50,0`);
  expect(await csv(card).evaluate((button) => button.matches(':focus'))).toBe(true);

  // The revenue and the changes of the other goals are read on their own.
  await card.getByRole('button', { name: 'Show all goals' }).click();
  await goalRow(page, LAST).getByText('€1,250.00 · $30.50', { exact: true }).waitFor();
  await goalRow(page, LAST).locator('.row-change > span').first().waitFor();
  await card.scrollIntoViewIfNeeded();
  await picture(page, 'goals-csv');
  expect(await seriousFindings(page, '.panel-card-goals')).toEqual([]);
  // The filter selects the visits of the file, too.
  await open(page, addressOf('&visited.event=Buy&compare=none').replace('&compare=previous', ''));
  await goalRow(page, 'Goal 10').waitFor();
  const filtered = linesOf((await downloaded(page, () => csv(card).click())).text);
  expect(filtered[0]).toBe('Goal,Conversions,Visitors,Conversion rate,Revenue (EUR),Revenue (USD)');
  expect(filtered.at(-1)).toBe(`${LAST},3,3,1,1250.00,30.50`);
});

test('a file of journeys has all paths, also those whose steps are closed', async () => {
  await using person = await newBrowser(browser, { viewport: { width: 1440, height: 900 } });
  const { page } = person;
  await open(page, addressOf('&journey.start.page=/teas&journey.open='));
  const card = await journeysOf(page);
  expect(await card.locator('.journeys-flow > li').count()).toBe(1);
  await csv(card).focus();
  const { name, text } = await downloaded(page, () => page.keyboard.press('Enter'));
  expect(name).toBe('shop.example-journeys-2026-11-15-2026-11-21.csv');
  expect(linesOf(text)).toEqual([
    'Start,Step 2,Step 3,Step 4,Visits,Visits before',
    '/teas,Buy,Refund,Visit ends,1,0',
    '/teas,Buy,Visit ends,,2,1',
  ]);
  await card.getByRole('button', { name: '/teas: 3 visits' }).click();
  await card.locator('.journeys-flow > li').nth(3).waitFor();
  await card.scrollIntoViewIfNeeded();
  await picture(page, 'journeys-csv');
  expect(await seriousFindings(page, '.journeys')).toEqual([]);
});

test('on a dark phone in German the buttons fit, and on paper there are none', async () => {
  await using person = await newBrowser(browser, {
    viewport: { width: 360, height: 800 },
    colorScheme: 'dark',
  });
  const { page } = person;
  await logIn(page, server);
  await page.goto(addressOf('&journey.end.event=Buy&lang=de'));
  const goals = page.getByRole('region', { name: 'Ziele', exact: true });
  await goals.getByText('Goal 10', { exact: true }).first().waitFor();
  const journeys = await journeysOf(page, 'Wege');
  const save = (card: Locator) => card.getByRole('button', { name: 'Als CSV herunterladen' });
  const found = linesOf((await downloaded(page, () => save(journeys).click())).text);
  expect(found[0]).toMatch(/^Ende,1 Schritt davor,.*,Besuche,Besuche zuvor$/);
  expect(found[1]).toBe('Buy,/teas,Besuch beginnt,3,1');
  const [head] = linesOf((await downloaded(page, () => save(goals).click())).text);
  expect(head).toMatch(/^Ziel,Konversionen,Konversionen zuvor,.*,Umsatz \(EUR\),Umsatz \(EUR\) zuvor,/);
  for (const card of [goals, journeys]) {
    expect((await save(card).boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(44);
    await save(card).scrollIntoViewIfNeeded();
    await picture(page, card === goals ? 'goals-csv-phone' : 'journeys-csv-phone');
  }
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  expect(await seriousFindings(page, '.panel-card-goals')).toEqual([]);
  expect(await seriousFindings(page, '.journeys')).toEqual([]);
  await page.setViewportSize({ width: 718, height: 1046 });
  await page.emulateMedia({ media: 'print' });
  expect(await goals.isVisible()).toBe(true);
  expect(await journeys.isVisible()).toBe(true);
  for (const card of [goals, journeys]) expect(await save(card).isVisible()).toBe(false);
  await picture(page, 'csv-print');
});

test('a file that cannot be read is reported, and can be asked for again', async () => {
  await using person = await newBrowser(browser);
  const { page } = person;
  await open(page, addressOf());
  const card = goalsCard(page);
  await goalRow(page, 'Goal 10').waitFor();
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('StatisticsGoalFile')
      ? route.fulfill({ status: 429, json: { errors: [{ message: 'Too many requests.' }] } })
      : route.continue(),
  );
  await csv(card).click();
  await card.getByRole('alert').waitFor();
  expect(await seriousFindings(page, '.panel-card-goals')).toEqual([]);
  await page.unroute('**/graphql');
  const { text } = await downloaded(page, () => csv(card).click());
  expect(linesOf(text)).toHaveLength(GOALS + 1);
  expect(await card.getByRole('alert').count()).toBe(0);
});
