import { afterEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { graphqlData } from '../support/engine/asking.ts';
import { DIALOG, logIn, newBrowser, picture, seriousFindings } from '../support/pages.ts';
import { open, statisticsForFile } from '../support/statistics.ts';

const statistics = statisticsForFile();
afterEach(() => statistics.server.deps.db.write((tx) => tx.annotation.deleteMany()));

async function annotate(day: string, text: string, isPublic = false): Promise<void> {
  await graphqlData(
    statistics.server,
    'mutation ($input: CreateAnnotationInput!) { createAnnotation(input: $input) { __typename } }',
    { input: { websiteId: String(statistics.site.id), day, text, public: isPublic } },
  );
}

const marks = (page: Page) => page.getByRole('list', { name: 'Notes', exact: true }).getByRole('button');

test('the owner adds a note to the chart, changes it and deletes it, by keyboard', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1440, height: 900 } });
  const { page } = person;
  await logIn(page, statistics.server);
  await open(page, statistics.addressOf());
  expect(await marks(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Add a note' }).focus();
  await page.keyboard.press('Enter');
  const adding = page.getByRole('dialog', { name: 'Add a note' });
  expect(await adding.getByLabel('Day').inputValue()).toBe('2026-11-21');
  expect(await adding.getByLabel('Note').evaluate((field) => field.matches(':focus'))).toBe(true);
  await adding.getByLabel('Day').fill('2026-11-03');
  await adding.getByLabel('Note').focus();
  await page.keyboard.type('Deployed 2.0');
  expect(await seriousFindings(page, DIALOG)).toEqual([]);
  await picture(page, 'annotation-dialog');
  await page.keyboard.press('Enter');
  await adding.waitFor({ state: 'detached' });
  const mark = page.getByRole('button', { name: 'Tue, Nov 3: Deployed 2.0', exact: true });
  await mark.focus();
  await page.locator('.marks-text').getByText('Deployed 2.0').waitFor();
  await picture(page, 'annotation-mark');
  // It is at the top edge of the plot, and covers neither the labels of the time axis nor the highest peak.
  const [drawn, plot] = [
    await mark.locator('span').boundingBox(),
    await page.locator('.chart-canvas .u-over').boundingBox(),
  ];
  expect((drawn?.y ?? 0) + (drawn?.height ?? 0)).toBeLessThanOrEqual((plot?.y ?? 0) + 4);

  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Notes' });
  await dialog.getByRole('button', { name: 'Edit the note Deployed 2.0' }).click();
  await dialog.getByLabel('Note', { exact: true }).fill('Deployed 2.1');
  await dialog.getByLabel('Show it to everyone').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Tue, Nov 3: Deployed 2.1', exact: true }).click();
  await dialog.getByText('Tue, Nov 3, 2026 · Public').waitFor();
  await dialog.getByRole('button', { name: 'Delete the note Deployed 2.1' }).click();
  await dialog.waitFor({ state: 'detached' });
  await marks(page).waitFor({ state: 'detached' });
});

test('marks gather at their week, and screen readers find the notes in the table', async () => {
  await using person = await newBrowser(statistics.browser, {
    viewport: { width: 360, height: 800 },
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  });
  await annotate('2026-10-26', 'Campaign begins', true);
  await annotate('2026-10-29', 'Second banner', true);
  await annotate('2026-11-18', 'Not for strangers');
  const { page } = person;
  await open(page, statistics.addressOf('?interval=week'));
  await page
    .getByRole('button', { name: 'Mon, Oct 26: Campaign begins; Thu, Oct 29: Second banner', exact: true })
    .waitFor();
  expect(await marks(page).count()).toBe(1);
  expect(await page.getByRole('button', { name: 'Add a note' }).count()).toBe(0);
  const cell = page.getByRole('cell', { name: /Campaign begins/ });
  expect(await cell.textContent()).toBe('Mon, Oct 26: Campaign begins; Thu, Oct 29: Second banner');
  await marks(page).focus();
  await page.locator('.marks-text').getByText('Second banner').waitFor();
  await picture(page, 'annotation-phone');
  expect(await seriousFindings(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);

  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, statistics.addressOf());
  await page.getByRole('button', { name: 'Mon, Oct 26: Campaign begins', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Thu, Oct 29: Second banner', exact: true }).waitFor();
  expect(await page.getByText('Not for strangers').count()).toBe(0);
});
