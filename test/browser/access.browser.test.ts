import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { logIn, newBrowser, type Registered, register, seriousFindings } from '../support/pages.ts';
import { startSite } from '../support/site.ts';
import { statisticsForFile } from '../support/statistics.ts';

const statistics = statisticsForFile();

const see = async (page: Page, registered: Registered) => {
  const response = await page.goto(statistics.addressOf('', registered));
  // "Statistics" is the heading while the page loads.
  const heading = await page
    .getByRole('heading', { level: 1 })
    .filter({ hasNotText: /^Statistics$/ })
    .textContent();
  return [response?.status(), heading];
};

test('anybody sees a public page, only the owner sees a private one', async () => {
  const hidden = await register(statistics.server, { url: 'private.example', privacy: '1' });
  await using stranger = await newBrowser(statistics.browser);
  expect(await see(stranger.page, statistics.site)).toEqual([200, 'teahouse.example']);
  expect(await see(stranger.page, hidden)).toEqual([404, 'Statistics not found']);
  expect(await see(stranger.page, { id: 0, trackingId: 'nothing' })).toEqual([404, 'Statistics not found']);
  expect(await seriousFindings(stranger.page)).toEqual([]);
  await using owner = await newBrowser(statistics.browser);
  await logIn(owner.page, statistics.server);
  expect(await see(owner.page, hidden)).toEqual([200, 'private.example']);
  await owner.page.getByRole('link', { name: 'All websites' }).waitFor();
});

test('a page with a password is shown after the right password', async () => {
  const guarded = await register(statistics.server, {
    url: 'guarded.example',
    privacy: '2',
    password: 'open sesame',
  });
  await using stranger = await newBrowser(statistics.browser);
  const { page } = stranger;
  expect(await see(page, guarded)).toEqual([200, 'These statistics are password-protected']);
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel('Password').fill('guess');
  await page.getByRole('button', { name: 'View statistics' }).click();
  await page.getByText('The password is wrong.').waitFor();
  await page.getByLabel('Password').fill('open sesame');
  await page.getByRole('button', { name: 'View statistics' }).click();
  await page.getByRole('heading', { name: 'guarded.example' }).waitFor();
  expect(await see(page, guarded)).toEqual([200, 'guarded.example']);
  await using owner = await newBrowser(statistics.browser);
  await logIn(owner.page, statistics.server);
  expect(await see(owner.page, guarded)).toEqual([200, 'guarded.example']);
});

test('other websites can embed only public pages, and only with ?embed=1', async () => {
  const hidden = await register(statistics.server, { url: 'unframed.example', privacy: '1' });
  await using outside = await startSite();
  const frame = (address: string) => `<iframe src="${address}" width="900" height="900"></iframe>`;
  outside.pages.set('/public', frame(statistics.addressOf('?embed=1')));
  outside.pages.set('/unasked', frame(statistics.addressOf()));
  outside.pages.set('/private', frame(statistics.addressOf('?embed=1', hidden)));
  // Not newBrowser: Chromium reports a blocked frame on the console.
  const context = await statistics.browser.newContext();
  const page = await context.newPage();
  await page.goto(`${outside.origin}/public`);
  await page.frameLocator('iframe').getByRole('heading', { name: 'teahouse.example' }).waitFor();
  for (const path of ['/unasked', '/private']) {
    const refused = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()));
    await page.goto(`${outside.origin}${path}`);
    await refused;
    expect(await page.frameLocator('iframe').getByRole('heading', { level: 1 }).count()).toBe(0);
  }
  await context.close();
});
