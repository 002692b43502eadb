import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { logIn, newBrowser, register } from '../support/pages.ts';
import { expectMarked, leftOver, openPseudo, speakPseudo } from '../support/pseudoLanguage.ts';
import { type Statistics, startStatistics } from '../support/statistics.ts';

/**
 * The pages in a language in which every text is marked. Whatever people read outside of the marks is in no
 * catalogue, so it could not be translated.
 */

let statistics: Statistics;
let locked: string;
beforeAll(async () => {
  statistics = await startStatistics();
  const fields = { url: 'locked.example', privacy: '2', password: 'open sesame' };
  locked = (await register(statistics.server, fields)).trackingId;
});
afterAll(() => statistics?.stop());

test('text outside of the marks is found, in content, titles, labels and placeholders', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await page.setContent(`<title>⟦Title⟧</title><p>⟦Marked, ⟦<b>inside</b>⟧⟧ 12 %</p><p>Plain</p>
    <button title="Hover" aria-label="Label">⟦x⟧</button><input placeholder="Type"><code>code</code>
    <select><option>Choice</option></select><p hidden>Hidden</p>`);
  expect(await leftOver(page)).toEqual(['Plain', 'Choice', 'Hover', 'Label', 'Type']);
});

test('all texts of the states of the statistics page are in the catalogue', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1200, height: 1000 } });
  const { page } = person;
  await logIn(page, statistics.server);
  await speakPseudo(page);
  for (const query of [
    '',
    '?period=today&metric=visit_duration&systems=device&places=language',
    '?period=last_12_months&metric=bounce_rate&interval=week&places=continent&sources=utm_medium',
    '?compare=none&country.is=DE&country.is=FR&page.contains=tea&visited.page=/pricing&browser.not=Chrome',
    '?period=all&sources=channel&content=exit_page&places=city',
    '?from=2026-11-02&to=2026-11-09&wrong=1&metric=nonsense',
  ]) {
    await openPseudo(page, statistics.addressOf(query));
    await page.locator('.chart-canvas canvas').waitFor();
    await expectMarked(page, `statistics${query}`);
  }
});

test('all texts of the view of what happens now are in the catalogue', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await speakPseudo(page);
  await page.goto(`${statistics.server.url}/s/${statistics.site.trackingId}?view=live`);
  await page.locator('.live-count').waitFor();
  await expectMarked(page, 'now');
});

test('all texts that strangers see are in the catalogue', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await speakPseudo(page);
  await openPseudo(page, statistics.addressOf('', { trackingId: locked }));
  await expectMarked(page, 'the password of a statistics page');
  await openPseudo(page, statistics.addressOf('', { trackingId: 'nothing' }));
  await expectMarked(page, 'no statistics page');
  await openPseudo(page, statistics.addressOf('/no-such-link'));
  await expectMarked(page, 'no shared link');
  for (const place of [
    ...['/login', '/forgot', '/reset', '/reset?token=x', '/confirm-email?token=x'],
    ...['/setup?token=x', '/unsubscribe?token=x', '/nowhere'],
  ]) {
    await page.goto(statistics.server.url + place);
    await page.locator('h1', { hasText: '⟦' }).waitFor();
    await expectMarked(page, place);
  }
});
