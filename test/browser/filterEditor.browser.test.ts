import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { chooseOption, DIALOG, newBrowser, picture, seriousFindings } from '../support/pages.ts';
import { open, showsFiltered, statisticsForFile } from '../support/statistics.ts';

const statistics = statisticsForFile();

/** Waits until the page shows the numbers of a filter. */
const shows = (page: Page, filter: object) => showsFiltered(page, statistics, filter);

test('conditions are edited, negated and joined in their chips', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await open(page, statistics.addressOf('?country.is=DE'));
  await page.getByRole('button', { name: 'Exclude: Country Germany' }).click();
  await shows(page, { country: { not_in: ['DE'] } });
  await page.waitForURL(/\?country\.not=DE$/);

  await page
    .getByRole('button', { name: /Country is not Germany/, exact: true })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Edit the filter' });
  await dialog.getByRole('checkbox', { name: /^France/ }).check();
  await dialog.getByLabel('Comparison').selectOption('is');
  await picture(page, 'filter-editor');
  expect(await seriousFindings(page, DIALOG)).toEqual([]);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL(/\?country\.is=DE&country\.is=FR$/);
  await shows(page, { country: { in: ['DE', 'FR'] } });
  await page.getByRole('button', { name: 'Country is Germany or France', exact: true }).waitFor();

  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const added = page.getByRole('dialog', { name: 'Add a filter' });
  await added.getByLabel('What').selectOption({ label: 'Saw page' });
  await added.getByLabel('Comparison').selectOption('contains');
  await added.getByLabel('Text').fill('TEA');
  await added.getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL(/&visited\.page\.contains=TEA$/);
  await shows(page, { country: { in: ['DE', 'FR'] }, visited: { page: { contains: 'tea' } } });
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.waitForURL(statistics.addressOf());
});

test('conditions of which one must hold are added, edited and removed', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1280, height: 900 } });
  const { page } = person;
  await open(page, statistics.addressOf());
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a filter' });
  await dialog.getByLabel('What').selectOption({ label: 'Country' });
  await dialog.getByRole('checkbox', { name: /^Germany/ }).check();
  await dialog.getByRole('button', { name: 'Or …' }).click();
  await dialog.getByRole('button', { name: 'Country is Germany' }).waitFor();
  expect(await dialog.getByRole('button', { name: 'Apply' }).isEnabled()).toBe(false);
  await dialog.getByLabel('What').selectOption({ label: 'Never saw page' });
  await dialog.getByRole('checkbox').first().check();
  await picture(page, 'filter-editor-or');
  expect(await seriousFindings(page, DIALOG)).toEqual([]);
  const chosen = await dialog
    .getByRole('checkbox')
    .first()
    .evaluate((box) => box.closest('label')?.textContent);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  const chip = page.locator('.filter-chip-text').first();
  await chip.getByText(/^Country is Germany or Never saw page is \//).waitFor();
  const path = (await chip.textContent())?.replace(/.* is /, '') ?? '';
  expect(chosen).toContain(path);
  const never = { not: { visited: { page: { in: [path] } } } };
  await shows(page, { or: [{ country: { in: ['DE'] } }, never] });

  await chip.click();
  const edited = page.getByRole('dialog', { name: 'Edit the filter' });
  await edited.getByRole('button', { name: 'Remove condition 2' }).click();
  await edited.getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL(/\?country\.is=DE$/);
  await shows(page, { country: { in: ['DE'] } });
});

test('each of several alternatives can have several conditions', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1280, height: 900 } });
  const { page } = person;
  await open(page, statistics.addressOf('?device.is=desktop'));
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a filter' });
  const choose = async (dimension: string, value: RegExp) => {
    await dialog.getByLabel('What').selectOption({ label: dimension });
    await dialog.getByRole('checkbox', { name: value }).check();
  };
  await choose('Country', /^Germany/);
  await dialog.getByRole('button', { name: 'Or …' }).click();
  await choose('Country', /^France/);
  await dialog.getByRole('button', { name: 'Country is Germany' }).click();
  await dialog.getByRole('button', { name: 'And …' }).click();
  await choose('Browser', /^Firefox/);
  await picture(page, 'filter-editor-and');
  expect(await seriousFindings(page, DIALOG)).toEqual([]);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  const words = '(Country is Germany and Browser is Firefox) or Country is France';
  const chip = page.getByRole('button', { name: words, exact: true });
  await chip.waitFor();
  const either = [{ country: { in: ['DE'] }, browser: { in: ['Firefox'] } }, { country: { in: ['FR'] } }];
  await shows(page, { device: { in: ['desktop'] }, or: either });

  await chip.click();
  const edited = page.getByRole('dialog', { name: 'Edit the filter' });
  await edited.getByLabel('Exclude if all of these hold').check();
  await edited.getByRole('button', { name: 'Apply' }).click();
  await shows(page, { device: { in: ['desktop'] }, or: [{ not: either[0] }, either[1]] });
  await page.getByRole('button', { name: /^not \(Country is Germany and Browser is Firefox\) or/ }).click();
  await edited.getByLabel('Exclude if all of these hold').uncheck();
  await edited.getByRole('button', { name: 'Remove condition 3' }).click();
  await edited.getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL(/\?device\.is=desktop&country\.is=DE&browser\.is=Firefox$/);
  await shows(page, { device: { in: ['desktop'] }, ...either[0] });
});

