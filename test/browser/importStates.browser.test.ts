import { expect, test } from '@jest/globals';
import { chooseFiles, goneOn, importPagesForFile, list } from '../support/importPages.ts';
import { logIn, newBrowser, picture, register, seriousFindings } from '../support/pages.ts';
import { makeCombinedLog } from '../support/transfer/combinedLog.ts';

const log = makeCombinedLog({ hits: 1_200, others: 3 });
const imports = importPagesForFile();

test('an upload that fails says what would be right, and nothing of it is kept', async () => {
  const { id } = await register(imports.server, { url: 'large.example', timezone: 'UTC' });
  await using person = await newBrowser(imports.browser, {
    locale: 'de-DE',
    viewport: { width: 360, height: 700 },
  });
  const { page } = person;
  await page.clock.install();
  await logIn(page, imports.server, `/websites/${id}/import`);
  const send = page.getByRole('button', { name: 'Hochladen und Vorschau zeigen' });
  await chooseFiles(page, [log, { name: 'large.log', bytes: Buffer.alloc(6_000_000, 'x') }], 'Dateien');
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
  await chooseFiles(page, [log], 'Dateien');
  await send.click();
  await alert.getByText('access.log wurde nicht hochgeladen: Der Server').waitFor();
  await page.unroute('**/api/v1/imports/**');
  expect(await imports.server.deps.db.read.import.count({ where: { websiteId: id } })).toBe(0);
  await page.getByLabel('Quelle').selectOption('plausible');
  await send.click();
  await goneOn(page, page.getByText('Fehlgeschlagen'));
  await picture(page, 'import-wrong-source-phone');
});

test('each state is shown again to a person who comes back, and can be left with the keyboard', async () => {
  const { id } = await register(imports.server, { url: 'back.example', timezone: 'UTC' });
  await using person = await newBrowser(imports.browser);
  const { page } = person;
  await page.clock.install();
  await logIn(page, imports.server, `/websites/${id}/import`);
  await chooseFiles(page, [log]);
  await page.getByRole('button', { name: 'Upload and preview' }).press('Enter');
  const preview = page.getByRole('form', { name: 'Preview of the import' });
  await goneOn(page, preview);
  await page.locator('#import:focus').waitFor();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY');
  const [row] = await imports.server.deps.db.read.import.findMany({ where: { websiteId: id } });
  const show = async (data: object) => {
    const at = { activeAt: new Date(await page.evaluate(() => Date.now())) };
    await imports.server.deps.db.write((tx) =>
      tx.import.update({ where: { id: row?.id ?? 0 }, data: { ...at, ...data } }),
    );
    await page.goto(`${imports.server.url}/websites/${id}/import`);
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
  await goneOn(page, list(page).getByText('Done'));
  await page.getByRole('button', { name: 'Undo the import of access.log' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).press('Enter');
  await goneOn(page, list(page).getByText('Undone', { exact: true }));
  await show({});
  await list(page).getByText('Undone', { exact: true }).waitFor();
});

test('a page of another website cannot upload with the session of a person', async () => {
  const { id } = await register(imports.server, { url: 'forged.example', timezone: 'UTC' });
  await using person = await newBrowser(imports.browser);
  const { page } = person;
  await logIn(page, imports.server, `/websites/${id}/import`);
  const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const send = (site: string, path = `/api/v1/imports/${id}`) =>
    imports.server.call(path, {
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
