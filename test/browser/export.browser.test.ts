import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { logIn, newBrowser, register, seriousFindings, startPages } from '../support/pages.ts';
import { temporaryFolder } from '../support/server.ts';
import { sendHit } from '../support/track.ts';
import { readBack } from '../support/transfer/exports.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

test('an owner downloads everything of a website in the format of choice', async () => {
  await using server = await startPages();
  const { id, trackingId } = await register(server, { url: 'shop.example' });
  await sendHit(server, { website: trackingId, page: 'https://shop.example/a' });
  await using person = await newBrowser(browser);
  const { page } = person;
  await logIn(page, server, `/websites/${id}/general`);
  const form = page.getByRole('form', { name: 'Export' });
  await form.getByLabel('Format').selectOption('JSON lines, for scripts');
  expect(await seriousFindings(page)).toEqual([]);
  const downloading = page.waitForEvent('download');
  await form.getByRole('button', { name: 'Download' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('shop.example-2026-11-21.jsonl.zip');
  await using temporary = await temporaryFolder();
  const file = path.join(temporary.folder, 'export.zip');
  await download.saveAs(file);
  const { hits, settings } = await readBack(file);
  expect([hits.map((hit) => hit.path), settings.website.url]).toEqual([['/a'], 'https://shop.example']);
  // The page stays as it is.
  expect(new URL(page.url()).pathname).toBe(`/websites/${id}/general`);
});

test('without a session, or from another website, nothing is downloaded', async () => {
  await using server = await startPages();
  const { trackingId } = await register(server, { url: 'public.example', privacy: '0' });
  expect((await server.call(`/exports/${trackingId}`, { key: null })).status).toBe(401);
  const headers = { 'sec-fetch-site': 'cross-site' };
  expect((await server.call(`/exports/${trackingId}`, { headers })).status).toBe(403);
  expect((await server.call('/exports/unknown')).status).toBe(404);
});
