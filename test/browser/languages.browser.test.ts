import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { DIALOG, logIn, newBrowser, picture, seriousFindings, titled } from '../support/pages.ts';
import { statisticsForFile } from '../support/statistics.ts';

const statistics = statisticsForFile();

const languageOf = (page: Page) => page.locator('html').getAttribute('lang');
const german = () => newBrowser(statistics.browser, { locale: 'de-DE' });

/** Opens a statistics page in any language, and waits until it shows numbers. */
async function open(page: Page, query = ''): Promise<void> {
  await page.goto(statistics.addressOf(query));
  await page.locator('#metric-visitors').waitFor();
}

/** Intl writes spaces that do not break. */
const textOf = async (page: Page, selector: string) =>
  ((await page.locator(selector).first().textContent()) ?? '').replace(/[\u00a0\u202f]/g, ' ');

describe('a browser that prefers German', () => {
  test('shows the statistics with German texts, numbers, dates and names', async () => {
    await using person = await german();
    const { page } = person;
    await open(page, '?places=country&period=last_7_days');
    expect(await languageOf(page)).toBe('de');
    await page.getByRole('tab', { name: /^Besucher/ }).waitFor();
    await page.getByRole('button', { name: 'Zeitraum: Letzte 7 Tage' }).waitFor();
    expect(await textOf(page, '.days-shown')).toMatch(
      /^\d+\.–\d+\. \S+ \d{4}, bisher\. Verglichen mit .*, bis \d\d:00 Uhr$/,
    );
    expect(await textOf(page, '#metric-bounce_rate .total-count')).toMatch(/^\d+(,\d)? %$/);
    const places = page.getByRole('region', { name: 'Orte' });
    await places.getByRole('button', { name: 'Nach Deutschland filtern' }).click();
    await page.getByRole('button', { name: 'Land ist Deutschland', exact: true }).waitFor();
    await titled(page, 'teahouse.example · Land ist Deutschland · Footfall');
    expect(await page.getByText(/\b(Visitors|Pages|Germany|Filter by)\b/).count()).toBe(0);
    await picture(page, 'german-statistics');
  });

  test('shows days, weeks and the calendar in German', async () => {
    await using person = await german();
    const { page } = person;
    await open(page, '?details=page&split=week');
    await page
      .getByRole('dialog', { name: 'Seiten' })
      .getByText(/^KW \d+, \d+\./)
      .first()
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).click();
    await page.getByRole('button', { name: /^Zeitraum:/ }).click();
    const menu = page.getByRole('dialog', { name: 'Zeitraum wählen' });
    await menu.getByText('November 2026').waitFor();
    await menu.getByText('Mo', { exact: true }).first().waitFor();
    await menu.getByRole('button', { name: 'Montag, 2. November 2026' }).click();
    await menu.getByRole('button', { name: 'Mo., 2. Nov. 2026 zeigen' }).waitFor();
    expect(await seriousFindings(page, DIALOG)).toEqual([]);
  });
});

test('the address decides over the browser, also after changes of the page, and is not stored', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await open(page, '?lang=de');
  expect(await languageOf(page)).toBe('de');
  await page.keyboard.press('d');
  await page.waitForURL(/\?period=today&lang=de$/);
  await page.getByRole('button', { name: 'Zeitraum: Heute' }).waitFor();
  await open(page);
  expect(await languageOf(page)).toBe('en');
  await open(page, '?lang=xx');
  expect(await languageOf(page)).toBe('en');
  await page.getByText('The address contains an invalid value.').waitFor();
  await open(page, '?embed=1&lang=de');
  await page.getByRole('tab', { name: /^Besucher/ }).waitFor();
  expect(await page.getByLabel('Sprache').count()).toBe(0);
});

test('the switch changes the language in place, and this browser keeps it for all pages', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await logIn(page, statistics.server);
  await open(page, '?period=last_7_days&lang=en');
  const languages = page.getByLabel('Language');
  expect(await languages.locator('option').allTextContents()).toEqual(['English', 'Deutsch']);
  await languages.selectOption('de');
  await page.getByRole('button', { name: 'Zeitraum: Letzte 7 Tage' }).waitFor();
  expect([await languageOf(page), new URL(page.url()).search]).toEqual(['de', '?period=last_7_days']);
  await page.goto(`${statistics.server.url}/websites`);
  await page.getByRole('link', { name: 'Website hinzufügen' }).waitFor();
  expect(await page.title()).toBe('Websites · Footfall');
  await page.getByLabel('Sprache').selectOption('en');
  await page.getByRole('link', { name: 'Add a website' }).waitFor();
  await page.reload();
  await page.getByRole('link', { name: 'Add a website' }).waitFor();
});

