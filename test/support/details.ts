import { expect } from '@jest/globals';
import type { Download, Locator, Page } from 'playwright-core';
import { rest } from './rest.ts';
import { PERIOD, type Statistics } from './statistics.ts';

/** A row of a breakdown in the REST API: the values of its dimensions, and its metrics. */
export type RestRow = Record<string, string | number | null>;

/** The first hundred rows of a breakdown of the default period in the REST API. */
export async function breakdown(statistics: Statistics, query: Record<string, string>): Promise<RestRow[]> {
  const search = new URLSearchParams({ ...PERIOD, per_page: '100', ...query });
  const { body } = await rest<RestRow[]>(
    statistics.server,
    `/api/v1/breakdown/${statistics.site.id}?${search}`,
  );
  return body.data;
}

/** The open dialog with the details, as soon as its rows are those of the address. */
export async function detailsOf(page: Page, title: string): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: title, exact: true });
  await dialog.getByText(/^[\d,]+ rows? · /).waitFor();
  await dialog.locator('tbody:not([aria-busy=true]) tr').first().waitFor();
  return dialog;
}

/** The headings of the table, without that of the changes. */
export const headings = (dialog: Locator): Promise<string[]> =>
  dialog.locator('thead th:not(.details-table-change)').allTextContents();

/**
 * The texts of the table's rows: values without what only screen readers say, then metrics without the share
 * and the change.
 * One call for all rows, because each call takes milliseconds.
 */
export const rowsOf = (dialog: Locator): Promise<string[][]> =>
  dialog.page().evaluate(`
    [...document.querySelectorAll('dialog tbody tr:has(th)')].map((row) => [
      ...[...row.querySelectorAll('.details-table-label')].map((label) =>
        [...label.childNodes]
          .filter(({ className }) => className !== 'visually-hidden')
          .map(({ textContent }) => textContent)
          .join(''),
      ),
      ...[...row.querySelectorAll('td:not(.details-table-second, :has(> .row-change))')].map(
        (cell) => cell.firstChild.textContent,
      ),
    ])`);

/** Runs an action that downloads a file; returns its name and text. */
export async function downloaded(
  page: Page,
  act: () => Promise<void>,
): Promise<{ name: string; text: string }> {
  const downloading = page.waitForEvent('download');
  await act();
  const download: Download = await downloading;
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  expect(chunks.length).toBeGreaterThan(0);
  return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString() };
}
