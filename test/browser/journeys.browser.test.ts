import { beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { graphqlData } from '../support/engine/asking.ts';
import { newLink } from '../support/links.ts';
import { newBrowser, picture, type Registered, register, seriousFindings } from '../support/pages.ts';
import { open, statisticsForFile } from '../support/statistics.ts';
import { outcome, RECORDED, sendHit } from '../support/track.ts';

const statistics = statisticsForFile();
let shop: Registered;
let goal: number;

/** What visits did, one after another: paths, and names of events. */
const VISITS = [
  ['/', '/pricing', 'Signup'],
  ['/', '/pricing'],
  ['/', '/blog'],
  ['/blog', '/'],
  ['/blog', 'Signup'],
];

/** Records visits of different browsers, so that each has a visitor of its own. */
async function record(website: string, host: string, visits: readonly (readonly string[])[]): Promise<void> {
  for (const [index, steps] of visits.entries()) {
    const agent = `Mozilla/5.0 (X11; Linux x86_64; rv:1.0) Gecko/20100101 Firefox/${140 + index}.0`;
    let path = '/';
    for (const step of steps) {
      if (step.startsWith('/')) path = step;
      const event = step.startsWith('/') ? {} : { event: { name: step } };
      const hit = { website, page: `https://${host}${path}`, ...event };
      expect(outcome(await sendHit(statistics.server, hit, { 'user-agent': agent }))).toEqual(RECORDED);
    }
  }
}

const CREATE = `mutation ($input: CreateGoalInput!) {
  createGoal(input: $input) { ... on CreateGoalSuccess { goal { databaseId } } } }`;

beforeAll(async () => {
  const { server } = statistics;
  shop = await register(server, { url: 'shop.example', privacy: '0' });
  await record(shop.trackingId, 'shop.example', VISITS);
  const input = { websiteId: shop.id, name: 'Interested', filter: { page: { in: ['/pricing', '/blog'] } } };
  type Data = { createGoal: { goal: { databaseId: number } } };
  goal = (await graphqlData<Data>(server, CREATE, { input })).createGoal.goal.databaseId;
});

const cardOf = (page: Page, name = 'Journeys'): Locator =>
  page.getByRole('region', { name, exact: true }).first();
const decoded = (page: Page) => decodeURIComponent(new URL(page.url()).search);
const addressOf = (query = '') => statistics.addressOf(`?period=today${query}`, shop);

/** The steps of the flow by column, with their visits: `/pricing 2`. */
const columnsIn = (card: Locator): Promise<string[][]> =>
  card.locator('.journeys-flow > li').evaluateAll((columns: Element[]) => {
    const textOf = (step: Element, part: string) => step.querySelector(part)?.textContent;
    return columns.map((column) =>
      [...column.querySelectorAll('.journeys-step')].map(
        (step) => `${textOf(step, '.journeys-label')} ${textOf(step, 'strong')}`,
      ),
    );
  });

/** The card as soon as it shows the journeys of the address. */
async function shown(page: Page, name?: string): Promise<Locator> {
  const card = cardOf(page, name);
  // It is loaded when it is near the window, at the end of the page.
  await page.locator('.statistics-footer').scrollIntoViewIfNeeded();
  await card.locator('.journeys-body[aria-busy=false]').waitFor();
  await card.locator('.journeys-step, .journeys-table').first().waitFor();
  return card;
}

test('journeys begin with the largest landing page, and a click opens another step', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1440, height: 900 } });
  const { page } = person;
  await open(page, addressOf());
  const card = await shown(page);
  expect(await columnsIn(card)).toEqual([
    ['/ 4'],
    ['/pricing 2', '/blog 1', 'Visit ends 1'],
    ['Signup 1', 'Visit ends 1'],
    ['Visit ends 1'],
  ]);
  await picture(page, 'journeys');
  expect(await seriousFindings(page, '.journeys')).toEqual([]);
  const blog = card.getByRole('button', { name: '/blog: 1 visit, 25%' });
  expect(await blog.getAttribute('aria-expanded')).toBe('false');
  await blog.click();
  await card.locator('button[aria-expanded=true]').filter({ hasText: '/blog' }).waitFor();
  expect(await columnsIn(card)).toEqual([
    ['/ 4'],
    ['/pricing 2', '/blog 1', 'Visit ends 1'],
    ['Visit ends 1'],
  ]);
  const chosen = '?period=today&journey.start.page=/&journey.open=page:/&journey.open=page:/blog';
  expect(decoded(page)).toBe(chosen);

  await card.getByRole('tab', { name: 'Table' }).click();
  const rows = card.locator('tbody tr');
  await rows.nth(4).waitFor();
  expect(await rows.allTextContents()).toEqual([
    '/Start4–100.0%',
    '/pricingStep 2250.0%50.0%',
    '/blogStep 2125.0%25.0%',
    'Visit endsStep 31100.0%25.0%',
    'Visit endsStep 2125.0%25.0%',
  ]);
  await picture(page, 'journeys-table');
  expect(await seriousFindings(page, '.journeys')).toEqual([]);
  await card.getByRole('button', { name: '/blog' }).click();
  expect(await rows.count()).toBe(4);
  expect(decoded(page)).toContain('&journey.open=page:/&journey.open=&journey.view=table');
  await page.goBack();
  await rows.nth(4).waitFor();
  await page.goBack();
  await page.waitForURL((url) => url.search === '?period=today');
});

