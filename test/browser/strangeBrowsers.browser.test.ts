import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from '@jest/globals';
import { statisticsForFile } from '../support/statistics.ts';

const statistics = statisticsForFile();

const SENTENCE = 'The page could not be shown. Reload it, or open it in a current version of Chrome, Edge, ';

test.each([
  'Object.hasOwn',
  'Array.prototype.toSorted',
  'Array.prototype.at',
  'Object.fromEntries',
  'Intl.PluralRules',
  'AbortController',
])('a browser without %s shows numbers, or says that it is too old', async (missing) => {
  // Not newBrowser: errors on the console are expected.
  await using context = await statistics.browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  await page.addInitScript(`delete ${missing}`);
  await page.goto(statistics.addressOf());
  const visitors = page.getByRole('tab', { name: /^Visitors/ });
  await visitors.or(page.getByText(SENTENCE)).first().waitFor();
});

test('the sentence is in the language of the page', async () => {
  await using context = await statistics.browser.newContext({ locale: 'de-AT' });
  const page = await context.newPage();
  await page.addInitScript('delete Object.hasOwn');
  await page.goto(statistics.addressOf());
  await page.getByText('Die Seite konnte nicht angezeigt werden.').waitFor();
});

test('a script that cannot be loaded leaves no blank page', async () => {
  await using context = await statistics.browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  await page.route(/\/assets\/stats-.*\.js$/, (route) => route.abort());
  await page.goto(statistics.addressOf());
  await page.getByText(SENTENCE).waitFor();
});

test.each(['allow-scripts', 'allow-scripts allow-same-origin'])(
  'a frame with sandbox="%s" on another website shows the numbers',
  async (sandbox) => {
    const address = statistics.addressOf('?embed=1');
    const host = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<!doctype html><iframe src="${address}" sandbox="${sandbox}" width="900" height="900">`);
    }).listen(0, '127.0.0.1');
    try {
      await new Promise((resolve) => host.once('listening', resolve));
      await using context = await statistics.browser.newContext({ locale: 'en-US' });
      const page = await context.newPage();
      await page.goto(`http://127.0.0.1:${(host.address() as AddressInfo).port}/`);
      const frame = page.frameLocator('iframe');
      await frame.getByRole('tab', { name: /^Visitors/ }).waitFor();
      const flag = frame.locator('img.bar-row-icon').first();
      await flag.waitFor();
      const width = `document.querySelector('img.bar-row-icon').naturalWidth`;
      const inFrame = page.frames().find((one) => one !== page.mainFrame());
      await inFrame?.waitForFunction(`${width} > 0`);
      await frame.getByRole('button', { name: 'Filter by Germany' }).click();
      await frame.getByRole('button', { name: 'Remove: Country is Germany' }).waitFor();
    } finally {
      host.close();
    }
  },
);
