import { stringify } from 'csv-stringify/browser/esm/sync';
import type { Client } from 'urql';
import type { StatisticsRowsQueryVariables } from '../../gql/graphql.ts';
import { fetchRows } from './fetchRows.ts';

/**
 * Reads all rows and downloads them as CSV (RFC 4180). Escapes values that a spreadsheet would take for a
 * formula.
 */
export async function downloadCsv(
  client: Client,
  asked: StatisticsRowsQueryVariables,
  file: string,
  head: string[],
): Promise<void> {
  const rows = await fetchRows(client, asked);
  const lines = [head, ...rows.map(({ value, label, count }) => [value, label, count])];
  const text = stringify(lines, { escape_formulas: true, record_delimiter: 'windows' });
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = file;
  link.click();
  URL.revokeObjectURL(url);
}
