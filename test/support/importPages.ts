import { afterAll, beforeAll } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { passUntil, startPages } from './pages.ts';
import { type TestServer, temporaryFolder } from './server.ts';

/** A browser, and a server that accepts imports of files of up to 1 MB. */
export interface ImportPages {
  browser: Browser;
  server: TestServer;
}

/** The import pages of a test file: started before its first test, and stopped after its last. */
export function importPagesForFile(): ImportPages {
  const imports = {} as ImportPages;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeAll(async () => {
    imports.browser = await launchBrowser();
    folder = await temporaryFolder();
    const env = { IMPORT_DIR: `${folder.folder}/imports`, IMPORT_MAX_BYTES: '1000000' };
    imports.server = await startPages({ env });
  });
  afterAll(async () => {
    await imports.browser?.close();
    await imports.server?.[Symbol.asyncDispose]();
    await folder?.[Symbol.asyncDispose]();
  });
  return imports;
}

/** Chooses files in the form for an upload, by the label of its field. */
export const chooseFiles = (page: Page, files: { name: string; bytes: Buffer }[], label = 'Files') =>
  page
    .getByLabel(label)
    .setInputFiles(files.map(({ name, bytes }) => ({ name, mimeType: 'text/plain', buffer: bytes })));

/** Waits until an import has gone on, of which the page asks the server every two seconds. */
export const goneOn = (page: Page, shown: Locator) => passUntil(page, shown, 2_000);

/** The list of the imports of a website. */
export const list = (page: Page) => page.getByRole('list', { name: 'Imports' });
