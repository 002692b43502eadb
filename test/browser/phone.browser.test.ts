import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { detailsOf } from '../support/details.ts';
import { graphqlData } from '../support/engine/asking.ts';
import { DIALOG, logIn, newBrowser, picture, register, seriousFindings } from '../support/pages.ts';
import { open, statisticsForFile } from '../support/statistics.ts';

const statistics = statisticsForFile();

const PHONE = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
} as const;

/** The visible controls that are lower or narrower than 44 pixels, with their sizes. */
function smallTargets(page: Page, within: string): Promise<string[]> {
  return page.locator(within).evaluate((element) =>
    [...element.querySelectorAll('button, select, input:not([type="checkbox"]), a.button')]
      .filter((target) => target.checkVisibility({ visibilityProperty: true }))
      .map((target) => {
        // A row filters as a whole: its button has a layer over it.
        const area = target.closest('.bar-row, .details-table-filters') ?? target;
        const { width, height } = area.getBoundingClientRect();
        return { name: target.textContent || target.ariaLabel || target.className, width, height };
      })
      .filter(({ width, height }) => width > 1 && (width < 44 || height < 44))
      .map(({ name, width, height }) => `${name}: ${Math.round(width)} × ${Math.round(height)}`),
  );
}

test('on a phone, everything that can be tapped is at least 44 pixels high and wide', async () => {
  await using person = await newBrowser(statistics.browser, PHONE);
  const { page } = person;
  for (const day of ['2026-11-01', '2026-11-02', '2026-11-06', '2026-11-21'])
    await graphqlData(
      statistics.server,
      'mutation ($input: CreateAnnotationInput!) { createAnnotation(input: $input) { __typename } }',
      { input: { websiteId: statistics.site.id, day, text: 'Deployed', public: true } },
    );
  await open(page, statistics.addressOf('?country=DE'));
  const marks = page.getByRole('list', { name: 'Notes', exact: true }).getByRole('button');
  await marks.first().waitFor();
  const places = await marks.evaluateAll((found) => found.map((mark) => mark.getBoundingClientRect()));
  expect(places.length).toBeGreaterThan(1);
  for (const [index, { x }] of places.entries())
    expect(x).toBeGreaterThanOrEqual((places[index - 1]?.right ?? 0) - 0.5);
  await page.locator('.world-map-frame').scrollIntoViewIfNeeded();
  await page.locator('.world-map path').first().waitFor();
  expect(await smallTargets(page, 'main')).toEqual([]);
});

test('on a phone, all of a long domain is shown beside the icons', async () => {
  const { server, browser } = statistics;
  const domain = 'a-quite-long-name-of-a-website.teahouse.example';
  const site = await register(server, { url: domain, privacy: '0' });
  await using person = await newBrowser(browser, PHONE);
  const { page } = person;
  await logIn(page, server);
  for (const isOwner of [true, false]) {
    if (!isOwner) await person.context.clearCookies();
    await open(page, statistics.addressOf('', site));
    const heading = page.getByRole('heading', { level: 1, name: domain });
    const text = isOwner ? heading.locator('span') : heading;
    const hidden = await text.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    expect([isOwner, hidden]).toEqual([isOwner, 0]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await picture(page, `phone-long-domain-${isOwner ? 'owner' : 'stranger'}`);
  }
});

test('on a phone, a domain that takes two lines is broken after a dot', async () => {
  await using person = await newBrowser(statistics.browser, PHONE);
  const { page } = person;
  await logIn(page, statistics.server);
  await open(page, statistics.addressOf());
  const name = page.getByRole('heading', { level: 1 }).locator('span');
  await page.setViewportSize({ width: 330, height: 740 });
  const lines = await name.evaluate((element) => {
    const found: string[] = [];
    let bottom = Number.NEGATIVE_INFINITY;
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (let at = 0; at < (node.nodeValue ?? '').length; at++) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const box = range.getBoundingClientRect();
        if (box.top >= bottom) found.push('');
        bottom = box.bottom;
        found.push(`${found.pop()}${range.toString()}`);
      }
    return found;
  });
  expect(lines).toEqual(['teahouse.', 'example']);
});

test('on a phone, calendar, filters and details are sheets within the screen', async () => {
  await using person = await newBrowser(statistics.browser, PHONE);
  const { page } = person;
  const fits = async (name: string) => {
    const sheet = page.getByRole('dialog', { name });
    await sheet.waitFor();
    const box = await sheet.boundingBox();
    if (!box) throw new Error('The sheet is not visible.');
    expect([box.x, box.width, Math.round(box.y + box.height)]).toEqual([0, 360, 740]);
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(await smallTargets(page, `[role="dialog"], dialog[open]`)).toEqual([]);
    expect(await seriousFindings(page, DIALOG)).toEqual([]);
    await picture(page, `phone-${name.toLowerCase().replaceAll(/\W+/g, '-')}`);
  };
  await open(page, statistics.addressOf());
  await page.getByRole('button', { name: /^Days shown/ }).tap();
  await page.getByRole('button', { name: /^Show / }).waitFor();
  await fits('Days to show');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Filter', exact: true }).tap();
  await fits('Add a filter');
  await page.keyboard.press('Escape');
  await open(page, statistics.addressOf('?details=page'));
  await page.getByRole('dialog').getByRole('button', { name: 'Filter by /teas', exact: true }).waitFor();
  await fits('Pages');
});

test('on a phone, split details show the first number beside both values', async () => {
  await using person = await newBrowser(statistics.browser, PHONE);
  const { page } = person;
  await open(page, statistics.addressOf('?details=page&split=country'));
  const dialog = await detailsOf(page, 'Pages');
  await picture(page, 'phone-details-split');
  for (const cell of await dialog.locator('tbody td:not(.details-table-second):nth-of-type(2)').all()) {
    const { x = 0, width = 0 } = (await cell.boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(360);
  }
});
