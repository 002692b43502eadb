import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { decompress } from 'fzstd';
import {
  asyncBufferFromFile,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  snappyUncompress,
} from 'hyparquet';
import { AppError } from '../../../errors.ts';
import { inspect } from '../input/container.ts';
import { unusable } from '../input/limits.ts';
import type { SourceFile } from '../records.ts';
import { EVENT_COLUMNS } from './events.ts';

/** The bytes of the columns of a row group after decompression, and of the footer, which memory keeps. */
const MAX_GROUP = 128 * 2 ** 20;
const MAX_FOOTER = 16 * 2 ** 20;
const MAX_GROUP_ROWS = 2_000_000;
/** Rows that become objects at once. */
const ROWS = 2_000;

/** Whether a sample is the beginning of a Parquet file. */
export const isParquet = (text: string): boolean => text.startsWith('PAR1');

function checkPage(length: number): void {
  if (!(length >= 0 && length <= MAX_GROUP)) throw new RangeError('A page is too large.');
}

/** The codecs that BigQuery writes, with a limit for pages. */
const COMPRESSORS: Compressors = {
  SNAPPY(bytes, length) {
    checkPage(length);
    const page = new Uint8Array(length);
    snappyUncompress(bytes, page);
    return page;
  },
  GZIP(bytes, length) {
    checkPage(length);
    return gunzipSync(bytes, { maxOutputLength: Math.max(length, 1) });
  },
  BROTLI(bytes, length) {
    checkPage(length);
    return brotliDecompressSync(bytes, { maxOutputLength: Math.max(length, 1) });
  },
  ZSTD(bytes, length) {
    checkPage(length);
    return decompress(bytes, new Uint8Array(length));
  },
};

/** The columns of events that a file has. */
function columnsOf({ schema }: FileMetaData): string[] {
  // The first element is the root, which names the number of its children.
  const names = new Set(schema.map(({ name }) => name));
  return EVENT_COLUMNS.filter((name) => names.has(name));
}

/** @throws AppError `invalid` if a row group would take too much memory. */
function checkGroups(
  file: SourceFile,
  { row_groups: groups }: FileMetaData,
  columns: readonly string[],
): void {
  for (const { columns: chunks, num_rows: rows } of groups) {
    const size = chunks
      .map(({ meta_data: chunk }) => chunk)
      .filter((chunk) => columns.includes(chunk?.path_in_schema[0] ?? ''))
      .reduce((sum, chunk) => sum + Number(chunk?.total_uncompressed_size ?? 0), 0);
    if (size > MAX_GROUP || Number(rows) > MAX_GROUP_ROWS)
      throw unusable(
        file,
        'has row groups of more than 128 MiB, which would be kept in memory. Export JSON lines instead.',
      );
  }
}

/** As JSON has them: numbers of 64 bits, which JavaScript reads as `bigint`, become texts. */
function withoutBigints(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return value.map(withoutBigints);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, withoutBigints(entry)]));
}

/**
 * Reads the events of a Parquet file, as the objects of JSON lines.
 * @throws AppError `invalid` if it is damaged, or its row groups are too large.
 */
export async function* readParquet(file: SourceFile): AsyncGenerator<Record<string, unknown>[]> {
  const { size } = await inspect(file);
  try {
    const source = await asyncBufferFromFile(file.path);
    const footer = new DataView(await source.slice(Math.max(size - 8, 0), size)).getUint32(0, true);
    if (footer > Math.min(MAX_FOOTER, size)) throw new RangeError('The footer is too large.');
    const metadata = await parquetMetadataAsync(source);
    const columns = columnsOf(metadata);
    checkGroups(file, metadata, columns);
    let start = 0;
    for (const { num_rows: count } of metadata.row_groups) {
      const end = start + Number(count);
      const rows = await parquetReadObjects({
        file: source,
        metadata,
        columns,
        rowStart: start,
        rowEnd: end,
        compressors: COMPRESSORS,
      });
      for (let from = 0; from < rows.length; from += ROWS)
        yield rows.slice(from, from + ROWS).map((row) => withoutBigints(row) as Record<string, unknown>);
      start = end;
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw unusable(file, 'is a damaged or incomplete Parquet file. Download or export it again.');
  }
}
