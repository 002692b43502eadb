import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { logIn, newBrowser, picture, register, startPages } from '../support/pages.ts';
import { eventually } from '../support/site.ts';
import { open, statisticsForFile } from '../support/statistics.ts';
import { sendHit } from '../support/track.ts';

const statistics = statisticsForFile();

/** Where elements begin and end, in pixels. */
const edges = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      return [left + Number.parseFloat(paddingLeft), right - Number.parseFloat(paddingRight)];
    });

test('statistics and account have one frame and one header at 1440, 768 and 360 px', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await logIn(page, statistics.server);
  const found: [width: number, frame: unknown[]][][] = [];
  for (const [address, content] of [
    [`${statistics.server.url}/websites`, '.view'],
    [`${statistics.server.url}/websites/${statistics.site.id}`, '.view'],
    [`${statistics.server.url}/account`, '.view'],
    [statistics.addressOf(), '.statistics'],
  ] as const) {
    await page.goto(address);
    await page.getByRole('button', { name: 'Log out', exact: true }).waitFor();
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    const frames: (typeof found)[number] = [];
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 900 });
      frames.push([
        width,
        [
          await edges(page, content),
          await edges(page, '.site-header-inside'),
          (await page.locator('.site-header').boundingBox())?.height,
          await links.allTextContents(),
        ],
      ]);
    }
    found.push(frames);
  }
  for (const frames of found) expect(frames).toEqual(found[0]);
});

test('a logout on a statistics page ends the session', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await logIn(page, statistics.server);
  await open(page, statistics.addressOf());
  await page.getByRole('link', { name: 'All websites' }).waitFor();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('link', { name: 'All websites' }).waitFor({ state: 'detached' });
  await page.goto(`${statistics.server.url}/websites`);
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
});

test('an embedded page has no background of its own, also behind its header', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await open(page, statistics.addressOf('?embed=1'));
  const backgrounds = await page.evaluate<string[]>(`[
    getComputedStyle(document.body).backgroundColor,
    getComputedStyle(document.querySelector('.page-header')).backgroundColor,
    getComputedStyle(document.querySelector('.page-header'), '::before').content,
  ]`);
  expect(backgrounds).toEqual(['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)', 'none']);
});

test('the name of the website is printed, also for its account, to which it is a button', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await logIn(page, statistics.server);
  await open(page, statistics.addressOf());
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.page-header h1 button').isVisible()).toBe(true);
  expect(await page.locator('.page-header h1').textContent()).toMatch(/\.example$/);
  expect(await page.locator('.page-header h1 svg').isVisible()).toBe(false);
  // The page cuts off what begins left of its edge.
  const name = await page.locator('.page-header h1 button').boundingBox();
  const paper = await page.locator('#root').boundingBox();
  expect(name?.x).toBeGreaterThanOrEqual(paper?.x ?? 0);
  expect(await page.getByRole('button', { name: 'Log out' }).isVisible()).toBe(false);
  expect(await page.getByRole('link', { name: 'Settings' }).isVisible()).toBe(false);
});

test('selects have the colors of the page in every browser', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await logIn(page, statistics.server);
  for (const address of [statistics.addressOf(), `${statistics.server.url}/websites/${statistics.site.id}`]) {
    await page.goto(address);
    await page.locator('main select').first().waitFor();
    const native = await page
      .locator('select')
      .evaluateAll((all) => all.filter((one) => getComputedStyle(one).appearance !== 'none').length);
    expect([address, native]).toEqual([address, 0]);
  }
});

test('placeholders have the color of quiet texts, also on dark fields', async () => {
  await using person = await newBrowser(statistics.browser, { colorScheme: 'dark' });
  const { page } = person;
  await logIn(page, statistics.server, '/websites');
  await page.locator('input[placeholder]').first().waitFor();
  const [placeholder, quiet] = await page.evaluate<string[]>(`{
    const field = document.querySelector('input[placeholder]');
    const text = document.body.appendChild(document.createElement('i'));
    text.style.color = 'var(--quiet)';
    [getComputedStyle(field, '::placeholder').color, getComputedStyle(text).color];
  }`);
  expect(placeholder).toBe(quiet);
});

test('what cannot be shown has one layout: unknown, private, locked and expired addresses', async () => {
  await using server = await startPages();
  const locked = await register(server, { url: 'locked.test', privacy: '2', password: 'open sesame' });
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  const places: unknown[] = [];
  for (const where of [
    '/nowhere',
    '/s/nothing',
    `/s/${locked.trackingId}`,
    `/s/${locked.trackingId}/expired`,
    '/setup?token=used',
    '/unsubscribe?token=used',
    '/reset',
    '/confirm-email',
  ]) {
    await page.goto(server.url + where);
    const card = page.locator('main.notice-card');
    await card.locator('h1').waitFor();
    const { x, y, width } = (await card.boundingBox()) ?? {};
    const heading = await card.locator('h1').boundingBox();
    places.push([x, y, width, heading?.x, heading?.y]);
    await picture(page, `notice-${where.replaceAll(/\W+/g, '-')}`);
  }
  expect(places).toHaveLength(8);
  expect(new Set(places.map((place) => JSON.stringify(place))).size).toBe(1);
});

test('statistics tell the owner how many hits were dropped before the first, then the last one', async () => {
  await using server = await startPages();
  const site = await register(server, { url: 'waiting.test', privacy: '0' });
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await logIn(page, server);
  await page.goto(`${server.url}/s/${site.trackingId}`);
  await page.getByText('No visits yet.').waitFor();
  await sendHit(server, { website: site.trackingId, page: 'https://elsewhere.test/' });
  await page.getByText('1 hit arrived in the last 30 days and was not counted.').waitFor();
  await page.getByRole('link', { name: 'See why' }).click();
  await page.getByText('1 hit arrived and was not counted').waitFor();
  await sendHit(server, { website: site.trackingId, page: 'https://waiting.test/' });
  await page
    .locator('.first-hit-came')
    .getByText(/^Last hit /)
    .waitFor();
  await page.goto(`${server.url}/s/${site.trackingId}`);
  await page
    .locator('.days-shown')
    .getByText(/^Last hit /)
    .waitFor();
  await using stranger = await newBrowser(statistics.browser);
  await open(stranger.page, `${server.url}/s/${site.trackingId}`);
  expect(await stranger.page.getByText(/Last hit/).count()).toBe(0);
});

test('GraphiQL leads back to the account, and fits a phone in one column', async () => {
  await using server = await startPages();
  await using person = await newBrowser(statistics.browser, { viewport: { width: 360, height: 740 } });
  const { page } = person;
  await logIn(page, server, '/graphql');
  await page.locator('.graphiql-response').waitFor();
  await eventually('the editors are there', async () => (await page.locator('.monaco-editor').count()) > 3);
  const boxOf = async (selector: string) => (await page.locator(selector).first().boundingBox()) ?? {};
  for (const selector of ['.graphiql-query-editor', '.graphiql-response']) {
    const { width = 0, height = 0 } = (await boxOf(selector)) as { width?: number; height?: number };
    expect([selector, width > 300, height > 120]).toEqual([selector, true, true]);
  }
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  await picture(page, 'graphiql-360');
  await page.getByRole('link', { name: 'Footfall', exact: true }).click();
  await page.getByRole('heading', { name: 'Websites', level: 1 }).waitFor();
});
