import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { damaged } from './archive.ts';
import type { FileRow } from './fileRow.ts';

/** A row group is in memory as a whole. Those of an export have 20,000 rows. */
const MAX_GROUP = 100_000;

/** As the other formats write it: a time as text. Bigints are converted to text anyway. */
const plain = (row: FileRow): FileRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (value instanceof Date) return [name, value.toISOString()];
      return [name, value ?? null];
    }),
  );

/**
 * Reads the rows of a Parquet file, group by group. The file is stored first, because its directory is at its
 * end.
 */
export async function* parquetRows(name: string, stream: Readable): AsyncGenerator<readonly FileRow[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'footfall-import-'));
  try {
    const stored = path.join(folder, 'rows.parquet');
    await pipeline(stream, createWriteStream(stored, { mode: 0o600 }));
    yield* groupsOf(name, stored);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* groupsOf(name: string, stored: string): AsyncGenerator<readonly FileRow[]> {
  const asDamage = (error: Error) => damaged(`${name} is no Parquet file (${error.message})`);
  const file = await asyncBufferFromFile(stored);
  const metadata = await parquetMetadataAsync(file).catch((error) => {
    throw asDamage(error);
  });
  let rowStart = 0;
  for (const { num_rows } of metadata.row_groups) {
    const rows = Number(num_rows);
    if (rows > MAX_GROUP)
      throw damaged(`a row group of ${name} has ${rows} rows; at most ${MAX_GROUP} can be`);
    const range = { file, metadata, rowStart, rowEnd: rowStart + rows };
    const found: FileRow[] = await parquetReadObjects(range).catch((error) => {
      throw asDamage(error);
    });
    yield found.map(plain);
    rowStart += rows;
  }
}
