import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  type AsyncBuffer,
  asyncBufferFromFile,
  parquetMetadataAsync,
  parquetSchema,
  type RowGroup,
  type SchemaTree,
} from 'hyparquet';
import { getTreePath } from 'hyparquet/src/schema.js';
import { AppError } from '../../../errors.ts';
import { temporaryFolder } from '../../temporary.ts';
import { newRow, type PageLimits, PageTooLarge, ParquetColumn, type ParquetRow } from './parquetColumn.ts';
import type { Part } from './parts.ts';

/** Limits of a Parquet file. */
export interface ParquetLimits extends PageLimits {
  /** Stored bytes of the columns of a row group that are read: memory keeps them until its last row. */
  group: number;
  /** Bytes of the footer. */
  footer: number;
}

const LIMITS: Readonly<ParquetLimits> = {
  group: 128 * 2 ** 20,
  pageBytes: 64 * 2 ** 20,
  pageValues: 4_000_000,
  footer: 16 * 2 ** 20,
};

/** Rows that become objects at once. */
const ROWS = 200;

/** How a Parquet file is read. */
export interface ParquetOptions {
  /** The names of the columns that are read, with all that is nested in them. Others are ignored. */
  columns: readonly string[];
  /** The folder for temporary files; that of the system by default. */
  folder?: string | undefined;
  /** Returns the error of a file that cannot be read, from the rest of a sentence without its full stop. */
  refuse: (problem: string) => AppError;
  limits?: ParquetLimits | undefined;
}

/** Whether a sample is the beginning of a Parquet file. */
export const isParquet = (text: string): boolean => text.startsWith('PAR1');

/**
 * Reads the rows of a Parquet file in batches. Its directory is at its end, so that one that is compressed is
 * stored in a temporary file first.
 * @throws AppError of `refuse` if it is damaged, or a limit is exceeded. Errors of `part.bytes`.
 */
export async function* readParquet(
  { path: stored, bytes }: Pick<Part, 'path' | 'bytes'>,
  options: ParquetOptions,
): AsyncGenerator<ParquetRow[]> {
  if (stored !== undefined) {
    yield* readStored(stored, options);
    return;
  }
  const folder = await temporaryFolder(options.folder);
  try {
    const file = path.join(folder, 'rows.parquet');
    await pipeline(bytes(), createWriteStream(file, { mode: 0o600 }));
    yield* readStored(file, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* readStored(
  path: string,
  { columns: wanted, refuse, limits = LIMITS }: ParquetOptions,
): AsyncGenerator<ParquetRow[]> {
  try {
    const file = await asyncBufferFromFile(path);
    const size = file.byteLength;
    const footer = new DataView(await file.slice(Math.max(size - 8, 0), size)).getUint32(0, true);
    if (footer > Math.min(limits.footer, size)) throw new RangeError('The footer is too large.');
    const metadata = await parquetMetadataAsync(file);
    const schema = parquetSchema(metadata);
    for (const group of metadata.row_groups) {
      const columns = await openColumns(file, schema, group, wanted, limits);
      if (columns.length === 0) throw refuse(`has none of the columns ${wanted.join(', ')}`);
      const count = Number(group.num_rows);
      for (let from = 0; from < count; from += ROWS) {
        const rows: ParquetRow[] = Array.from({ length: Math.min(ROWS, count - from) }, newRow);
        for (const row of rows) for (const column of columns) column.addTo(row);
        yield rows;
      }
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof PageTooLarge)
      throw refuse(
        `has a row group of more than ${limits.group / 2 ** 20} MiB, or a page of more than ` +
          `${limits.pageBytes / 2 ** 20} MiB or ${limits.pageValues} values`,
      );
    throw refuse('is a damaged or incomplete Parquet file');
  }
}

/** Opens the columns of a row group that are read. */
async function openColumns(
  file: AsyncBuffer,
  schema: SchemaTree,
  { columns: chunks }: RowGroup,
  wanted: readonly string[],
  limits: ParquetLimits,
): Promise<ParquetColumn[]> {
  const read = chunks.flatMap(({ meta_data: chunk }) =>
    chunk && wanted.includes(chunk.path_in_schema[0] ?? '') ? [chunk] : [],
  );
  const stored = read.reduce((sum, chunk) => sum + Number(chunk.total_compressed_size), 0);
  if (stored > limits.group) throw new PageTooLarge();
  const columns: ParquetColumn[] = [];
  for (const chunk of read) {
    const offsets = [chunk.dictionary_page_offset, chunk.data_page_offset].filter(Boolean).map(Number);
    const start = Math.min(...offsets);
    const bytes = await file.slice(start, start + Number(chunk.total_compressed_size));
    const column = new ParquetColumn(getTreePath(schema, chunk.path_in_schema), chunk, bytes, limits);
    column.advance();
    columns.push(column);
  }
  return columns;
}
