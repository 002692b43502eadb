import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { graphqlData } from '../support/engine/asking.ts';
import { newBrowser, register, startPages } from '../support/pages.ts';
import type { TestServer } from '../support/server.ts';
import { open } from '../support/statistics.ts';
import { outcome, RECORDED, sendHit } from '../support/track.ts';

let browser: Browser;
let server: TestServer;
beforeAll(async () => {
  browser = await launchBrowser();
  server = await startPages();
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

const CREATE = `mutation ($input: CreateGoalInput!) { createGoal(input: $input) { __typename } }`;

test('the card of goals follows an event of a visitor who was counted at the same moment', async () => {
  const site = await register(server, { url: 'live.example', privacy: '0' });
  await graphqlData(server, CREATE, {
    input: { websiteId: site.id, name: 'Buy', filter: { event: { in: ['Buy'] } } },
  });
  const hit = { website: site.trackingId, page: 'https://live.example/' };
  const buy = { ...hit, event: { name: 'Buy', revenue: { amount: '10', currency: 'EUR' } } };
  expect(outcome(await sendHit(server, hit))).toEqual(RECORDED);
  await using person = await newBrowser(browser);
  const { page } = person;
  await open(page, `${server.url}/s/${site.trackingId}?period=today`);
  await page.locator('.now').getByText('1 now').waitFor();
  await page.locator('.goals-row').waitFor();
  expect(outcome(await sendHit(server, buy))).toEqual(RECORDED);
  await page.locator('.goals-row').getByText('€10.00', { exact: true }).waitFor();
});
