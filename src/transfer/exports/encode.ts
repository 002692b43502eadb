import { stringify } from 'csv-stringify/browser/esm/sync';
import type { ExportRow, Layout, RowFormat } from './layout.ts';
import { parquetFile } from './parquet.ts';

type Chunks = AsyncIterable<readonly ExportRow[]>;
type Encoder = (layout: Layout, chunks: Chunks) => AsyncIterable<string | Uint8Array>;

/** An empty text has quotes, unlike null. */
const EMPTY = { value: '', quoted_empty: true };

/**
 * CSV as RFC 4180 has it, with a row of names. An empty field is null, and `""` is the empty text. Formulas
 * are not escaped, because the file is data: it must be read again as it was.
 */
const csvText = (rows: readonly ExportRow[]): string =>
  stringify(rows as unknown[][], {
    record_delimiter: 'windows',
    cast: { string: (text) => (text === '' ? EMPTY : text) },
    // A single one of the two characters would otherwise not be quoted.
    quoted_match: /[\r\n]/,
  });

async function* csvFile({ fields }: Layout, chunks: Chunks) {
  yield csvText([fields.map(({ name }) => name)]);
  for await (const rows of chunks) yield csvText(rows);
}

async function* jsonLinesFile({ fields }: Layout, chunks: Chunks) {
  for await (const rows of chunks)
    yield rows
      .map((row) => `${JSON.stringify(Object.fromEntries(fields.map(({ name }, i) => [name, row[i]])))}\n`)
      .join('');
}

/** The content of a file with rows, by format. Memory does not grow with the number of rows. */
export const ENCODERS: Readonly<Record<RowFormat, Encoder>> = {
  csv: csvFile,
  jsonl: jsonLinesFile,
  parquet: parquetFile,
};
