import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { logIn, newBrowser, picture, register, seriousFindings, startPages } from '../support/pages.ts';
import { CHROME, type TestServer, temporaryFolder } from '../support/server.ts';
import { makeCombinedLog } from '../support/transfer/combinedLog.ts';

const log = makeCombinedLog({ hits: 1_200, others: 3 });

let browser: Browser;
let server: TestServer;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  browser = await launchBrowser();
  folder = await temporaryFolder();
  server = await startPages({ env: { IMPORT_DIR: `${folder.folder}/imports`, IMPORT_MAX_BYTES: '1000000' } });
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
  await folder?.[Symbol.asyncDispose]();
});

const chooseFiles = (page: Page, files: { name: string; bytes: Buffer }[]) =>
  page
    .getByLabel('Files')
    .setInputFiles(files.map(({ name, bytes }) => ({ name, mimeType: 'text/plain', buffer: bytes })));
const upload = (page: Page) => page.getByRole('button', { name: 'Upload and preview' }).click();
const list = (page: Page) => page.getByRole('list', { name: 'Imports' });

const pageviews = async (id: number) => {
  const answer = await server.call(`/api/v1/metrics/${id}?from=2026-10-01&to=2026-10-02`);
  return ((await answer.json()) as { data: { pageviews: number } }).data.pageviews;
};

