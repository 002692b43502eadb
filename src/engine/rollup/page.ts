import { FEW } from '../registry/dimensions.ts';

export interface StatRow {
  value: string;
  count: number;
}

export interface StatPage {
  rows: readonly StatRow[];
  /** Number of rows, and sum of their counts, over all pages. */
  total: number;
  sum: number;
  /** The sum of the hidden rows, if there are some. */
  few?: number;
}

/**
 * Adds a row after the last one of all pages, if that is on the page.
 * @param total number of the rows without it.
 */
export function withLastRow<Row>(
  { rows, total }: { rows: readonly Row[]; total: number },
  last: Row,
  { offset, limit }: { offset: number; limit: number },
): { rows: readonly Row[]; total: number } {
  const isOnPage = offset <= total && total < offset + limit;
  return { rows: isOnPage ? [...rows, last] : rows, total: total + 1 };
}

/**
 * Adds the row {@link FEW} to a page without the hidden rows. A search leaves it out, and its sum: the search
 * for a hidden value would otherwise return its count.
 * @param few the sum of the hidden rows.
 */
export function withFew(
  page: StatPage,
  few: number,
  { search, ...bounds }: { search: string | null; offset: number; limit: number },
): StatPage {
  if (few === 0) return page;
  if (search !== null) return { ...page, sum: page.sum - few };
  return { ...withLastRow(page, { value: FEW, count: few }, bounds), sum: page.sum, few };
}
