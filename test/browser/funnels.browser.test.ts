import { readFile } from 'node:fs/promises';
import { beforeEach, expect, test } from '@jest/globals';
import { grouped, percent } from '../../src/stats/format.ts';
import { FUNNEL, mutate } from '../support/entities.ts';
import {
  barsOf,
  cardOf,
  createFunnel,
  deleteFunnels,
  numbersOf,
  STEPS,
  showsSteps,
} from '../support/funnels.ts';
import { newLink } from '../support/links.ts';
import { DIALOG, logIn, newBrowser, picture, register, seriousFindings } from '../support/pages.ts';
import { open, PERIOD, statisticsForFile } from '../support/statistics.ts';
import { outcome, RECORDED, sendHit } from '../support/track.ts';

const statistics = statisticsForFile();
beforeEach(() => deleteFunnels(statistics));

test('a funnel is split by the largest values of a statistic, and the address keeps that', async () => {
  const [first, second] = [
    await createFunnel(statistics, 'Buyers'),
    await createFunnel(statistics, 'Cart', STEPS.slice(1)),
  ];
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1440, height: 900 } });
  const { page } = person;
  await open(page, statistics.addressOf());
  const card = cardOf(page);
  await showsSteps(page, await numbersOf(statistics, STEPS));
  await card.getByLabel('Funnel', { exact: true }).selectOption('Cart');
  await page.waitForURL(`**?funnel=${second.databaseId}`);
  await showsSteps(page, await numbersOf(statistics, STEPS.slice(1)));
  await card.getByLabel('Split by').selectOption({ label: 'Device' });
  await page.waitForURL(`**?funnel=${second.databaseId}&funnel_by=device`);
  const table = card.getByRole('table', { name: 'Cart by Device' });
  const mobile = await numbersOf(statistics, STEPS.slice(1), { device: { in: ['mobile'] } });
  const row = table.getByRole('row').filter({ hasText: 'Mobile' });
  const cells = row.getByRole('cell');
  for (const [index, { visitors }] of mobile.steps.entries())
    await cells
      .nth(index)
      .getByText(new RegExp(`^${grouped(visitors)}`))
      .waitFor();
  expect(await cells.last().textContent()).toBe(percent(mobile.conversionRate));
  await table.getByText('…').first().waitFor({ state: 'detached' });
  await picture(page, 'funnels-split');
  expect(await seriousFindings(page, '.panel-card-funnels')).toEqual([]);
  await row.getByRole('button', { name: 'Filter by Mobile' }).click();
  await page.getByRole('button', { name: 'Remove: Device is Mobile' }).waitFor();
  await showsSteps(page, mobile);
  await page.goBack();
  await page.goBack();
  await table.waitFor({ state: 'detached' });
  await page.goBack();
  await showsSteps(page, await numbersOf(statistics, STEPS));
  // A funnel that was deleted since: the first one is shown.
  await mutate(statistics.server, FUNNEL.delete, { id: second.id });
  await open(page, statistics.addressOf(`?funnel=${second.databaseId}`));
  await card.getByText(first.name, { exact: true }).waitFor();
  await showsSteps(page, await numbersOf(statistics, STEPS));

  const waiting = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Download as CSV' }).click();
  const file = await waiting;
  const { from, to } = PERIOD;
  expect(file.suggestedFilename()).toBe(`teahouse.example-funnel-${first.databaseId}-${from}-${to}.csv`);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toBe(
    '\ufeffStep,Name,visitors,of step 1,of the step before,Left before,Median time (seconds),Visitors before',
  );
  const { steps } = await numbersOf(statistics, STEPS);
  expect(lines.slice(1).map((line) => line.split(',').slice(0, 3))).toEqual(
    ['Prices', 'Product', 'Step 3'].map((name, index) => [`${index + 1}`, name, `${steps[index]?.visitors}`]),
  );
});