test('cards, details and the filter editor find values by names in the language of the page', async () => {
  await using person = await german();
  const { page } = person;
  await open(page, '?lang=de');
  const card = page.locator('.panel-card', { has: page.getByRole('tab', { name: 'Länder' }) });
  await card.getByRole('button', { name: /Suchen|Suche|suchen/ }).click();
  await card.getByRole('searchbox').fill('osterr');
  await card.getByText('Deutschland').waitFor({ state: 'detached' });
  expect(await card.getByText('Österreich').count()).toBe(1);
  expect(await card.getByRole('listitem').count()).toBe(1);
  await open(page, '?lang=de&details=country&search=vereinigt');
  const rows = page.getByRole('dialog').getByRole('row');
  await rows.getByText('Vereinigtes Königreich').waitFor();
  expect(await rows.getByText(/^Vereinigte/).allTextContents()).toEqual([
    'Vereinigte Staaten',
    'Vereinigtes Königreich',
  ]);
  await open(page, '?lang=de');
  await page.getByRole('button', { name: 'Filtern', exact: true }).click();
  await page.getByLabel('Merkmal').selectOption({ label: 'Land' });
  await page.getByRole('searchbox').last().fill('deutschl');
  const values = page.getByRole('dialog').getByRole('list').getByRole('listitem');
  await values.getByText('Deutschland').waitFor();
  await page.getByRole('checkbox', { name: /^Deutschland/ }).check();
});

test('a page loads the texts of its language once, and shows no other before', async () => {
  await using person = await german();
  const { page } = person;
  const loaded: string[] = [];
  page.on('request', (request) => {
    const [, name] = /assets\/texts-(\w+-\w+)-/.exec(request.url()) ?? [];
    if (name) loaded.push(name);
  });
  await page.addInitScript(`
    addEventListener('DOMContentLoaded', () => {
      window.seen = '';
      new MutationObserver(() => { window.seen += document.getElementById('root').textContent; })
        .observe(document.getElementById('root'), { childList: true, subtree: true, characterData: true });
    });
  `);
  await open(page);
  expect(loaded).toEqual(['stats-de']);
  const seen = await page.evaluate<string>('window.seen');
  expect(seen).toContain('Besucher');
  expect(seen).not.toMatch(/Visitors|Last 30 days/);
});

test.each([
  ['en-GB', /^\d+ \w+ – \d+ \w+ \d{4}, so far/],
  ['en-US', /^\w+ \d+ – \w+ \d+, \d{4}, so far/],
  ['fr-FR', /^\w+ \d+ – \w+ \d+, \d{4}, so far/],
  ['de-AT', /^\d+\. \S+ – \d+\. \S+ \d{4}, bisher/],
])('dates of a browser in %s are as usual there, or English', async (locale, dates) => {
  await using person = await newBrowser(statistics.browser, { locale });
  const { page } = person;
  await open(page);
  expect(await textOf(page, '.days-shown')).toMatch(dates);
});

test('a page says so if its texts cannot be loaded', async () => {
  await using person = await german();
  const { page } = person;
  await page.route('**/assets/texts-*', (route) => route.abort());
  await page.goto(statistics.addressOf());
  await page.getByText('The page could not be loaded. Check your connection').waitFor();
});

test('without JavaScript, a page says in each language that it needs it', async () => {
  const page = await (await statistics.server.call(`/s/${statistics.site.trackingId}`, { key: null })).text();
  const [, shown = ''] = /<noscript>([\s\S]*)<\/noscript>/.exec(page) ?? [];
  expect(shown).toContain('<p lang="en">This page requires JavaScript.');
  expect(shown).toContain('<p lang="de">Diese Seite braucht JavaScript.');
});

// screens.browser.test.ts looks at the other pages, in German too.
test('the filters and the details of a German page fit phones, tablets and screens', async () => {
  await using person = await german();
  const { page } = person;
  const places = {
    statistics: '?country.is=DE&page.contains=e&sources=utm_medium',
    details: '?details=landing_page&split=country',
  };
  for (const [name, query] of Object.entries(places)) {
    await open(page, query);
    await page.locator('.skeleton, [aria-busy="true"]').first().waitFor({ state: 'detached' });
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await picture(page, `german-${name}-${width}`);
      const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect([name, width, over]).toEqual([name, width, 0]);
    }
  }
});
