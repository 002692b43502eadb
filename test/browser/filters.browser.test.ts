import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { grouped } from '../../src/stats/format.ts';
import { breakdown, detailsOf, rowsOf } from '../support/details.ts';
import { newBrowser, picture, register, seriousFindings, titled } from '../support/pages.ts';
import { rest } from '../support/rest.ts';
import { open, PERIOD, showsFiltered, statisticsForFile } from '../support/statistics.ts';

const statistics = statisticsForFile();

/** Waits until the page shows the numbers of a filter. */
const shows = (page: Page, filter: object) => showsFiltered(page, statistics, filter);

test('a click on a row filters the page by it, and the way back leads to the whole', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1280, height: 900 } });
  const { page } = person;
  await open(page, statistics.addressOf());
  await page.getByRole('button', { name: 'Filter by Germany' }).click();
  await page.waitForURL(/\?country\.is=DE$/);
  await shows(page, { country: { in: ['DE'] } });
  await titled(page, 'teahouse.example · Country is Germany · Footfall');
  await page.getByRole('button', { name: /^Filter by Firefox/ }).click();
  await page.waitForURL(/\?country\.is=DE&browser\.is=Firefox$/);
  await shows(page, { country: { in: ['DE'] }, browser: { in: ['Firefox'] } });
  await picture(page, 'filters');
  expect(await seriousFindings(page, '.filter-bar')).toEqual([]);

  await page.goBack();
  await shows(page, { country: { in: ['DE'] } });
  await page.getByRole('button', { name: 'Remove: Country is Germany' }).click();
  await page.waitForURL(statistics.addressOf());
  await shows(page, {});
  await titled(page, 'teahouse.example · Footfall');
});

test('details are those of the filter, and their rows filter too', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await open(page, statistics.addressOf('?device.is=mobile&details=city'));
  const dialog = await detailsOf(page, 'Cities');
  const filter = JSON.stringify({ device: { in: ['mobile'] } });
  const expected = await breakdown(statistics, { by: 'city', sort: '-visitors', filter });
  expect((await rowsOf(dialog)).map(([, visitors]) => visitors)).toEqual(
    expected.map(({ visitors }) => grouped(Number(visitors))),
  );
  await dialog.getByText('Device is Mobile').waitFor();
  const berlin = expected.find(({ city }) => String(city).startsWith('Berlin'));
  await dialog.getByRole('button', { name: /^Filter by Berlin/ }).click();
  await page.waitForURL(/\?device\.is=mobile&city\.is=Berlin/);
  await dialog.waitFor({ state: 'detached' });
  await shows(page, { device: { in: ['mobile'] }, city: { in: [berlin?.city] } });
});

test('a country on the map filters, by pointer and by keyboard', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1280, height: 900 } });
  const { page } = person;
  await open(page, statistics.addressOf());
  await page.locator('.world-map-frame').scrollIntoViewIfNeeded();
  const map = page.getByRole('img', { name: /^World map/ });
  await map.scrollIntoViewIfNeeded();
  await map.locator('[data-code="FR"]').first().dispatchEvent('click');
  await page.waitForURL(/\?country\.is=FR$/);
  await page.goBack();
  await page.waitForURL(statistics.addressOf());
  await shows(page, {});
  await map.focus();
  await page.keyboard.press('ArrowRight');
  const name = (await page.locator('.world-map-tip strong').textContent()) ?? '';
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Remove: Country is ${name}` }).waitFor();
});

test('an address with a filter shows the same page to somebody else', async () => {
  await using person = await newBrowser(statistics.browser);
  await open(person.page, statistics.addressOf('?landing_page.starts=/&country.not=DE&referrer.is='));
  await shows(person.page, {
    landing_page: { starts_with: '/' },
    country: { not_in: ['DE'] },
    referrer: { in: [''] },
  });
  await person.page.getByRole('button', { name: 'Referrer is Direct', exact: true }).waitFor();
});

test('a wrong filter in the address is reported, and the page shows everything', async () => {
  await using person = await newBrowser(statistics.browser);
  await open(person.page, statistics.addressOf('?country.like=DE'));
  await person.page.getByText('The address contains an invalid value').waitFor();
  await shows(person.page, {});
});

test('all numbers of the page agree after a click on a page or an event', async () => {
  const { server, site } = statistics;
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1280, height: 900 } });
  const { page } = person;
  const totals = async (filter: object) => {
    const query = new URLSearchParams({ ...PERIOD, filter: JSON.stringify(filter) });
    const { body } = await rest<Record<string, number>>(server, `/api/v1/metrics/${site.id}?${query}`);
    return body.data as Record<'visits' | 'pageviews' | 'views_per_visit', number>;
  };
  await open(page, statistics.addressOf());
  await page.getByRole('button', { name: 'Filter by Subscribe' }).click();
  await page.waitForURL(/\?visited\.event=Subscribe$/);
  const had = { visited: { event: { in: ['Subscribe'] } } };
  await shows(page, had);
  const { pageviews, visits, views_per_visit } = await totals(had);
  expect(pageviews / visits).toBeCloseTo(views_per_visit, 10);
  await page
    .getByRole('tab', { name: /^Pageviews/ })
    .getByText(grouped(pageviews), { exact: true })
    .waitFor();

  await page
    .getByRole('button', { name: /^Filter by \/teas/ })
    .first()
    .click();
  await page.waitForURL(/\?visited\.event=Subscribe&visited\.page=\/teas/);
  const path = new URL(page.url()).searchParams.get('visited.page');
  const both = { and: [had, { visited: { page: { in: [path] } } }] };
  await shows(page, both);
  const selected = await totals(both);
  expect(selected.pageviews / selected.visits).toBeCloseTo(selected.views_per_visit, 10);
});

test('the button of a page that visits saw turns it into one that they never saw, and back', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await open(page, statistics.addressOf('?visited.page=/'));
  const exclude = page.getByRole('button', { name: 'Exclude: Saw page /' });
  await exclude.click();
  await page.getByRole('button', { name: 'Never saw page is /', exact: true }).waitFor();
  await shows(page, { not: { visited: { page: { in: ['/'] } } } });
  expect(await exclude.getAttribute('aria-pressed')).toBe('true');
  await exclude.click();
  await page.waitForURL(/\?visited\.page=\/$/);
});

test('tags of a link to the page do not filter it', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await open(
    page,
    statistics.addressOf('?utm_source=newsletter&utm_medium=email&utm_campaign=may&source=app'),
  );
  await shows(page, {});
  expect(await page.getByRole('list').locator('.filter-chip').count()).toBe(0);
  expect(await page.getByText('The address contains an invalid value').count()).toBe(0);
});

test('an address of an earlier version still filters', async () => {
  await using person = await newBrowser(statistics.browser);
  await open(person.page, statistics.addressOf('?country=DE&device=mobile&utm_source.not=x'));
  await shows(person.page, {
    country: { in: ['DE'] },
    device: { in: ['mobile'] },
    utm_source: { not_in: ['x'] },
  });
});

test('rows do not filter for strangers on a page that hides small counts', async () => {
  const { server, browser } = statistics;
  const site = await register(server, { url: 'small.example', privacy: '0', hide_below: '5' });
  await using person = await newBrowser(browser);
  await open(person.page, statistics.addressOf('', site));
  expect(await person.page.getByRole('button', { name: /^Filter/ }).count()).toBe(0);
});
