import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { logIn, newBrowser, register } from '../support/pages.ts';
import { expectMarked, leftOver, speakPseudo, waitForText } from '../support/pseudoLanguage.ts';
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

async function openPseudo(page: Page, query = '', trackingId = statistics.site.trackingId): Promise<void> {
  await page.goto(`${statistics.server.url}/s/${trackingId}${query}`);
  await waitForText(page);
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}

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
    await openPseudo(page, query);
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

test('all texts of the menus and tooltips of the statistics page are in the catalogue', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1200, height: 1000 } });
  const { page } = person;
  await logIn(page, statistics.server);
  await speakPseudo(page);
  await openPseudo(page);
  await page.locator('.chart-canvas canvas').waitFor();
  await page.locator('.chart-canvas').focus();
  await page.keyboard.press('End');
  await page.locator('.chart-tip').waitFor();
  await page.locator('.world-map-frame').scrollIntoViewIfNeeded();
  await page.locator('.world-map').focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('.world-map-tip').waitFor();
  await expectMarked(page, 'the tooltip of the map');
  for (const [button, shown] of [
    ['.range-picker .popover > button', '.calendar'],
    ['.compare-picker > button', '.calendar'],
    ['.website-switcher button', '.website-switcher-menu [role="option"]'],
    ['.panel-card-search >> nth=0', '.panel-search'],
  ] as const) {
    await page.locator(button).click();
    await page.locator(shown).first().waitFor();
    await expectMarked(page, shown);
    await page.keyboard.press('Escape');
  }
});

test('all texts of the dialogs of the statistics page are in the catalogue', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1200, height: 1000 } });
  const { page } = person;
  await logIn(page, statistics.server);
  await speakPseudo(page);
  for (const query of ['?details=country&split=device', '?details=page&split=week', '?details=channel']) {
    await openPseudo(page, query);
    await page.locator('.details-table tbody th').first().waitFor();
    await page.locator('.column-menu > button').click();
    await expectMarked(page, query);
  }
  await openPseudo(page, '?details=page&search=nothing-like-this');
  await page.locator('.details-table-note').waitFor();
  await expectMarked(page, 'no rows');

  await openPseudo(page, '?country.is=DE');
  await page.keyboard.press('?');
  await page.locator('.shortcuts').waitFor();
  await expectMarked(page, 'shortcuts');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.locator('.filter-editor-values label').first().waitFor();
  await expectMarked(page, 'the editor of a filter');
  await page.locator('.filter-editor select').last().selectOption('contains');
  await expectMarked(page, 'the editor of a filter with a text');
  await page.keyboard.press('Escape');

  await page.locator('.filter-bar > button').last().click();
  await page.locator('#segment-name').fill('Germany');
  await page.keyboard.press('Enter');
  await page.locator('.segments-choose').waitFor();
  await expectMarked(page, 'segments');
  await page.locator('.segments-list button.plain').last().click();
  await expectMarked(page, 'the question whether to delete a segment');
  await page.keyboard.press('Escape');

  await openPseudo(page);
  await page.locator('.chart-add-note').click();
  await page.locator('.annotation-form input[name="text"]').fill('Deployed');
  await expectMarked(page, 'a new note');
  await page.keyboard.press('Enter');
  await page.locator('.marks button').click();
  await page.locator('.annotations-dialog li').waitFor();
  await expectMarked(page, 'notes');
});

test('all texts that strangers see are in the catalogue', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await speakPseudo(page);
  await openPseudo(page, '', locked);
  await expectMarked(page, 'the password of a statistics page');
  await openPseudo(page, '', 'nothing');
  await expectMarked(page, 'no statistics page');
  await openPseudo(page, '/no-such-link');
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
