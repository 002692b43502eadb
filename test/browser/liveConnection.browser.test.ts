import { expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { countStreams, livePagesForFile, now } from '../support/livePages.ts';
import { logIn, newBrowser, passUntil } from '../support/pages.ts';
import { OWNER } from '../support/person.ts';
import { open } from '../support/statistics.ts';

const live = livePagesForFile();

test('a browser without network says so, and has the numbers when it is back', async () => {
  const site = await live.newSite('offline');
  await using person = await newBrowser(live.browser);
  const { page, context } = person;
  await open(page, live.addressOf(site));
  await now(page).getByText('0 now').waitFor();
  await context.setOffline(true);
  await now(page).getByText('Reconnecting…').waitFor();
  expect(await now(page).textContent()).not.toMatch(/\d/);
  await live.visit(site, '/');
  await context.setOffline(false);
  await now(page).getByText('1 now').waitFor();
});

type Answer = Parameters<Route['fulfill']>[0];

/** Answers the first requests for a stream. @returns the number of answers so far. */
async function refuse(page: Page, most: number, answer: Answer): Promise<() => number> {
  let refusals = 0;
  await page.route('**/graphql', async (route) => {
    if (route.request().headers().accept !== 'text/event-stream' || refusals === most)
      return route.fallback();
    refusals += 1;
    await route.fulfill(answer);
  });
  return () => refusals;
}

test('a server that has no stream for the page is asked again, which the page says', async () => {
  const site = await live.newSite('refused');
  await using person = await newBrowser(live.browser);
  const { page } = person;
  const refusals = await refuse(page, 2, {
    status: 503,
    headers: { 'retry-after': '1' },
    json: { errors: [] },
  });
  await page.clock.install();
  await page.goto(live.addressOf(site, '?view=live'));
  await now(page).getByText('Reconnecting…').waitFor();
  await page.locator('.live-lost').getByText('Reconnecting…').waitFor();
  expect(await page.locator('.live-count').count()).toBe(0);
  await passUntil(page, page.locator('.live-count'), 1_000);
  expect(refusals()).toBe(2);
});

/** Answers of programs in front of Footfall, or in its place. */
const foreign: [string, { status: number; contentType?: string; headers?: object; body: string }][] = [
  ['a page with 404', { status: 404, contentType: 'text/html', body: '<h1>404 Not Found</h1>' }],
  ['a page with 421', { status: 421, contentType: 'text/html', body: 'Misdirected Request' }],
  ['JSON with 404', { status: 404, contentType: 'application/json', body: '{"message":"no route"}' }],
  ['JSON with 401', { status: 401, contentType: 'application/json', body: '{"errors":["log in"]}' }],
  ['a login page with 200', { status: 200, contentType: 'text/html', body: '<form>' }],
  ['null with 403', { status: 403, contentType: 'application/json', body: 'null' }],
];

test.each(foreign)('%s is no refusal of Footfall: the page asks again', async (title, answer) => {
  const site = await live.newSite(`foreign-${title.replaceAll(/\W/g, '-').toLowerCase()}`);
  await using person = await newBrowser(live.browser);
  const { page } = person;
  const refusals = await refuse(page, 1, answer as Answer);
  await page.goto(live.addressOf(site, '?view=live'));
  await page.locator('.live-lost').getByText('Reconnecting…').waitFor();
  // Ends the pause before the next attempt.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.locator('.live-count').waitFor();
  expect(refusals()).toBe(1);
});

test("Footfall's own refusal is final: it is JSON with the code of an error", async () => {
  const site = await live.newSite('own-refusal');
  await using person = await newBrowser(live.browser);
  const { page, context } = person;
  const streams = countStreams(context);
  await page.clock.install();
  await page.route('**/graphql', async (route) => {
    if (route.request().headers().accept !== 'text/event-stream') return route.fallback();
    const { query } = route.request().postDataJSON() as { query: string };
    await route.continue({ postData: JSON.stringify({ query, variables: { websiteId: 'nonsense' } }) });
  });
  await page.goto(live.addressOf(site, '?view=live'));
  await page.locator('.statistics-hint').waitFor();
  await page.clock.runFor(60_000);
  expect([streams(), await now(page).count()]).toEqual([1, 0]);
});

test('a connection without a sign of life for half a minute counts as lost, and is replaced', async () => {
  const site = await live.newSite('silent');
  await using person = await newBrowser(live.browser);
  const { page, context } = person;
  const streams = countStreams(context);
  await page.clock.install();
  await open(page, live.addressOf(site));
  await now(page).getByText('0 now').waitFor();
  // The second connection waits until the page has been read without one.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/graphql', async (route) => {
    await held;
    await route.continue();
  });
  // The server sends nothing while this time passes.
  await page.clock.runFor(30_000);
  await now(page).getByText('Reconnecting…').waitFor();
  expect(await now(page).textContent()).not.toMatch(/\d/);
  await page.clock.runFor(500);
  release();
  await now(page).getByText('0 now').waitFor();
  expect(streams()).toBe(2);
});

test('the stream of a session that ends, ends', async () => {
  const site = await live.newSite('private', '1');
  await using person = await newBrowser(live.browser);
  const { page } = person;
  await logIn(page, live.server, `/s/${site.trackingId}`);
  await now(page).getByText('0 now').waitFor();
  await now(page).click();
  await page.locator('.live-count').waitFor();
  await live.server.deps.db.write((tx) => tx.session.deleteMany());
  await page.locator('.live-count').waitFor({ state: 'detached' });
  expect(await now(page).count()).toBe(0);
});

test('the stream of a session that gets another cookie, by a confirmation, goes on', async () => {
  const site = await live.newSite('confirmed', '1');
  await using person = await newBrowser(live.browser);
  const { page } = person;
  await logIn(page, live.server, `/s/${site.trackingId}`);
  await now(page).getByText('0 now').waitFor();
  const again = page.waitForRequest((request) => request.headers().accept === 'text/event-stream');
  const status = await page.evaluate(async (password) => {
    const query =
      'mutation ($password: String!) { confirmPassword(input: { password: $password }) { __typename } }';
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ query, variables: { password } }),
    });
    return (await response.json()).data.confirmPassword.__typename;
  }, OWNER.password);
  expect(status).toBe('ConfirmPasswordSuccess');
  await again;
  await live.visit(site, '/');
  await now(page).getByText('1 now').waitFor();
});
