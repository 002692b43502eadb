export interface StatRow {
  value: string;
  count: number;
}

export interface StatPage {
  rows: readonly StatRow[];
  /** Number of rows, and sum of their counts, over all pages. */
  total: number;
  sum: number;
}