test('viewers see funnels without conditions, and links only if these are chosen', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await open(page, statistics.addressOf());
  await cardOf(page, 'Events').waitFor();
  expect(await cardOf(page).count()).toBe(0);

  await createFunnel(statistics, 'Buyers');
  const expected = await numbersOf(statistics, STEPS);
  const websiteId = String(statistics.site.id);
  const shown = await newLink(statistics.server, { panels: ['FUNNELS'], websiteId });
  await open(page, shown.url);
  await showsSteps(page, expected);
  expect(await page.locator('.panel-card').count()).toBe(1);
  expect(await barsOf(page).locator('.bar-row-label').allTextContents()).toEqual([
    'Prices',
    'Product',
    'Step 3',
  ]);
  expect(
    await cardOf(page)
      .getByRole('button', { name: /^(Edit|Filter|New)/ })
      .count(),
  ).toBe(0);
  expect(await cardOf(page).getByLabel('Split by').count()).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
  await picture(page, 'funnels-link');

  const some = await newLink(statistics.server, { panels: ['FUNNELS', 'DEVICE'], websiteId });
  await open(page, `${some.url}?funnel_by=country`);
  await showsSteps(page, expected);
  expect(await cardOf(page).getByRole('table').count()).toBe(0);
  await cardOf(page).getByLabel('Split by').selectOption({ label: 'Device' });
  await cardOf(page).getByRole('table', { name: 'Buyers by Device' }).waitFor();

  const hidden = await newLink(statistics.server, { panels: ['PAGE'], websiteId });
  await open(page, hidden.url);
  await cardOf(page, 'Pages').waitFor();
  expect(await cardOf(page).count()).toBe(0);
});

test('on a phone and in German, funnels and their editor fit, and are printed without controls', async () => {
  await createFunnel(statistics, 'Vom Blick in die Preisliste bis zum vollen Warenkorb', [
    ...STEPS,
    ...STEPS,
  ]);
  await createFunnel(statistics, 'Warenkorb');
  await using person = await newBrowser(statistics.browser, {
    viewport: { width: 360, height: 800 },
    colorScheme: 'dark',
  });
  const { page } = person;
  await logIn(page, statistics.server);
  await page.goto(statistics.addressOf('?lang=de&funnel_by=country'));
  const card = cardOf(page, 'Trichter');
  await card.getByText('Was sie danach sahen').first().click();
  await card.getByText('…').first().waitFor({ state: 'detached' });
  const fits = async () =>
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  await fits();
  await card.scrollIntoViewIfNeeded();
  await picture(page, 'funnels-phone');
  expect(await seriousFindings(page, '.panel-card-funnels')).toEqual([]);
  // The area of a label that filters is its whole row.
  const controls = card.locator('button:visible:not(.bar-row-label), select:visible, summary:visible');
  for (const control of await controls.all())
    expect((await control.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(40);
  await card.getByRole('button', { name: 'Neuer Trichter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Neuer Trichter' });
  await dialog.getByRole('checkbox', { name: /^\/teas \d/ }).waitFor();
  await fits();
  await picture(page, 'funnel-phone');
  expect(await seriousFindings(page, DIALOG)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 718, height: 1046 });
  await page.emulateMedia({ media: 'print' });
  expect(await card.locator('button:visible:not(.bar-row-label), select:visible').count()).toBe(0);
  await card
    .getByText('Vom Blick in die Preisliste bis zum vollen Warenkorb')
    .and(page.locator('span'))
    .waitFor();
  await picture(page, 'funnels-print');
});

test('new hits change the funnel as they change the page', async () => {
  const { server } = statistics;
  const site = await register(server, { url: 'shop.example', privacy: '0' });
  const steps = ['/', '/thanks'].map((path) => ({ filter: { page: { in: [path] } } }));
  await mutate(server, FUNNEL.create, { websiteId: String(site.id), name: 'Shop', steps });
  const hit = async (path: string) => {
    const sent = { website: site.trackingId, page: `https://shop.example${path}` };
    expect(outcome(await sendHit(server, sent))).toEqual(RECORDED);
  };
  await hit('/');
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await open(page, statistics.addressOf('?period=today', site));
  await showsSteps(page, { steps: [{ visitors: 1 }, { visitors: 0 }] });
  await page.getByText(/^1 now$/).waitFor();
  await hit('/thanks');
  await showsSteps(page, { steps: [{ visitors: 1 }, { visitors: 1 }] });
});
