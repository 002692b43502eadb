import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { buildTracker } from '../../scripts/build-tracker.ts';
import { launchBrowser } from '../support/browser.ts';
import { logIn, newBrowser, picture, register, seriousFindings, startPages } from '../support/pages.ts';
import { CHROME, type TestServer } from '../support/server.ts';
import { startSite } from '../support/site.ts';
import { sendHit } from '../support/track.ts';

let browser: Browser;
let script: string;
beforeAll(async () => {
  browser = await launchBrowser();
  script = (await buildTracker()).code;
});
afterAll(() => browser?.close());

const box = (page: Page) => page.locator('.first-hit');

/** The interval at which the page checks for new hits. */
const PAUSE_MS = 2_500;

/** The number beside a reason under "Dropped hits". */
const droppedAs = (page: Page, name: string) =>
  page.locator('.dropped > div', { hasText: name }).locator('dd');

async function openInstall(page: Page, server: TestServer, url: string, more: Record<string, string> = {}) {
  const site = await register(server, { url, ...more });
  await logIn(page, server, `/websites/${site.id}`);
  await page.getByText('Waiting for the first hit').waitFor();
  return site;
}

test('the first hit is shown at once, without waiting for the next look', async () => {
  await using server = await startPages();
  await using person = await newBrowser(browser, { userAgent: CHROME });
  const { page } = person;
  // No timer ends.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
  const { trackingId: website } = await openInstall(page, server, 'https://shop.example');
  await sendHit(server, { website, page: 'https://shop.example/' });
  await page.getByText('Receiving hits since').waitFor();
});

test('dropped hits are shown with the reason and advice while the page waits', async () => {
  await using server = await startPages();
  await using person = await newBrowser(browser, { userAgent: CHROME });
  const { page } = person;
  await page.clock.install();
  const { trackingId: website } = await openInstall(page, server, 'https://shop.example');
  const hit = { website, page: 'https://shop.example/' };
  await sendHit(server, hit, { 'user-agent': 'HeadlessChrome/142' });
  await page.clock.runFor(PAUSE_MS);
  await box(page).getByText('1 hit arrived and was not counted: Bots.').waitFor();
  await box(page).getByText('Open the page in an ordinary browser').waitFor();

  await sendHit(server, { ...hit, page: 'http://localhost:8080/' });
  await sendHit(server, { ...hit, page: 'http://localhost:8080/' });
  await page.clock.runFor(PAUSE_MS);
  await box(page).getByText('2 hits arrived and were not counted: Other websites.').waitFor();
  await box(page).getByText('local copies and previews are not counted').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await picture(page, 'install-dropped');
  await page.getByRole('link', { name: 'Exclusions' }).click();
  await droppedAs(page, 'Other websites').getByText('2', { exact: true }).waitFor();
  expect(await droppedAs(page, 'Bots').textContent()).toBe('1');
  await page.goBack();

  await sendHit(server, hit);
  await page.clock.runFor(PAUSE_MS);
  await page.getByText('Receiving hits since').waitFor();
  expect(await box(page).textContent()).not.toContain('not counted');
});

test('a check opens the website in a new tab and detects its hit', async () => {
  await using server = await startPages({ script });
  await using site = await startSite();
  await using person = await newBrowser(browser, { userAgent: CHROME });
  const { page, context } = person;
  // A tab opened by a link may send the User-Agent of headless Chromium, which is a bot's.
  await openInstall(page, server, `${site.origin}/start`, { exclude_bots: '0' });
  site.pages.set('/start', (await page.getByText(/^<script defer/).textContent()) ?? '');
  const opening = context.waitForEvent('page');
  await page.getByRole('link', { name: /^Open 127.0.0.1 and check/ }).click();
  expect((await opening).url()).toBe(`${site.origin}/start?footfall-check=1`);
  await page.getByText('Receiving hits since').waitFor();
});

test('a check without a hit shows troubleshooting advice', async () => {
  await using server = await startPages({ script });
  await using site = await startSite('no tag here');
  await using person = await newBrowser(browser, { userAgent: CHROME });
  const { page, context } = person;
  await page.clock.install();
  await openInstall(page, server, site.origin);
  const opening = context.waitForEvent('page');
  await page.getByRole('link', { name: /^Open 127.0.0.1 and check/ }).click();
  await (await opening).close();
  await page.getByText('127.0.0.1 is open in another tab').waitFor();
  await page.clock.fastForward(10_000);
  await page.getByText('No hit has arrived from 127.0.0.1.').waitFor();
  await page.getByText(`It has to allow ${server.url} in`).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await picture(page, 'install-nothing');
  await page.getByRole('link', { name: 'Check again' }).waitFor();
});

test('the install section shows the code for the kind of website that is selected', async () => {
  await using server = await startPages();
  await using person = await newBrowser(browser);
  const { page } = person;
  const { trackingId } = await openInstall(page, server, 'https://shop.example');
  const code = page.getByRole('region', { name: 'Install' }).locator('pre').first();
  expect(await code.textContent()).toMatch(/^<script defer src="[^"]+" data-website="\w+"><\/script>$/);
  const kind = page.getByRole('combobox', { name: 'Kind of website' });
  await kind.selectOption('WordPress');
  await page.getByText('functions.php').waitFor();
  expect(await code.textContent()).toMatch(
    new RegExp(`data-website="${trackingId}"\\s[^>]* nowprocket[^>]*></script>';\\n\\}\\);`),
  );
  await kind.selectOption('Google Tag Manager');
  await page.getByText('Custom HTML').waitFor();
  expect(await code.textContent()).toContain(`script.setAttribute('data-website', '${trackingId}');`);
  expect(await seriousFindings(page)).toEqual([]);
  await picture(page, 'install-recipes');
});
