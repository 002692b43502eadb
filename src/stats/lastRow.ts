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
