import { stringify } from 'csv-stringify/browser/esm/sync';

/** The value of a cell; null for an empty one. An amount is exact decimal text. */
export type Cell = string | number | null | { amount: string };

/** A rate, a share or a change as a number with four digits, as in all files: 0.25 for 25 %. */
export const rateCell = (value: number | null): number | null =>
  value === null ? null : Number(value.toFixed(4));

/** Exact amounts stay text. A negative one is no formula. */
const castAmount = ({ amount }: Record<string, unknown>) => ({
  value: String(amount),
  escape_formulas: false,
});

/** Rows as CSV (RFC 4180). Escapes values that a spreadsheet would take for a formula. */
export const csvText = (rows: readonly (readonly Cell[])[]): string =>
  // Without a byte-order mark, Excel reads UTF-8 as the code page of the computer: `cafÃ©`.
  `\ufeff${stringify(
    rows.map((row) => [...row]),
    { cast: { object: castAmount }, escape_formulas: true, record_delimiter: 'windows' },
  )}`;

/** Offers a text as a download. @param type its media type. */
export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
