import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { findCommand } from '../installed.ts';
import type { InstalledBrowser, Tab } from './tab.ts';

/** Later ones of version 24 send commands that Firefox ESR 140 does not know; version 25 requires Node 22. */
const PUPPETEER = 'puppeteer-core@24.15.0';

/** The part of puppeteer-core that a tab needs. It is installed for a run only, so its types are not here. */
interface Puppeteer {
  launch(options: object): Promise<{ newPage(): Promise<Page>; close(): Promise<void> }>;
}
interface Page {
  close(): Promise<void>;
  goto(url: string, options: { waitUntil: string }): Promise<unknown>;
  evaluate(expression: string): Promise<unknown>;
  setViewport(size: { width: number; height: number }): Promise<void>;
  screenshot(): Promise<Uint8Array>;
}

/** Firefox over WebDriver BiDi. */
export const firefox: InstalledBrowser = {
  name: 'Firefox',
  commands: ['firefox-esr'],
  packages: 'firefox-esr',
  async start(folder): Promise<Tab> {
    execFileSync('npm', ['install', '--silent', '--no-audit', '--prefix', folder, PUPPETEER]);
    const entry = path.join(folder, 'node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js');
    const { default: puppeteer } = (await import(pathToFileURL(entry).href)) as { default: Puppeteer };
    const executablePath = findCommand('firefox-esr');
    const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
    const size = { width: 1280, height: 900 };
    let page = await browser.newPage();
    return {
      async goto(url) {
        // After a page was restored from the back/forward cache, the next `goto` of its tab never ends.
        const before = page;
        page = await browser.newPage();
        await page.setViewport(size);
        await before.close();
        await page.goto(url, { waitUntil: 'domcontentloaded' });
      },
      evaluate: (expression) => page.evaluate(expression),
      resize: (width, height) => page.setViewport(Object.assign(size, { width, height })),
      screenshot: async () => Buffer.from(await page.screenshot()),
      [Symbol.asyncDispose]: () => browser.close(),
    };
  },
};
