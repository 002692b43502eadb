import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { graphqlData } from '../support/engine/asking.ts';
import { giveWrongThenRight, headings, PASSWORD, privateStatisticsForFile } from '../support/linkPages.ts';
import { newLink } from '../support/links.ts';
import { logIn, newBrowser, picture, seriousFindings } from '../support/pages.ts';
import { NOON } from '../support/server.ts';
import { startSite } from '../support/site.ts';
import { open } from '../support/statistics.ts';

const HOUR_MS = 3_600_000;

const statistics = privateStatisticsForFile();

const visitors = (page: Page) => page.getByRole('tab', { name: /^Visitors/ }).locator('.total-count');

describe('a shared link', () => {
  test('shows a private website to people without an account, as other people see it', async () => {
    const { server, browser } = statistics;
    const link = await newLink(server);
    await using person = await newBrowser(browser);
    const { page } = person;
    await open(page, link.url);
    const shown = await visitors(page).textContent();
    await page.getByRole('button', { name: 'Filter', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Segments' }).count()).toBe(0);
    // Filters and ranges keep the link in the address.
    await page.getByRole('button', { name: 'Filter by France' }).first().click();
    await page.waitForURL((url) => url.search === '?country.is=FR');
    expect(page.url()).toBe(`${link.url}?country.is=FR`);
    await page.getByRole('button', { name: /^Remove: / }).waitFor();
    await page.goBack();
    await page.getByText('Details').first().waitFor();
    expect(await visitors(page).textContent()).toBe(shown);
    // The account sees what others see: no account links, and no segments.
    await using owner = await newBrowser(browser);
    await logIn(owner.page, server);
    await open(owner.page, link.url);
    expect(await owner.page.getByRole('link', { name: 'All websites' }).count()).toBe(0);
  });

  test('shows only the chosen panels of a segment', async () => {
    const { server, browser } = statistics;
    const link = await newLink(server, {
      segmentId: statistics.segmentId,
      panels: ['PAGE', 'LANDING_PAGE', 'OS'],
    });
    await using person = await newBrowser(browser, { viewport: { width: 1440, height: 900 } });
    const { page } = person;
    await open(page, link.url);
    await page.getByText('Only the segment Phones').waitFor();
    const cards = page.locator('.panel-card');
    expect(await cards.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual([
      'Pages',
      'Devices',
    ]);
    expect(await cards.first().getByRole('tab').allTextContents()).toEqual(['Pages', 'Landing pages']);
    for (const [colorScheme, width] of [
      ['light', 1440],
      ['dark', 360],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      expect([width, await seriousFindings(page)]).toEqual([width, []]);
      await picture(page, `shared-link-${colorScheme}-${width}`);
    }
    const all = await newLink(server);
    await open(page, all.url);
    const whole = await visitors(page).textContent();
    await open(page, link.url);
    expect(await visitors(page).textContent()).not.toBe(whole);
    // Conditions and details of other panels do not work, and the page says why.
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const subjects = page.getByLabel('What').getByRole('option');
    await page.getByLabel('What').waitFor();
    expect(await subjects.allTextContents()).toEqual([
      // The host is a part of the address of a page.
      ...['Saw page', 'Hostname', 'Never saw page', 'Never visited hostname'],
      ...['Operating system', 'Landing page'],
    ]);
    await page.keyboard.press('Escape');
    await open(page, `${link.url}?details=country`);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.goto(`${link.url}?country.is=DE`);
    await page.getByText('The shared link does not show COUNTRY.').waitFor();
    await page.getByRole('button', { name: /^Remove: / }).click();
    await visitors(page).waitFor();
  });

  test('with a password asks for it once in each tab', async () => {
    const link = await newLink(statistics.server, { password: PASSWORD });
    await using person = await newBrowser(statistics.browser);
    const { page, context } = person;
    expect((await page.goto(link.url))?.status()).toBe(200);
    await headings(page, 'These statistics are password-protected').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await giveWrongThenRight(page);
    await open(page, `${link.url}?period=today`);
    expect(await context.cookies()).toEqual([]);
    const other = await context.newPage();
    await other.goto(link.url);
    await headings(other, 'These statistics are password-protected').waitFor();
  });

  test('shows nothing once it has expired or was deleted, also on a page that is open', async () => {
    const { server, browser } = statistics;
    const [expiring, deleted] = [
      await newLink(server, { expiresAt: new Date(NOON + HOUR_MS).toISOString() }),
      await newLink(server),
    ];
    await using person = await newBrowser(browser);
    const { page } = person;
    const refused = async (how: () => Promise<unknown>, url: string) => {
      await open(page, url);
      await how();
      await page.getByRole('button', { name: 'Filter by France' }).first().click();
      await headings(page, 'Statistics not found').waitFor();
      expect(await page.getByRole('link').count()).toBe(0);
      expect((await page.goto(url))?.status()).toBe(404);
      await page.getByText('This link does not work, or no longer.').waitFor();
    };
    await refused(async () => server.setTime(NOON + HOUR_MS), expiring.url);
    expect(await seriousFindings(page)).toEqual([]);
    server.setTime(NOON);
    const removal = `mutation { deleteSharedLink(input: { id: "${deleted.id}" }) { __typename } }`;
    await refused(() => graphqlData(server, removal), deleted.url);
  });
});

describe('in a page of another website', () => {
  test('the embed code shows a page as high as its content, after its password too', async () => {
    const { server, browser } = statistics;
    const link = await newLink(server, { password: PASSWORD, panels: ['COUNTRY', 'PAGE'] });
    const query = `{ node(id: "${link.id}") { ... on SharedLink { embedCode } } }`;
    const { node } = await graphqlData<{ node: { embedCode: string } }>(server, query);
    await using outside = await startSite();
    outside.pages.set('/', `<p>Numbers</p>${node.embedCode}`);
    await using person = await newBrowser(browser, { viewport: { width: 900, height: 700 } });
    const { page } = person;
    // Another site for the browser, which then gives the frame no cookies and a storage of its own.
    await page.goto(outside.origin.replace('127.0.0.1', 'localhost'));
    const frame = page.frameLocator('iframe');
    const iframe = page.locator('iframe');
    const height = () => iframe.evaluate((one) => one.clientHeight);
    /** Waits until the frame is as high as its content. */
    const fits = async (): Promise<number> => {
      for (;;) {
        const content = await frame.locator('body').evaluate((body) => body.getBoundingClientRect().height);
        if ((await height()) === Math.ceil(content)) return height();
        await page.evaluate(() => new Promise(requestAnimationFrame));
      }
    };
    await headings(frame, 'These statistics are password-protected').waitFor();
    const locked = await fits();
    expect(locked).toBeLessThan(600);
    await giveWrongThenRight(frame);
    await frame.getByRole('region', { name: 'Places' }).waitFor();
    const wide = await fits();
    expect(wide).toBeGreaterThan(1_000);
    // Only the frame itself can change its height.
    await page.evaluate(() => postMessage({ footfallHeight: 5 }, '*'));
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await height()).toBe(wide);
    await page.setViewportSize({ width: 400, height: 700 });
    await frame.locator('.statistics-panels').evaluate(
      (panels) =>
        new Promise<void>((resolve) => {
          const narrow = () => (innerWidth < 400 ? resolve() : requestAnimationFrame(narrow));
          narrow();
          panels.getBoundingClientRect();
        }),
    );
    expect(await fits()).not.toBe(wide);
    await picture(page, 'shared-link-embedded');
  });
});
