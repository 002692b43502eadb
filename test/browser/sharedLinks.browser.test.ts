import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { FrameLocator, Page } from 'playwright-core';
import { graphqlData } from '../support/engine/asking.ts';
import { newLink } from '../support/links.ts';
import { chooseOption, DIALOG, logIn, newBrowser, picture, seriousFindings } from '../support/pages.ts';
import { changeWebsite } from '../support/rest.ts';
import { NOON } from '../support/server.ts';
import { startSite } from '../support/site.ts';
import { open, type Statistics, startStatistics } from '../support/statistics.ts';

const PASSWORD = 'tall green kettle';
const HOUR_MS = 3_600_000;

let statistics: Statistics;
let segmentId: string;
beforeAll(async () => {
  statistics = await startStatistics();
  const { server, site } = statistics;
  await changeWebsite(server, site.id, { privacy: 1 });
  const { createSegment } = await graphqlData<{ createSegment: { segment: { id: string } } }>(
    server,
    `mutation { createSegment(input: { websiteId: "1", name: "Phones",
      filter: { device: { in: ["mobile"] } } }) { ... on CreateSegmentSuccess { segment { id } } } }`,
  );
  segmentId = createSegment.segment.id;
});
afterAll(() => statistics?.stop());
afterEach(() => statistics.server.setTime(NOON));

const headings = (page: Page | FrameLocator, name: string) => page.getByRole('heading', { name });
const visitors = (page: Page) => page.getByRole('tab', { name: /^Visitors/ }).locator('.total-count');

async function giveWrongThenRight(page: Page | FrameLocator): Promise<void> {
  await page.getByLabel('Password').fill('guess');
  await page.getByRole('button', { name: 'View statistics' }).click();
  await page.getByText('The password is wrong.').waitFor();
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'View statistics' }).click();
  await headings(page, 'teahouse.example').waitFor();
}

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
    const link = await newLink(server, { segmentId, panels: ['PAGE', 'LANDING_PAGE', 'OS'] });
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

