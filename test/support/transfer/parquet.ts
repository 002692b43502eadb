import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { MadeFile } from './files.ts';
import type { HitFileOptions } from './hitFiles.ts';
import { makeGa4JsonLines } from './visitFiles.ts';

/**
 * Returns the answer of a query as Parquet. DuckDB writes it, so that the reader is tested with files of
 * another library.
 * @param query gets the name of a file with the given lines of JSON.
 * @param options of Parquet, as `COPY` of DuckDB has them.
 */
export async function parquetOf(
  query: (json: string) => string,
  options: string,
  lines: string | Uint8Array = '',
): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'footfall-test-'));
  const [json, parquet] = [path.join(folder, 'rows.jsonl'), path.join(folder, 'rows.parquet')];
  await writeFile(json, lines);
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    await connection.run(`COPY (${query(json)}) TO '${parquet}' (FORMAT parquet, ${options})`);
    return await readFile(parquet);
  } finally {
    connection.closeSync();
    instance.closeSync();
    await rm(folder, { recursive: true });
  }
}

/** The export of GA4 to BigQuery as Parquet, with lists and records in columns of their own. */
export async function makeGa4Parquet(
  options: HitFileOptions = {},
  codec: 'snappy' | 'gzip' | 'zstd' | 'brotli' | 'uncompressed' = 'snappy',
): Promise<MadeFile> {
  const { bytes: lines, expected } = makeGa4JsonLines(options);
  const bytes = await parquetOf(
    (json) =>
      `SELECT * REPLACE (CAST(event_timestamp AS BIGINT) AS event_timestamp) FROM read_json('${json}')`,
    `CODEC '${codec}', ROW_GROUP_SIZE 2048`,
    lines,
  );
  return { name: 'events.parquet', bytes, expected };
}
