import { test } from '@jest/globals';
import { logIn, newBrowser } from '../support/pages.ts';
import { expectMarked, openPseudo, speakPseudo } from '../support/pseudoLanguage.ts';
import { statisticsForFile } from '../support/statistics.ts';

/** Menus and dialogs in the language of pseudoLanguage.browser.test.ts. */

const statistics = statisticsForFile();

test('all texts of the menus and tooltips of the statistics page are in the catalogue', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1200, height: 1000 } });
  const { page } = person;
  await logIn(page, statistics.server);
  await speakPseudo(page);
  await openPseudo(page, statistics.addressOf());
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
    await openPseudo(page, statistics.addressOf(query));
    await page.locator('.details-table tbody th').first().waitFor();
    await page.locator('.column-menu > button').click();
    await expectMarked(page, query);
  }
  await openPseudo(page, statistics.addressOf('?details=page&search=nothing-like-this'));
  await page.locator('.details-table-note').waitFor();
  await expectMarked(page, 'no rows');

  await openPseudo(page, statistics.addressOf('?country.is=DE'));
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

  await openPseudo(page, statistics.addressOf());
  await page.locator('.chart-add-note').click();
  await page.locator('.annotation-form input[name="text"]').fill('Deployed');
  await expectMarked(page, 'a new note');
  await page.keyboard.press('Enter');
  await page.locator('.marks button').click();
  await page.locator('.annotations-dialog li').waitFor();
  await expectMarked(page, 'notes');
});