describe('in the account area', () => {
  const openList = async (page: Page) => {
    await logIn(page, statistics.server, `/websites/${statistics.site.id}/sharing`);
    await headings(page, 'Shared links').waitFor();
  };
  const itemOf = (page: Page, name: string) =>
    page.getByRole('list', { name: 'Shared links' }).getByRole('listitem').filter({ hasText: name });

  test('a dialog that cannot be loaded is reported, and the list stays', async () => {
    // Not newBrowser: React reports the caught error on the console.
    await using context = await statistics.browser.newContext({ locale: 'en-US' });
    const page = await context.newPage();
    await page.route(/LinkDialog-[^/]*\.js$/, (route) => route.abort());
    await openList(page);
    await page.getByRole('button', { name: 'New link' }).click();
    await page.getByRole('alert').getByText('Part of the page could not be loaded.').waitFor();
    await headings(page, 'Shared links').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await page.getByRole('button', { name: 'New link' }).click();
    await page.getByRole('dialog', { name: 'New shared link' }).waitFor();
  });

  test('a link is created with the keyboard, and the copied address opens the statistics', async () => {
    const { browser } = statistics;
    await using owner = await newBrowser(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = owner;
    await openList(page);
    await page.getByRole('button', { name: 'New link' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New shared link' });
    await dialog.waitFor();
    await page.keyboard.type('Press');
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Press');
    await page.keyboard.press('Tab');
    await chooseOption(page, page.locator('select:focus'), 'Phones');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await dialog.getByLabel('Pages', { exact: true }).focus();
    await page.keyboard.press('Space');
    await dialog.getByLabel('Works until').fill('2026-11-20');
    await dialog.getByLabel('Password (optional)', { exact: true }).fill('short');
    await page.keyboard.press('Enter');
    await dialog.getByText('Must be in the future.').waitFor();
    await dialog.getByText('Must be at least 8 characters long; got 5.').waitFor();
    await dialog.getByLabel('Works until').fill('2099-12-24');
    await dialog.getByLabel('Password (optional)', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('Created “Press”. Copy its link above.').waitFor();
    const item = itemOf(page, 'Press');
    await item.getByText('Password').waitFor();
    await item.getByText(/^1 panel · segment “Phones” · .* Dec 24, 2099 · never used$/).waitFor();
    await item.getByRole('button', { name: 'Copy link “Press”' }).click();
    await item.getByText('Copied', { exact: true }).waitFor();
    const url = await page.evaluate(() => navigator.clipboard.readText());
    await using stranger = await newBrowser(browser);
    await stranger.page.goto(url);
    await giveWrongThenRight(stranger.page);
    await stranger.page.getByText('Only the segment Phones').waitFor();
    expect(await stranger.page.locator('.panel-card').count()).toBe(1);
  });

  test('a link is changed, embedded and deleted', async () => {
    const { browser, server } = statistics;
    const link = await newLink(server, { name: 'Board', password: PASSWORD, panels: ['PAGE'] });
    await using owner = await newBrowser(browser);
    const { page } = owner;
    await openList(page);
    await page.getByRole('button', { name: 'Edit “Board”' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit “Board”' });
    await dialog.getByLabel('Name').fill('Directors');
    await dialog.getByLabel('All panels').check();
    await dialog.getByLabel('Remove the password').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved “Directors”.').waitFor();
    const item = itemOf(page, 'Directors');
    await item.getByText(/^All panels · all visits · does not expire · never used$/).waitFor();
    expect(await item.getByText('Password').count()).toBe(0);
    await using stranger = await newBrowser(browser);
    await open(stranger.page, link.url);

    await item.getByRole('button', { name: 'Embed “Directors”' }).click();
    const embed = page.getByRole('dialog', { name: 'Embed “Directors”' });
    await embed.getByText(`<iframe src="${link.url}?embed=1"`).waitFor();
    await embed.getByLabel('Colors').selectOption('Dark');
    await embed.getByText(`<iframe src="${link.url}?embed=1&amp;theme=dark"`).waitFor();
    await embed.getByLabel('Language').selectOption('Deutsch');
    await embed.getByText(`<iframe src="${link.url}?embed=1&amp;theme=dark&amp;lang=de"`).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await item.getByRole('button', { name: 'Delete “Directors”' }).click();
    await page.getByRole('button', { name: 'Delete link' }).click();
    await page.getByText('Deleted “Directors”.').waitFor();
    await item.waitFor({ state: 'detached' });
    expect((await stranger.page.goto(link.url))?.status()).toBe(404);
  });

  test('links and their form are readable and operable in both colours and at all widths', async () => {
    const { browser, server } = statistics;
    const { id } = await newLink(server, {
      name: 'A rather long name of a link for an agency in another country',
      password: PASSWORD,
      segmentId,
      expiresAt: '2099-12-24T12:00:00Z',
    });
    await using owner = await newBrowser(browser, { viewport: { width: 1440, height: 900 } });
    const { page } = owner;
    const eachScreen = async (name: string, within: string) => {
      for (const [colorScheme, width] of [
        ['light', 1440],
        ['dark', 768],
        ['dark', 360],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        expect([width, await page.evaluate('document.documentElement.scrollWidth - innerWidth')]).toEqual([
          width,
          0,
        ]);
        await picture(page, `${name}-${colorScheme}-${width}`);
        if (width !== 768) expect([width, await seriousFindings(page, within)]).toEqual([width, []]);
      }
    };
    await openList(page);
    await page.getByRole('region', { name: 'Shared links' }).scrollIntoViewIfNeeded();
    await eachScreen('links', 'main');
    await page.getByRole('button', { name: 'New link' }).click();
    await page.getByLabel('Only these').check();
    await eachScreen('links-form', 'dialog');
    for (const button of await page.getByRole('dialog').getByRole('button').all())
      expect((await button.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(36);
    await graphqlData(server, `mutation { deleteSharedLink(input: { id: "${id}" }) { __typename } }`);
  });
});

test('a website that is not private shows its link after Save; a public one can be embedded', async () => {
  const { server, browser, site } = statistics;
  const address = statistics.addressOf();
  await using person = await newBrowser(browser, { viewport: { width: 1280, height: 900 } });
  const { page } = person;
  await logIn(page, server, `/websites/${site.id}/sharing`);
  await headings(page, 'Shared links').waitFor();
  expect(await headings(page, 'Link to the statistics').count()).toBe(0);
  const save = page.getByRole('button', { name: 'Save' });

  await page.getByRole('radio', { name: /^Anyone with the password/ }).check();
  await page.getByLabel('Password for the statistics', { exact: true }).fill(PASSWORD);
  await save.click();
  const section = page.getByRole('region', { name: 'Link to the statistics' });
  await section.getByRole('link', { name: address }).waitFor();
  await section.getByRole('button', { name: 'Copy link “teahouse.example”' }).waitFor();
  await section.getByText('Shared links are the other way').waitFor();
  expect(await section.getByText('Embed', { exact: true }).count()).toBe(0);

  await page.getByRole('radio', { name: /^Anyone with the link/ }).check();
  await save.click();
  await section.getByRole('button', { name: 'Embed “teahouse.example”' }).click();
  const dialog = page.getByRole('dialog', { name: 'Embed “teahouse.example”' });
  await dialog.getByText(`${address}?embed=1`).waitFor();
  expect(await seriousFindings(page, DIALOG)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await picture(page, 'sharing-public');
  await page.getByRole('radio', { name: /^Only me/ }).check();
  await save.click();
  await section.waitFor({ state: 'detached' });
});
