import { stringify } from 'csv-stringify/sync';

export type CsvRecord = Readonly<Record<string, string | number>>;

/** Makes CSV with a header. Columns are those of all records; missing values are empty. */
export function csvOf(records: readonly CsvRecord[], columns?: readonly string[]): string {
  const names = columns ?? [...new Set(records.flatMap((record) => Object.keys(record)))];
  return stringify([...records], { header: true, columns: [...names] });
}

/** A day as exports write it: `2026-10-01`. */
export const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** A time in UTC as exports write it: `2026-10-01 08:00:00`. */
export const timeText = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
