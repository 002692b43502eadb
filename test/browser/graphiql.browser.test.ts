import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { demoTabs } from '../../src/demo/tabs.ts';
import { launchBrowser } from '../support/browser.ts';
import { logIn, newBrowser, register, startPages } from '../support/pages.ts';
import { eventually } from '../support/site.ts';
import { sendHit } from '../support/track.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

/** Presses the execute button of the open tab. @returns the response to its operation. */
async function run(
  page: Page,
  operation: string,
): Promise<{ status: number; data?: unknown; errors?: unknown }> {
  await untilEditors(page, operation);
  const answer = page.waitForResponse(
    (response) => response.request().postData()?.includes(`query ${operation}`) ?? false,
  );
  await page.locator('.graphiql-execute-button').click();
  const response = await answer.catch(async (error: Error) => {
    const shown = await page.locator('body').textContent();
    throw new Error(`${error.message} The page shows: ${shown}`);
  });
  return { status: response.status(), ...((await response.json()) as object) };
}

/**
 * Waits until the editors of query, variables, headers and response exist: before that, GraphiQL loses a
 * tab's values.
 * @param operation the operation that the query editor must show; another tab's query remains visible for a
 *   moment.
 */
const untilEditors = (page: Page, operation = '') =>
  page.waitForFunction((shown) => {
    const text = document.querySelector('.graphiql-query-editor .view-lines')?.textContent ?? '';
    return (
      document.querySelectorAll('.monaco-editor[data-uri]').length >= 4 &&
      // The editor shows non-breaking spaces.
      text.replaceAll('\u00a0', ' ').includes(shown)
    );
  }, operation && `query ${operation}`);

async function openTab(page: Page, name: string): Promise<void> {
  await untilEditors(page);
  await page.locator('.graphiql-tab-button', { hasText: name }).click();
}

test.each(['Welcome', 'MyWebsites'])('after login, the example %s works at the first click', async (name) => {
  await using server = await startPages();
  await register(server, { url: 'public.test', privacy: '0' });
  await using person = await newBrowser(browser);
  await logIn(person.page, server);
  await person.page.goto(`${server.url}/graphql`);
  if (name !== 'Welcome') await openTab(person.page, name);
  expect(await run(person.page, name)).toMatchObject({ status: 200, data: expect.anything() });
  await person.page.getByText(name === 'Welcome' ? 'Visitors by browser' : '"public.test"').waitFor();
});

test('a subscription shows each message, and ends when it is stopped', async () => {
  await using server = await startPages();
  const { trackingId: website } = await register(server, { url: 'public.test', privacy: '0' });
  await using person = await newBrowser(browser);
  const query = 'subscription { liveVisitors(websiteId: 1) { visitors } }';
  await person.page.goto(`${server.url}/graphql?${new URLSearchParams({ query })}`);
  await untilEditors(person.page);
  await person.page.locator('.graphiql-execute-button').click();
  await person.page.getByText('"visitors": 0').waitFor();
  await sendHit(server, { website, page: 'https://public.test/' });
  await person.page.getByText('"visitors": 1').waitFor();
  await person.page.locator('.graphiql-execute-button').click();
  await eventually('the stream is closed', () => server.live.length === 0);
});

test('each example of the demo works at the first click, also on a second visit', async () => {
  await using server = await startPages();
  const { id: websiteId, trackingId } = await register(server, { url: 'public.test', privacy: '0' });
  const demo = { key: server.key, trackingId, websiteId, from: '2026-10-23', to: '2026-11-21' };
  await using pages = await startPages({
    beside: server,
    graphiql: demoTabs({ ...demo, hits: 0, email: '', password: '' }),
  });
  for (const name of ['Dashboard', 'Checkout', 'Portfolio']) {
    await using person = await newBrowser(browser);
    for (const visit of ['first', 'second']) {
      await person.page.goto(`${pages.url}/graphql`);
      if (name !== 'Dashboard') await openTab(person.page, name);
      const answer = await run(person.page, name);
      expect([name, visit, answer]).toMatchObject([name, visit, { status: 200, data: expect.anything() }]);
      expect(await person.page.locator('.graphiql-tab-button').count()).toBe(3);
    }
  }
});

test('the headers of tabs, with API keys, are not stored in the browser', async () => {
  await using server = await startPages();
  const headers = JSON.stringify({ Authorization: `Bearer ${server.key}` });
  const tab = { query: 'query Mine { viewer { email } }', headers };
  await using pages = await startPages({ beside: server, graphiql: { examples: 'one', defaultTabs: [tab] } });
  await using person = await newBrowser(browser);
  const { page } = person;
  await page.goto(`${pages.url}/graphql`);
  expect(await run(page, 'Mine')).toMatchObject({ status: 200, data: { viewer: expect.anything() } });
  // The operation is stored with a delay.
  const stored = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  await eventually('the tabs are stored', async () => (await stored()).includes('query Mine'));
  expect(await stored()).not.toContain(server.key);
  await page.goto(`${pages.url}/graphql`);
  await untilEditors(page, 'Mine');
  expect(await stored()).not.toContain(server.key);
});

test('the tabs of a new demo replace those of an earlier one, whose key is invalid', async () => {
  await using server = await startPages();
  const { id: websiteId, trackingId } = await register(server, { url: 'public.test', privacy: '0' });
  const demo = {
    trackingId,
    websiteId,
    from: '2026-10-23',
    to: '2026-11-21',
    hits: 0,
    email: '',
    password: '',
  };
  const graphiql = demoTabs({ ...demo, key: 'ff_gone' });
  await using pages = await startPages({ beside: server, graphiql });
  await using person = await newBrowser(browser);
  await person.page.goto(`${pages.url}/graphql`);
  expect(await run(person.page, 'Dashboard')).toMatchObject({ status: 401 });

  Object.assign(graphiql, demoTabs({ ...demo, key: server.key }), { examples: 'the next demo' });
  await person.page.goto(`${pages.url}/graphql`);
  expect(await run(person.page, 'Dashboard')).toMatchObject({ status: 200 });
});

test('highlighting, completion and documentation comply with the Content-Security-Policy', async () => {
  await using server = await startPages();
  await using person = await newBrowser(browser);
  const { page } = person;
  const violations: unknown[] = [];
  await page.exposeFunction('violated', (directive: string) => void violations.push(directive));
  await page.addInitScript(
    'document.addEventListener("securitypolicyviolation", (event) => violated(event.effectiveDirective))',
  );
  const workers: string[] = [];
  page.on('worker', (worker) => void workers.push(worker.url()));
  await page.goto(`${server.url}/graphql`);
  await page.locator('.graphiql-query-editor').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('query More { vi');
  await page.locator('.suggest-widget .monaco-highlighted-label', { hasText: 'viewer' }).waitFor();

  const colours = await page
    .locator('.graphiql-query-editor .view-line span span')
    .evaluateAll((spans) => new Set(spans.map((span) => getComputedStyle(span).color)).size);
  expect(colours).toBeGreaterThan(2);
  await page.getByLabel('Show Documentation Explorer').click();
  await page.getByText('A GraphQL schema provides').waitFor();
  expect(workers.length).toBeGreaterThan(1);
  expect(workers.filter((url) => !url.startsWith(`${server.url}/graphiql/`))).toEqual([]);
  expect(violations).toEqual([]);
});
