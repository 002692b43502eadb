import type { Client } from 'urql';
import type { StatisticsRowsQueryVariables } from '../gql/graphql.ts';
import { readRows } from './readRows.ts';

/** A field of RFC 4180. What a spreadsheet would take for a formula becomes text. */
export function csvField(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Reads all rows, and has the browser save them. */
export async function downloadCsv(
  client: Client,
  asked: StatisticsRowsQueryVariables,
  file: string,
  head: string[],
): Promise<void> {
  const rows = await readRows(client, asked);
  const lines = [head, ...rows.map(({ value, label, count }) => [value, label, count])];
  const text = lines.map((fields) => `${fields.map(csvField).join(',')}\r\n`).join('');
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = file;
  link.click();
  URL.revokeObjectURL(url);
}
