import { stringify } from 'csv-stringify/browser/esm/sync';

/** The value of a cell; null for an empty one. An amount is exact decimal text. */
export type Cell = string | number | null | { amount: string };

/** Exact amounts stay text. A negative one is no formula. */
const castAmount = ({ amount }: Record<string, unknown>) => ({
  value: String(amount),
  escape_formulas: false,
});

/**
 * Rows of statistics as CSV (RFC 4180). Values that a spreadsheet would take for a formula are escaped,
 * because anyone can send an event that begins with `=`.
 */
export const csvText = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    { cast: { object: castAmount }, escape_formulas: true, record_delimiter: 'windows' },
  );
