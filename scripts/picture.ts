/** `npm run picture`: takes docs/statistics.png, the screenshot in the README, from the demo data. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServer } from '../src/app/server.ts';
import { readConfig } from '../src/config.ts';
import { fillDemo } from '../src/demo/fill.ts';
import { createLog } from '../src/log.ts';
import { root } from '../src/root.ts';
import { launchBrowser, openLoaded } from '../test/support/browser.ts';
import { seededRandom } from '../test/support/server.ts';

/** The time of the examples in the README. */
const NOW = Date.UTC(2026, 10, 21, 12);

const folder = await mkdtemp(path.join(tmpdir(), 'footfall-picture-'));
const config = readConfig({
  PORT: '0',
  HOST: '127.0.0.1',
  DATABASE_URL: `file:${path.join(folder, 'demo.db')}`,
});
const server = await startServer({
  config,
  log: createLog('warn', false),
  now: () => NOW,
  random: seededRandom('picture'),
  script: await readFile(path.join(root, 'dist/script.js'), 'utf8'),
});
const browser = await launchBrowser();
try {
  const { trackingId } = await fillDemo(server.deps);
  const page = await browser.newPage({ viewport: { width: 1280, height: 1200 } });
  await openLoaded(page, `${server.url}/s/${trackingId}`);
  // Journeys are read when they are near the window.
  await page.locator('.statistics-footer').scrollIntoViewIfNeeded();
  await page.locator('.journeys-body[aria-busy=false]').waitFor();
  await page.evaluate('scrollTo(0, 0)');
  await page.screenshot({ path: path.join(root, 'docs/statistics.png'), fullPage: true });
} finally {
  await browser.close();
  await server.stop();
  await rm(folder, { recursive: true });
}
