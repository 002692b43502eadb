import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { CHROME } from '../../test/support/server.ts';
import type { CheckedTracker } from './checked.ts';
import type { World } from './world.ts';

const REFERRER = 'https://search.example.net/q';
const PAUSE_MS = 900;
/** How long the scripts have that send again what failed, in ms. */
const AGAIN_MS = 12_000;

declare global {
  /** What the page of a tracker offers. */
  var shop: { page?(): void; event?(): void; order?(): void };
}

/** Hides from a page what makes some trackers silent. A text, because tsx would add calls of its helpers. */
const HIDE_DRIVER = `
  Object.defineProperty(Object.getPrototypeOf(navigator), 'webdriver', { get: () => false });
  Object.defineProperty(navigator, 'userAgentData', { get: () => undefined });
  window.chrome = { runtime: {} };`;

/** Bundles the program of a page with the packages of `folder`. */
async function bundle(program: string, folder: string): Promise<string> {
  const result = await build({
    stdin: { contents: `const shop = (globalThis.shop = {});\n${program}`, resolveDir: folder },
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2020',
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    write: false,
    logLevel: 'error',
  });
  return result.outputFiles[0]?.text ?? '';
}

const body = (tags: string) => `<!doctype html><html lang="en"><title>Tea</title>
  <a id="link" href="#one">One</a><a id="next" href="/d">Next</a><p id="one">One</p>${tags}</html>`;

/** Writes the page of a tracker. @returns false if the file of its script is missing. */
export async function writePage(
  tracker: CheckedTracker,
  world: World,
  folders: { packages: string; scripts: string | null },
): Promise<boolean> {
  world.files.clear();
  if (tracker.program !== undefined) {
    world.files.set('/page.js', await bundle(tracker.program, folders.packages));
    const vemetric = await readFile(
      path.join(folders.packages, 'node_modules/@vemetric/web/dist/main.js'),
      'utf8',
    );
    world.files.set('/vemetric.js', vemetric);
    world.page = body('<script src="/page.js"></script>');
    return true;
  }
  const {
    file,
    attributes = '',
    before = '',
    after,
  } = tracker.script as NonNullable<CheckedTracker['script']>;
  if (folders.scripts === null) return false;
  const text = await readFile(path.join(folders.scripts, file), 'utf8').catch(() => null);
  if (text === null) return false;
  world.files.set('/page.js', text);
  world.page = body(`<script>globalThis.shop = {};${before}</script>
    <script src="/page.js" ${attributes}></script><script>${after}</script>`);
  return true;
}

/** Waits until no request has come for the pause of a tracker. */
async function settle(page: Page, world: World, pause: number): Promise<void> {
  for (let count = -1; count !== world.requests.length; ) {
    count = world.requests.length;
    await page.waitForTimeout(pause);
  }
}

/**
 * Walks through the website as a visitor: arrives at `/a` from a search engine, follows a link within the
 * page, filters (the address is replaced), repeats the address, goes to `/b` in the application, replaces
 * the address by `/r`, signs up, orders, opens `/c` while the collector fails, and then `/d`.
 * @returns errors that the page reported.
 */
export async function walk(
  browser: Browser,
  world: World,
  { pause = PAUSE_MS }: CheckedTracker,
  host: string,
) {
  const context = await browser.newContext({
    userAgent: CHROME,
    ignoreHTTPSErrors: true,
    locale: 'en-GB',
    screen: { width: 1920, height: 1080 },
    viewport: { width: 1280, height: 720 },
  });
  await context.addInitScript(HIDE_DRIVER);
  const page = await context.newPage();
  const errors: string[] = [];
  // Some throw if the collector fails, which is what they are for.
  page.on('pageerror', (error) => world.fails || errors.push(error.message));
  const step = async (action: () => void) => {
    await page.evaluate(action);
    await settle(page, world, pause);
  };
  const show = async (address: string, replaces = false) => {
    await page.evaluate(
      ([to, isReplaced]) => {
        history[isReplaced ? 'replaceState' : 'pushState'](null, '', to);
        if (!isReplaced) shop.page?.();
      },
      [address, replaces] as const,
    );
    await settle(page, world, pause);
  };
  const open = async (where: string, referer = '') => {
    await page.goto(`https://${host}${where}`, referer ? { referer } : {});
    await settle(page, world, pause);
  };

  await open('/a?utm_source=news&utm_campaign=spring', REFERRER);
  await page.click('#link');
  await settle(page, world, pause);
  await show('/a?filter=1', true);
  const isManual = await page.evaluate(() => shop.page !== undefined);
  if (!isManual) await show('/a?filter=1');
  await show('/b');
  await show('/r', true);
  await step(() => shop.event?.());
  await step(() => shop.order?.());
  world.fails = true;
  await open('/c');
  world.fails = false;
  await page.waitForTimeout(AGAIN_MS);
  await page.click('#next');
  await page.waitForURL('**/d');
  await settle(page, world, pause);
  await page.goto('about:blank');
  await settle(page, world, PAUSE_MS);
  await context.close();
  return errors;
}
