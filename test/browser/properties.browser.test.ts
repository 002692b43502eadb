import { beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { newLink } from '../support/links.ts';
import {
  DIALOG,
  logIn,
  newBrowser,
  picture,
  type Registered,
  register,
  seriousFindings,
} from '../support/pages.ts';
import { open, statisticsForFile } from '../support/statistics.ts';
import { outcome, RECORDED, sendHit } from '../support/track.ts';

const statistics = statisticsForFile();
let shop: Registered;

/** The values of a property that has more of them than a list shows. */
const COLORS = 102;

beforeAll(async () => {
  const { server } = statistics;
  shop = await register(server, { url: 'shop.example', privacy: '0' });
  const send = async (hit: object, agent = 'A') => {
    const page = 'https://shop.example/cart';
    const headers = {
      'user-agent': `Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/${agent}`,
    };
    expect(outcome(await sendHit(server, { website: shop.trackingId, page, ...hit }, headers))).toEqual(
      RECORDED,
    );
  };
  await send({ properties: { theme: 'dark' } }, '145.0');
  await send({ properties: { theme: 'dark' } }, '146.0');
  await send({ properties: { theme: 'light' } }, '147.0');
  await send({ event: { name: 'Signup', properties: { plan: 'pro', seats: 12, trial: true } } }, '145.0');
  await send({ event: { name: 'Signup', properties: { plan: 'free', seats: 2 } } }, '146.0');
  await send({ event: { name: 'Signup', properties: { plan: 'pro', seats: 3 } } }, '147.0');
  await send({ event: { name: 'Plain' } }, '147.0');
  await Promise.all(
    Array.from({ length: COLORS }, (_, color) =>
      send({ event: { name: 'Paint', properties: { color: `color ${color}` } } }, '146.0'),
    ),
  );
});

const eventsOf = (page: Page): Locator => page.getByRole('region', { name: 'Events', exact: true });
const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Properties', exact: true });
const listIn = (dialog: Locator, name: string): Locator =>
  dialog.getByRole('list', { name }).getByRole('listitem');
const valuesIn = (dialog: Locator, name: string): Locator => listIn(dialog, `Values of ${name}`);
const decoded = (page: Page) => decodeURIComponent(new URL(page.url()).search);
const visitorsAre = (page: Page, count: number) =>
  page
    .getByRole('tab', { name: /^Visitors/ })
    .getByText(new RegExp(`^${count}( |$)`))
    .waitFor();

/** The filter that a value of the property of an event adds to the address. */
const signups = (name: string, value: string) =>
  `?period=today&filter=${JSON.stringify({
    visited: { event: { in: ['Signup'] }, property: { name, in: [value] } },
  })}`;

test('a row of an event opens its properties, and a value filters the page', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1440, height: 900 } });
  const { page } = person;
  await open(page, statistics.addressOf('?period=today', shop));
  const row = eventsOf(page).getByRole('listitem').filter({ hasText: 'Signup' });
  await row.hover();
  await picture(page, 'properties-row');
  await row.getByRole('button', { name: 'Properties of Signup' }).click();
  const dialog = dialogOf(page);
  const names = dialog.getByRole('list', { name: 'Properties' }).getByRole('listitem');
  await names.nth(2).waitFor();
  expect(await names.allTextContents()).toEqual([
    'planpro, free',
    expect.stringMatching(/^seats/),
    'trialtrue',
  ]);
  await picture(page, 'properties-names');
  expect(await seriousFindings(page, DIALOG)).toEqual([]);
  await dialog.getByRole('button', { name: /^plan/ }).click();
  await valuesIn(dialog, 'plan').nth(1).waitFor();
  expect(await valuesIn(dialog, 'plan').allTextContents()).toEqual(['pro22', 'free11']);
  await picture(page, 'properties-values');
  expect(await seriousFindings(page, DIALOG)).toEqual([]);
  await dialog.getByRole('button', { name: 'Filter by free' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(decoded(page)).toBe(signups('plan', 'free'));
  await visitorsAre(page, 1);
  const words = 'had a hit with (Event is Signup and Property “plan” is free)';
  await page.getByRole('button', { name: words, exact: true }).waitFor();
  await page.getByRole('button', { name: `Remove: ${words}` }).click();
  await visitorsAre(page, 3);
});

test('the details of events open properties, whose values are bounded and searched', async () => {
  await using person = await newBrowser(statistics.browser, { colorScheme: 'dark' });
  const { page } = person;
  await open(page, statistics.addressOf('?period=today&details=event', shop));
  const details = page.getByRole('dialog', { name: 'Events', exact: true });
  await details.getByRole('button', { name: 'Properties of Paint' }).click();
  const dialog = dialogOf(page);
  // The only property is open at once.
  await valuesIn(dialog, 'color').nth(99).waitFor();
  expect(await valuesIn(dialog, 'color').count()).toBe(100);
  await dialog.getByText(`The first 100 of ${COLORS} values. Search to find the others.`).waitFor();
  await picture(page, 'properties-many-dark');
  expect(await seriousFindings(page, DIALOG)).toEqual([]);
  await dialog.getByRole('searchbox').fill('COLOR 10');
  await valuesIn(dialog, 'color').nth(3).waitFor({ state: 'detached' });
  expect((await valuesIn(dialog, 'color').allTextContents()).sort()).toEqual(
    ['color 100', 'color 10', 'color 101'].map((text) => `${text}11`),
  );
  await dialog.getByRole('searchbox').fill('blue');
  await dialog.getByText('No rows found.').waitFor();
  await dialog.getByRole('searchbox').fill('color 101');
  await dialog.getByRole('button', { name: 'Filter by color 101' }).click();
  await dialog.waitFor({ state: 'detached' });
  // The details are closed, too.
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByText('Property “color” is color 101').first().waitFor();
});

