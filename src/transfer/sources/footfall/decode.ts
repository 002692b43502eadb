import type { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { type ParquetOptions, readParquet } from '../input/parquet.ts';
import { damaged } from './archive.ts';
import type { FileRow } from './fileRow.ts';

/** Characters of one row at most. A row has at most some 20 texts, and few of them are long. */
const MAX_ROW = 2 ** 20;

/** Rows that are passed on together. */
const BATCH = 1_000;

/** Collects rows into batches. */
async function* batches(rows: AsyncIterable<FileRow>): AsyncGenerator<FileRow[]> {
  let batch: FileRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function* csvRows(name: string, stream: Readable): AsyncGenerator<FileRow> {
  const parser = parse({
    columns: true,
    record_delimiter: ['\r\n', '\n'],
    max_record_size: MAX_ROW,
    // An empty field is null, and `""` is the empty text.
    cast: (value, { quoting }) => (value === '' && !quoting ? null : value),
  });
  stream.once('error', (error) => parser.destroy(error));
  try {
    yield* stream.pipe(parser) as AsyncIterable<FileRow>;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { code, lines } = error;
    throw damaged(`line ${lines} of ${name} is not CSV as docs/export.md describes it (${code})`);
  } finally {
    stream.destroy();
  }
}

/** Splits a text into lines. Unlike those of `node:readline`, they have a limit. */
async function* linesOf(name: string, stream: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of stream.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_ROW) throw damaged(`a line of ${name} has over ${MAX_ROW} characters`);
    yield* lines;
  }
  if (rest !== '') yield rest;
}

async function* jsonRows(name: string, stream: Readable): AsyncGenerator<FileRow> {
  let number = 0;
  for await (const line of linesOf(name, stream)) {
    number += 1;
    const row = objectIn(line);
    if (!row) throw damaged(`line ${number} of ${name} is no JSON object`);
    yield row;
  }
}

function objectIn(line: string): FileRow | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as FileRow) : null;
  } catch {
    return null;
  }
}

/**
 * Reads the rows of a file in batches. Memory does not grow with it.
 * @param name with its ending, which says the format.
 * @param options for Parquet.
 * @throws AppError `invalid` with the line if the file is damaged.
 */
export function decodeRows(
  name: string,
  stream: Readable,
  options: Pick<ParquetOptions, 'columns' | 'folder'>,
): AsyncGenerator<readonly FileRow[]> {
  if (name.endsWith('.parquet')) {
    const refuse = (problem: string) => damaged(`${name} ${problem}`);
    return readParquet({ bytes: () => stream }, { ...options, refuse });
  }
  return batches(name.endsWith('.csv') ? csvRows(name, stream) : jsonRows(name, stream));
}
