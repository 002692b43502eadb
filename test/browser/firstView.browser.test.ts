import { expect, test } from '@jest/globals';
import { grouped } from '../../src/stats/format.ts';
import { logIn, newBrowser } from '../support/pages.ts';
import { PERIOD, statisticsForFile } from '../support/statistics.ts';

const statistics = statisticsForFile();

const visitors = async () =>
  (await statistics.fromRest('visitors', PERIOD.from, PERIOD.to)).reduce((sum, { count }) => sum + count, 0);

const htmlOf = async (query = '', headers: Record<string, string> = {}) =>
  (await statistics.server.call(`/s/${statistics.site.trackingId}${query}`, { key: null, headers })).text();

test('the totals are in the page before any module has run', async () => {
  await using person = await newBrowser(statistics.browser, { javaScriptEnabled: false });
  const { page } = person;
  await page.goto(statistics.addressOf());
  expect(await page.locator('.total-count').first().textContent()).toBe(grouped(await visitors()));
  expect(await page.locator('h1').textContent()).toMatch(/\.example$/);
  // Nothing that would be a button later can be clicked before.
  expect(await page.locator('#root :is(button, select, [role="tab"])').count()).toBe(0);
});

test('the page takes the place of its first view without moving it', async () => {
  for (const viewport of [
    { width: 1280, height: 900 },
    { width: 768, height: 900 },
    { width: 360, height: 740 },
  ]) {
    await using still = await newBrowser(statistics.browser, { javaScriptEnabled: false, viewport });
    await using running = await newBrowser(statistics.browser, { viewport });
    await still.page.goto(statistics.addressOf());
    await running.page.goto(statistics.addressOf());
    await running.page.getByRole('tab', { name: /^Visitors/ }).waitFor();
    const places: unknown[][][] = [];
    for (const { page } of [still, running]) {
      await page.evaluate('document.fonts.ready');
      const boxes = ['.page-header', '.days-shown', '.totals', '.total-count', '.statistics-panels'].map(
        async (selector) => {
          const { x, y, height = 0 } = (await page.locator(selector).first().boundingBox()) ?? {};
          return [selector, x, Math.round(y ?? 0), selector === '.totals' ? Math.round(height) : null];
        },
      );
      places.push(await Promise.all(boxes));
    }
    const [before = [], after = []] = places;
    for (const [index, [selector, x, y, height]] of before.entries()) {
      const [, laterX, laterY, laterHeight] = after[index] ?? [];
      // The legend of the chart has one line or two, so the cards may move by less than a line.
      const most = selector === '.statistics-panels' ? 24 : 3;
      expect([viewport.width, selector, Math.abs(Number(y) - Number(laterY)) < most]).toEqual([
        ...[viewport.width, selector, true],
      ]);
      expect([x, height]).toEqual([laterX, laterHeight]);
    }
  }
});

test('the first view is in the language of the browser or of the address', async () => {
  expect(await htmlOf('', { 'accept-language': 'de-AT,de;q=0.9' })).toMatch(/<html lang="de"[\s\S]*Besucher/);
  expect(await htmlOf('?lang=de', { 'accept-language': 'en' })).toMatch(/<html lang="de"[\s\S]*Besucher/);
  expect(await htmlOf('', { 'accept-language': 'fr' })).toMatch(/<html lang="en"[\s\S]*Visitors/);
});

test('a first view contains nothing that its viewer may not see', async () => {
  const count = grouped(await visitors());
  expect(await htmlOf()).toContain(count);
  const unknown = await (await statistics.server.call('/s/nothing', { key: null })).text();
  expect(unknown).not.toContain('total-count');
  // In a frame of another website, the page of a session could be read by its neighbours.
  expect(await htmlOf('?embed=1')).not.toContain(count);
  // Totals of a filter are left to the page.
  expect(await htmlOf('?country=DE')).not.toContain('total-count');
});

test('texts and addresses are escaped in a first view', async () => {
  const html = await htmlOf('?page.contains=%22%3E%3Cscript%3Ealert(1)%3C/script%3E');
  expect(html).not.toContain('<script>alert');
  expect(html.match(/<script/g)).toHaveLength(2);
});

test('a page of the account area shows its frame at once', async () => {
  await using person = await newBrowser(statistics.browser, { javaScriptEnabled: false });
  const { page } = person;
  await logIn(page, statistics.server, '/websites');
  expect(await page.locator('.site-header').isVisible()).toBe(true);
  expect(await page.locator('.skeleton').first().isVisible()).toBe(true);
  await page.goto(`${statistics.server.url}/login`);
  expect(await page.locator('.notice-brand').textContent()).toBe('Footfall');
});