test('the anchor is a page, an event or a goal that is found in the data', async () => {
  await using person = await newBrowser(statistics.browser, { colorScheme: 'dark' });
  const { page } = person;
  await open(page, addressOf());
  const card = await shown(page);
  const anchor = card.getByRole('button', { name: /^Page, event or goal: / });
  await anchor.click();
  const menu = page.getByRole('dialog', { name: 'Choose a page, an event or a goal' });
  const options = menu.getByRole('option');
  await options.nth(4).waitFor();
  expect(await options.allTextContents()).toEqual(['Interested', '/', '/blog', '/pricing', 'Signup']);
  await picture(page, 'journeys-menu-dark');
  expect(await seriousFindings(page, '.journeys')).toEqual([]);
  await menu.getByRole('combobox').fill('SIGN');
  await options.nth(1).waitFor({ state: 'detached' });
  await options.click();
  await menu.waitFor({ state: 'detached' });
  await shown(page);
  expect(await columnsIn(card)).toEqual([['Signup 2'], ['Visit ends 2']]);
  await card.getByLabel('Direction').selectOption('Lead to');
  await card.getByRole('heading', { name: '1 step before' }).waitFor();
  await shown(page);
  expect(decoded(page)).toBe('?period=today&journey.end.event=Signup');
  expect(await columnsIn(card)).toEqual([['Signup 2'], ['/blog 1', '/pricing 1'], ['Visit begins 1']]);
  // Time goes from left to right.
  const [last, before] = await Promise.all(
    [0, 1].map((at) => card.locator('.journeys-flow > li').nth(at).boundingBox()),
  );
  expect(before?.x ?? 0).toBeLessThan(last?.x ?? 0);
  await picture(page, 'journeys-end-dark');
  expect(await seriousFindings(page, '.journeys')).toEqual([]);

  await anchor.click();
  await menu.getByRole('option', { name: 'Interested' }).click();
  await page.waitForURL((url) => url.search.includes(`journey.end.goal=${goal}`));
  await card.getByLabel('Number of steps').selectOption('2 steps');
  await page.waitForURL((url) => url.search.includes('journey.steps=2'));
  await shown(page);
  expect(await columnsIn(card)).toEqual([
    // The goal is met by events on these pages, too.
    ['/blog 2', 'Signup 2', '/pricing 1'],
    ['/ 1', 'Visit begins 1'],
  ]);
  await anchor.click();
  await menu.getByRole('option', { name: '/pricing' }).click();
  await page.waitForURL((url) => url.search.includes('journey.end.page='));
  await shown(page);
  expect(await columnsIn(card)).toEqual([['/pricing 2'], ['/ 2']]);
});

