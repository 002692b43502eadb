import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { MadeFile } from './files.ts';
import type { HitFileOptions } from './hitFiles.ts';
import { makeGa4JsonLines } from './visitFiles.ts';

/**
 * The export of GA4 to BigQuery as Parquet, with lists and records in columns of their own. DuckDB writes it,
 * so that the reader is tested with a file of another library.
 */
export async function makeGa4Parquet(
  options: HitFileOptions = {},
  codec: 'snappy' | 'gzip' | 'zstd' | 'brotli' | 'uncompressed' = 'snappy',
): Promise<MadeFile> {
  const { bytes, expected } = makeGa4JsonLines(options);
  const folder = await mkdtemp(path.join(tmpdir(), 'footfall-test-'));
  const [json, parquet] = [path.join(folder, 'events.jsonl'), path.join(folder, 'events.parquet')];
  await writeFile(json, bytes);
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    await connection.run(
      'COPY (SELECT * REPLACE (CAST(event_timestamp AS BIGINT) AS event_timestamp) ' +
        `FROM read_json('${json}')) ` +
        `TO '${parquet}' (FORMAT parquet, CODEC '${codec}', ROW_GROUP_SIZE 2048)`,
    );
    return { name: 'events.parquet', bytes: await readFile(parquet), expected };
  } finally {
    connection.closeSync();
    instance.closeSync();
    await rm(folder, { recursive: true });
  }
}