test('on a phone, the card opens the properties of pageviews, and keys reach everything', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 360, height: 800 } });
  const { page } = person;
  await page.goto(statistics.addressOf('?period=today&lang=de', shop));
  const button = page
    .getByRole('region', { name: 'Ereignisse' })
    .getByRole('button', { name: 'Eigenschaften' });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Eigenschaften' });
  await dialog.getByLabel('Ereignis').selectOption('Signup');
  await dialog.getByRole('button', { name: /^seats/ }).focus();
  await page.keyboard.press('Enter');
  await listIn(dialog, 'Werte von seats').nth(2).waitFor();
  await picture(page, 'properties-phone');
  // The way back leads to where it began.
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await dialog
    .getByRole('button', { name: /^seats/ })
    .and(page.locator(':focus'))
    .waitFor();
  await dialog.getByLabel('Ereignis').selectOption('Alle Seitenaufrufe');
  await listIn(dialog, 'Werte von theme').nth(1).waitFor();
  expect(await listIn(dialog, 'Werte von theme').allTextContents()).toEqual(['dark22', 'light11']);
  expect(await seriousFindings(page, DIALOG)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  await dialog.getByRole('button', { name: 'Nach light filtern' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Eigenschaft „theme“ im Besuch ist light', exact: true }).waitFor();
  expect(decoded(page)).toBe(
    '?period=today&filter={"visited":{"property":{"name":"theme","in":["light"]}}}&lang=de',
  );
});

test('the editor of filters completes names and values of properties, and compares numbers', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await open(page, statistics.addressOf('?period=today', shop));
  await page.keyboard.press('/');
  const editor = page.getByRole('dialog', { name: 'Add a filter' });
  await editor.getByLabel('What').selectOption({ label: 'Had property' });
  const name = editor.getByRole('combobox', { name: 'Name of the property' });
  const offered = page.locator('datalist option');
  await offered.nth(4).waitFor({ state: 'attached' });
  expect(await offered.evaluateAll((all: HTMLOptionElement[]) => all.map(({ value }) => value))).toEqual([
    'color',
    'plan',
    'seats',
    'theme',
    'trial',
  ]);
  const apply = editor.getByRole('button', { name: 'Apply' });
  await name.fill('plan');
  await editor.getByRole('checkbox', { name: /^pro/ }).check();
  await picture(page, 'property-filter');
  expect(await seriousFindings(page, DIALOG)).toEqual([]);
  await apply.click();
  expect(decoded(page)).toBe('?period=today&filter={"visited":{"property":{"name":"plan","in":["pro"]}}}');
  await visitorsAre(page, 2);

  await page.getByRole('button', { name: 'Exclude: Had property “plan” pro' }).click();
  await visitorsAre(page, 1);
  await page.getByRole('button', { name: 'Never had property “plan” is pro', exact: true }).click();
  const edit = page.getByRole('dialog', { name: 'Edit the filter' });
  await edit.getByLabel('What').selectOption({ label: 'Had property' });
  await edit.getByRole('combobox', { name: 'Name of the property' }).fill('seats');
  await edit.getByLabel('Comparison').selectOption({ label: 'is greater than' });
  const number = edit.getByRole('textbox', { name: 'Number' });
  await number.fill('many');
  expect(await edit.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
  await number.fill('2.5');
  await edit.getByRole('checkbox', { name: 'Only these hits' }).check();
  await edit.getByRole('button', { name: 'Apply' }).click();
  expect(decoded(page)).toBe('?period=today&filter={"property":{"name":"seats","gt":2.5}}');
  // As numbers: 12 and 3. As texts, 12 would be less.
  await visitorsAre(page, 2);
  await page.getByRole('button', { name: 'Property “seats” is greater than 2.5', exact: true }).click();
  await edit.getByLabel('Comparison').selectOption({ label: 'is missing' });
  await edit.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: 'Property “seats” is missing', exact: true }).waitFor();
  expect(decoded(page)).toBe('?period=today&filter={"property":{"name":"seats","exists":false}}');
  await visitorsAre(page, 3);
});

test('who may not see events sees no properties', async () => {
  const { server, browser } = statistics;
  await using person = await newBrowser(browser);
  const { page } = person;
  const link = await newLink(server, { panels: ['PAGE'], websiteId: shop.id });
  await open(page, `${link.url}?period=today`);
  await page.keyboard.press('/');
  const what = page.getByRole('dialog', { name: 'Add a filter' }).getByLabel('What');
  await what.locator('option', { hasText: 'Saw page' }).first().waitFor({ state: 'attached' });
  expect(await what.locator('option', { hasText: 'property' }).count()).toBe(0);

  const small = await register(server, { url: 'small.example', privacy: '0', hide_below: '2' });
  const hit = { website: small.trackingId, page: 'https://small.example/', event: { name: 'Signup' } };
  expect(outcome(await sendHit(server, hit))).toEqual(RECORDED);
  await open(page, statistics.addressOf('?period=today', small));
  await eventsOf(page).getByText('Small counts').waitFor();
  expect(await page.getByRole('button', { name: /^Properties/ }).count()).toBe(0);
  await logIn(page, server);
  await open(page, statistics.addressOf('?period=today', small));
  await page.getByRole('button', { name: 'Properties', exact: true }).click();
  await dialogOf(page).getByText('No properties in this period.').waitFor();
});
