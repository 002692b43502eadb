import { csvText as plainCsv } from '../../../stats/csv.ts';

export type { Cell } from '../../../stats/csv.ts';

/** A rate, a share or a change as a number with four digits, as in all files: 0.25 for 25 %. */
export const rateCell = (value: number | null): number | null =>
  value === null ? null : Number(value.toFixed(4));

/** Rows as CSV for people, who open it in a spreadsheet. */
export const csvText: typeof plainCsv = (rows) =>
  // Without a byte-order mark, Excel reads UTF-8 as the code page of the computer: `cafÃ©`.
  `\ufeff${plainCsv(rows)}`;