test('on a phone, the keyboard chooses and opens steps, in the language of the page', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 360, height: 800 } });
  const { page } = person;
  await page.goto(addressOf('&lang=de'));
  const card = await shown(page, 'Wege');
  await card.getByRole('button', { name: 'Seite, Ereignis oder Ziel: /' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Seiten, Ereignisse und Ziele suchen' }).waitFor();
  await page.keyboard.type('/');
  const goals = page.getByRole('group', { name: 'Ziele' });
  await goals.getByRole('option', { name: 'Interested' }).waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(
    (url) => url.search.includes('journey.start.page=%2Fblog') || url.search.includes('=/blog'),
  );
  await shown(page, 'Wege');
  expect(await columnsIn(card)).toEqual([
    ['/blog 3'],
    ['/ 1', 'Signup 1', 'Besuch endet 1'],
    ['Besuch endet 1'],
  ]);
  const signup = card.getByRole('button', { name: 'Signup: 1 Besuch, 33 %' });
  await signup.focus();
  await page.keyboard.press('Enter');
  await card.locator('button[aria-expanded=true]').filter({ hasText: 'Signup' }).waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  await picture(page, 'journeys-phone');
  expect(await seriousFindings(page, '.journeys')).toEqual([]);
  await card.getByRole('tab', { name: 'Fluss' }).focus();
  await page.keyboard.press('ArrowRight');
  await card.getByRole('columnheader', { name: 'Besuche' }).waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  await picture(page, 'journeys-phone-table');
  expect(await seriousFindings(page, '.journeys')).toEqual([]);
});

test('journeys follow the filter, are read when they are seen, and are compared', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1280, height: 700 } });
  const { page } = person;
  let reads = 0;
  page.on('request', (request) => {
    if (request.postData()?.includes('query StatisticsJourneys(')) reads++;
  });
  await open(page, addressOf('&visited.event=Signup'));
  await page.locator('.chart-canvas canvas').waitFor();
  expect([await cardOf(page).count(), reads]).toEqual([0, 0]);
  const card = await shown(page);
  expect(reads).toBe(1);
  // Both landing pages have one visit.
  expect(await columnsIn(card)).toEqual([['/ 1'], ['/pricing 1'], ['Signup 1'], ['Visit ends 1']]);
  await open(page, statistics.addressOf());
  await (await shown(page)).locator('.row-change > span').first().waitFor();
  await picture(page, 'journeys-compared');
});

test('on paper, journeys are printed if somebody has chosen them', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await open(page, addressOf());
  await shown(page);
  await page.emulateMedia({ media: 'print' });
  expect(await cardOf(page).isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await open(page, addressOf('&journey.start.page=/blog'));
  await shown(page);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 718, height: 1046 });
  expect(await cardOf(page).locator('.journeys-words').textContent()).toBe('Start at /blog');
  expect(await cardOf(page).getByRole('button').filter({ hasText: 'Signup' }).isVisible()).toBe(true);
  expect(await cardOf(page).getByRole('combobox').filter({ visible: true }).count()).toBe(0);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(718);
  await picture(page, 'journeys-print');
});

test('who may not see pages, events and small counts sees no journeys', async () => {
  const { server, browser } = statistics;
  await using person = await newBrowser(browser);
  const { page } = person;
  const some = await newLink(server, { panels: ['PAGE', 'EVENT'], websiteId: shop.id });
  await open(page, `${some.url}?period=today`);
  expect(await columnsIn(await shown(page))).toContainEqual(['/pricing 2', '/blog 1', 'Visit ends 1']);
  const pages = await newLink(server, { panels: ['PAGE', 'LANDING_PAGE'], websiteId: shop.id });
  await open(page, `${pages.url}?period=today&journey.start.page=/`);
  await page.getByRole('region', { name: 'Pages', exact: true }).waitFor();
  expect(await cardOf(page).count()).toBe(0);

  const small = await register(server, { url: 'small.example', privacy: '0', hide_below: '2' });
  await record(small.trackingId, 'small.example', [['/']]);
  await open(page, statistics.addressOf('?period=today&journey.start.page=/', small));
  await page.getByRole('region', { name: 'Pages', exact: true }).waitFor();
  expect(await cardOf(page).count()).toBe(0);
});

test('a goal that is gone is reported, and another step can be chosen', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await open(page, addressOf('&journey.start.goal=987654'));
  const card = cardOf(page);
  await card.getByText('Must be the id of a goal of this website.').waitFor();
  await card.getByRole('button', { name: 'Page, event or goal: #987654' }).click();
  await page.getByRole('option', { name: '/pricing' }).click();
  await shown(page);
  expect((await columnsIn(card))[0]).toEqual(['/pricing 2']);
});