test('a page and an event can belong to the same hit, and every comparison can be negated', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1280, height: 900 } });
  const { page } = person;
  await open(page, statistics.addressOf('?visited.event=Subscribe'));
  await page.getByRole('button', { name: 'Had event is Subscribe', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit the filter' });
  await dialog.getByRole('button', { name: 'And …' }).click();
  const sameHit = dialog.getByLabel('in the same hit');
  await dialog.getByLabel('What').selectOption({ label: 'Country' });
  expect(await sameHit.count()).toBe(0);
  await dialog.getByLabel('What').selectOption({ label: 'Saw page' });
  await dialog.getByLabel('Comparison').selectOption('starts');
  await dialog.getByLabel('Text').fill('/sub');
  await sameHit.check();
  await picture(page, 'filter-editor-same-hit');
  expect(await seriousFindings(page, DIALOG)).toEqual([]);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  const words = 'had a hit with (Event is Subscribe and Page starts with “/sub”)';
  await page.getByRole('button', { name: words, exact: true }).waitFor();
  const visited = { event: { in: ['Subscribe'] }, page: { starts_with: '/sub' } };
  await shows(page, { visited });

  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const added = page.getByRole('dialog', { name: 'Add a filter' });
  await added.getByLabel('What').selectOption({ label: 'Landing page' });
  await added.getByLabel('Comparison').selectOption('does not start with');
  await added.getByLabel('Text').fill('/TEAS');
  await added.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: 'Landing page does not start with “/TEAS”', exact: true }).waitFor();
  await shows(page, { visited, not: { landing_page: { starts_with: '/teas' } } });
});

test('two pages that a visit must have seen are two conditions', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await open(page, statistics.addressOf('?visited.page=/'));
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a filter' });
  await dialog.getByLabel('What').selectOption({ label: 'Saw page' });
  await dialog.getByRole('checkbox').nth(1).check();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  const chip = page.locator('.filter-chip-text').nth(1);
  await chip.waitFor();
  const path = (await chip.textContent())?.replace('Saw page is ', '') ?? '';
  const saw = (value: string) => ({ visited: { page: { in: [value] } } });
  await shows(page, { and: [saw('/'), saw(path)] });
});

test('the keyboard alone adds a filter with a value from the data', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await open(page, statistics.addressOf());
  await page.getByRole('button', { name: 'Filter', exact: true }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add a filter' });
  await dialog.waitFor();
  expect(await dialog.getByLabel('What').evaluate((field) => field.matches(':focus'))).toBe(true);
  await chooseOption(page, dialog.getByLabel('What'), 'Operating system');
  await dialog.getByRole('checkbox', { name: /^Android/ }).waitFor();
  await dialog.getByRole('searchbox', { name: 'Search values' }).focus();
  // As fast as one can: Enter waits for the values of the text.
  await page.keyboard.type('andr');
  await page.keyboard.press('Enter');
  await dialog.getByRole('checkbox', { name: /^Android/, checked: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\?os\.is=Android$/);
  await shows(page, { os: { in: ['Android'] } });
});

test('the editor can choose only the hits themselves, and back', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await open(page, statistics.addressOf('?visited.page=/'));
  await page.getByRole('button', { name: 'Saw page is /', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit the filter' });
  const only = dialog.getByRole('checkbox', { name: 'Only these hits' });
  expect(await only.isChecked()).toBe(false);
  await only.check();
  await picture(page, 'filter-editor-only-hits');
  expect(await seriousFindings(page, DIALOG)).toEqual([]);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL(/\?page\.is=\/$/);
  await shows(page, { page: { in: ['/'] } });
  await page.getByRole('button', { name: 'Page is /', exact: true }).click();
  expect(await only.isChecked()).toBe(true);
  expect(await dialog.getByLabel('What').locator('option:checked').textContent()).toBe('Saw page');
  await only.uncheck();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL(/\?visited\.page=\/$/);
});
