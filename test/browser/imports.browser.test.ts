import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { chooseFiles, goneOn, importPagesForFile, list } from '../support/importPages.ts';
import { logIn, newBrowser, picture, register, seriousFindings } from '../support/pages.ts';
import { CHROME } from '../support/server.ts';
import { makeCombinedLog } from '../support/transfer/combinedLog.ts';

const log = makeCombinedLog({ hits: 1_200, others: 3 });
const imports = importPagesForFile();

const upload = (page: Page) => page.getByRole('button', { name: 'Upload and preview' }).click();

const pageviews = async (id: number) => {
  const answer = await imports.server.call(`/api/v1/metrics/${id}?from=2026-10-01&to=2026-10-02`);
  return ((await answer.json()) as { data: { pageviews: number } }).data.pageviews;
};

test('a file is uploaded, previewed, imported and undone', async () => {
  const { id } = await register(imports.server, { url: 'import.example', timezone: 'UTC' });
  await using person = await newBrowser(imports.browser);
  const { page } = person;
  await page.clock.install();
  await logIn(page, imports.server, `/websites/${id}/import`);
  await page.getByText('No imports yet.').waitFor();
  await upload(page);
  await page.getByText('Choose at least one file.').waitFor();
  await picture(page, 'import-form');
  await chooseFiles(page, [log]);
  await upload(page);
  const preview = page.getByRole('form', { name: 'Preview of the import' });
  await goneOn(page, preview.getByText('1,200 pageviews'));
  await preview.getByText('15 of 1,215 rows are not imported').click();
  await preview.getByText('Images, styles, scripts and other files: 3').waitFor();
  await preview.getByText(/^access\.log, line 6\./).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await picture(page, 'import-preview');
  expect(await pageviews(id)).toBe(0);
  await preview.getByRole('button', { name: 'Start import' }).click();
  await goneOn(page, list(page).getByText('Done'));
  await list(page).getByText('1,200 pageviews').waitFor();
  expect(await pageviews(id)).toBe(1_200);
  expect(await seriousFindings(page)).toEqual([]);
  await picture(page, 'import-done');
  await page.getByRole('button', { name: 'Undo the import of access.log' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo this import?' });
  await dialog.getByText('every number is as it would be without the import').waitFor();
  await picture(page, 'import-undo');
  await dialog.getByRole('button', { name: 'Undo import' }).click();
  await goneOn(page, list(page).getByText('Undone', { exact: true }));
  expect(await pageviews(id)).toBe(0);
});

test('own hits must be left out before the import can start, on a phone in German', async () => {
  const { id, trackingId } = await register(imports.server, { url: 'own.example', timezone: 'UTC' });
  await imports.server.call('/api/event', {
    method: 'POST',
    key: null,
    headers: { 'content-type': 'application/json', 'user-agent': CHROME },
    body: JSON.stringify({ website: trackingId, page: 'https://own.example/' }),
  });
  const recent = makeCombinedLog({ hits: 20, others: 0, start: Date.UTC(2026, 10, 21, 11, 50) });
  await using person = await newBrowser(imports.browser, {
    colorScheme: 'dark',
    locale: 'de-DE',
    viewport: { width: 320, height: 700 },
  });
  const { page } = person;
  await page.clock.install();
  await logIn(page, imports.server, `/websites/${id}/import`);
  imports.server.setTime(Date.UTC(2026, 10, 21, 13));
  await page
    .getByLabel('Dateien')
    .setInputFiles([
      { name: 'ein-recht-langer-name-eines-zugriffsprotokolls-2026.log', mimeType: '', buffer: recent.bytes },
    ]);
  await page.getByRole('button', { name: 'Hochladen' }).click();
  const start = page.getByRole('button', { name: 'Import starten' });
  await goneOn(page, page.getByText('10 Seitenaufrufe'));
  expect(await start.isDisabled()).toBe(true);
  await page.getByRole('checkbox', { name: 'Nur importieren, was vor' }).check();
  expect(await seriousFindings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await picture(page, 'import-preview-phone');
  await start.click();
  await goneOn(page, page.getByText('Fertig'));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await picture(page, 'import-done-phone');
});

test('a file in no known format fails with a reason, and is removed from the list', async () => {
  const { id } = await register(imports.server, { url: 'refused.example', timezone: 'UTC' });
  await using person = await newBrowser(imports.browser);
  const { page } = person;
  await page.clock.install();
  await logIn(page, imports.server, `/websites/${id}/import`);
  await chooseFiles(page, [{ name: 'unknown.txt', bytes: Buffer.from('Neither a log nor an export.\n') }]);
  await upload(page);
  await goneOn(page, list(page).getByText('Failed'));
  await list(page).getByText('is in no format that can be imported').waitFor();
  await picture(page, 'import-failed');
  await page.getByRole('button', { name: 'Remove the import of unknown.txt from the list' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from list' }).click();
  await page.getByText('No imports yet.').waitFor();
});
