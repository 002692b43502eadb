import { test } from '@jest/globals';
import { press, reach } from '../support/keyboard.ts';
import { chooseOption, newBrowser } from '../support/pages.ts';
import { open, showsFiltered, statisticsForFile } from '../support/statistics.ts';

const statistics = statisticsForFile();

test('the keyboard alone adds a filter, negates it, edits it and removes it', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1280, height: 900 } });
  const { page } = person;
  await open(page, statistics.addressOf());
  await press(page, page.getByRole('button', { name: 'Filter', exact: true }));
  const editor = page.getByRole('dialog', { name: 'Add a filter' });
  await reach(page, editor.getByLabel('What'));
  await chooseOption(page, editor.getByLabel('What'), 'Country');
  await reach(page, editor.getByRole('checkbox', { name: /^Germany/ }));
  await page.keyboard.press('Space');
  await press(page, editor.getByRole('button', { name: 'Apply' }));
  await page.waitForURL(/\?country\.is=DE$/);
  await showsFiltered(page, statistics, { country: { in: ['DE'] } });

  await press(page, page.getByRole('button', { name: 'Exclude: Country Germany' }));
  await page.waitForURL(/\?country\.not=DE$/);
  await showsFiltered(page, statistics, { country: { not_in: ['DE'] } });
  await press(page, page.getByRole('button', { name: 'Country is not Germany', exact: true }));
  const edited = page.getByRole('dialog', { name: 'Edit the filter' });
  await reach(page, edited.getByRole('checkbox', { name: /^France/ }));
  await page.keyboard.press('Space');
  await press(page, edited.getByRole('button', { name: 'Apply' }));
  await page.waitForURL(/\?country\.not=DE&country\.not=FR$/);
  await press(page, page.getByRole('button', { name: 'Remove: Country is not Germany or France' }));
  await page.waitForURL(statistics.addressOf());
});