test('a file is uploaded, previewed, imported and undone', async () => {
  const { id } = await register(server, { url: 'import.example', timezone: 'UTC' });
  await using person = await newBrowser(browser);
  const { page } = person;
  await logIn(page, server, `/websites/${id}/import`);
  await page.getByText('No imports yet.').waitFor();
  await upload(page);
  await page.getByText('Choose at least one file.').waitFor();
  await picture(page, 'import-form');
  await chooseFiles(page, [log]);
  await upload(page);
  const preview = page.getByRole('form', { name: 'Preview of the import' });
  await preview.getByText('1,200 pageviews').waitFor();
  await preview.getByText('15 of 1,215 rows are not imported').click();
  await preview.getByText('Images, styles, scripts and other files: 3').waitFor();
  await preview.getByText(/^access\.log, line 6\./).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await picture(page, 'import-preview');
  expect(await pageviews(id)).toBe(0);
  await preview.getByRole('button', { name: 'Start import' }).click();
  await list(page).getByText('Done').waitFor();
  await list(page).getByText('1,200 pageviews').waitFor();
  expect(await pageviews(id)).toBe(1_200);
  expect(await seriousFindings(page)).toEqual([]);
  await picture(page, 'import-done');
  await page.getByRole('button', { name: 'Undo the import of access.log' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo this import?' });
  await dialog.getByText('every number is as it would be without the import').waitFor();
  await picture(page, 'import-undo');
  await dialog.getByRole('button', { name: 'Undo import' }).click();
  await list(page).getByText('Undone', { exact: true }).waitFor();
  expect(await pageviews(id)).toBe(0);
});

test('own hits must be left out before the import can start, on a phone in German', async () => {
  const { id, trackingId } = await register(server, { url: 'own.example', timezone: 'UTC' });
  await server.call('/api/event', {
    method: 'POST',
    key: null,
    headers: { 'content-type': 'application/json', 'user-agent': CHROME },
    body: JSON.stringify({ website: trackingId, page: 'https://own.example/' }),
  });
  const recent = makeCombinedLog({ hits: 20, others: 0, start: Date.UTC(2026, 10, 21, 11, 50) });
  await using person = await newBrowser(browser, {
    colorScheme: 'dark',
    locale: 'de-DE',
    viewport: { width: 320, height: 700 },
  });
  const { page } = person;
  await logIn(page, server, `/websites/${id}/import`);
  server.setTime(Date.UTC(2026, 10, 21, 13));
  await page
    .getByLabel('Dateien')
    .setInputFiles([
      { name: 'ein-recht-langer-name-eines-zugriffsprotokolls-2026.log', mimeType: '', buffer: recent.bytes },
    ]);
  await page.getByRole('button', { name: 'Hochladen' }).click();
  const start = page.getByRole('button', { name: 'Import starten' });
  await page.getByText('10 Seitenaufrufe').waitFor();
  expect(await start.isDisabled()).toBe(true);
  await page.getByRole('checkbox', { name: 'Nur importieren, was vor' }).check();
  expect(await seriousFindings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await picture(page, 'import-preview-phone');
  await start.click();
  await page.getByText('Fertig').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await picture(page, 'import-done-phone');
});

test('a file in no known format fails with a reason, and is removed from the list', async () => {
  const { id } = await register(server, { url: 'refused.example', timezone: 'UTC' });
  await using person = await newBrowser(browser);
  const { page } = person;
  await logIn(page, server, `/websites/${id}/import`);
  await chooseFiles(page, [{ name: 'unknown.txt', bytes: Buffer.from('Neither a log nor an export.\n') }]);
  await upload(page);
  await list(page).getByText('Failed').waitFor();
  await list(page).getByText('is in no format that can be imported').waitFor();
  await picture(page, 'import-failed');
  await page.getByRole('button', { name: 'Remove the import of unknown.txt from the list' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from list' }).click();
  await page.getByText('No imports yet.').waitFor();
});

test('an upload that fails says what would be right, and nothing of it is kept', async () => {
  const { id } = await register(server, { url: 'large.example', timezone: 'UTC' });
  await using person = await newBrowser(browser, { locale: 'de-DE', viewport: { width: 360, height: 700 } });
  const { page } = person;
  await logIn(page, server, `/websites/${id}/import`);
  const choose = (files: { name: string; bytes: Buffer }[]) =>
    page
      .getByLabel('Dateien')
      .setInputFiles(files.map(({ name, bytes }) => ({ name, mimeType: 'text/plain', buffer: bytes })));
  const send = page.getByRole('button', { name: 'Hochladen und Vorschau zeigen' });
  await choose([log, { name: 'large.log', bytes: Buffer.alloc(6_000_000, 'x') }]);
  await send.click();
  const alert = page.getByRole('alert');
  await alert
    .getByText('large.log wurde nicht hochgeladen: Die Datei darf höchstens 1000000 Bytes')
    .waitFor();
  await alert.getByText('Auch die anderen Dateien wurden nicht behalten.').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await seriousFindings(page)).toEqual([]);
  await picture(page, 'import-too-large-phone');
  await page.route('**/api/v1/imports/**', (route) => route.abort('connectionreset'));
  await choose([log]);
  await send.click();
  await alert.getByText('access.log wurde nicht hochgeladen: Der Server').waitFor();
  await page.unroute('**/api/v1/imports/**');
  expect(await server.deps.db.read.import.count({ where: { websiteId: id } })).toBe(0);
  await page.getByLabel('Quelle').selectOption('plausible');
  await send.click();
  await page.getByText('Fehlgeschlagen').waitFor();
  await picture(page, 'import-wrong-source-phone');
});

test('each state is shown again to a person who comes back, and can be left with the keyboard', async () => {
  const { id } = await register(server, { url: 'back.example', timezone: 'UTC' });
  await using person = await newBrowser(browser);
  const { page } = person;
  await logIn(page, server, `/websites/${id}/import`);
  await chooseFiles(page, [log]);
  await page.getByRole('button', { name: 'Upload and preview' }).press('Enter');
  const preview = page.getByRole('form', { name: 'Preview of the import' });
  await preview.waitFor();
  await page.locator('#import:focus').waitFor();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY');
  const [row] = await server.deps.db.read.import.findMany({ where: { websiteId: id } });
  const show = async (data: object) => {
    const at = { activeAt: new Date(await page.evaluate(() => Date.now())) };
    await server.deps.db.write((tx) =>
      tx.import.update({ where: { id: row?.id ?? 0 }, data: { ...at, ...data } }),
    );
    await page.goto(`${server.url}/websites/${id}/import`);
  };
  await show({ state: 'reading' });
  await page.getByText('The files are waiting to be read.').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await show({ state: 'running' });
  await page.getByText('The import is waiting to be stored.').waitFor();
  await picture(page, 'import-running');
  await show({ state: 'undoing' });
  await list(page).getByText('Being undone').waitFor();
  await page.getByRole('button', { name: 'Upload and preview' }).waitFor();
  await show({ state: 'running', startedBy: 'command_line' });
  await page.getByText('The import is waiting to be stored.').waitFor();
  await page.getByRole('button', { name: 'Upload and preview' }).waitFor();
  await show({ state: 'ready', startedBy: 'owner@example.com' });
  await preview.getByRole('button', { name: 'Start import' }).press('Enter');
  await list(page).getByText('Done').waitFor();
  await page.getByRole('button', { name: 'Undo the import of access.log' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).press('Enter');
  await list(page).getByText('Undone', { exact: true }).waitFor();
  await show({});
  await list(page).getByText('Undone', { exact: true }).waitFor();
});

test('a page of another website cannot upload with the session of a person', async () => {
  const { id } = await register(server, { url: 'forged.example', timezone: 'UTC' });
  await using person = await newBrowser(browser);
  const { page } = person;
  await logIn(page, server, `/websites/${id}/import`);
  const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const send = (site: string, path = `/api/v1/imports/${id}`) =>
    server.call(path, {
      method: 'POST',
      key: null,
      headers: { cookie: cookies, 'sec-fetch-site': site, origin: 'https://evil.example' },
      body: new Uint8Array(log.bytes),
    });
  expect((await send('cross-site')).status).toBe(401);
  expect((await send('same-site')).status).toBe(401);
  // Other routes of REST never accept sessions.
  expect((await send('same-origin', `/api/v1/imports/${id}/1/start`)).status).toBe(401);
  expect((await send('same-origin')).status).toBe(201);
});
