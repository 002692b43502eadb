import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AppError } from '../../../src/errors.ts';
import { findSource } from '../../../src/transfer/sources/index.ts';
import { type ParquetLimits, readParquet } from '../../../src/transfer/sources/input/parquet.ts';
import { hitsOf, readRecords, withFile } from '../../support/transfer/files.ts';
import { makeGa4Parquet, parquetOf } from '../../support/transfer/parquet.ts';
import { zipOf } from '../../support/transfer/zip.ts';

/** Rows as Parquet. */
const written = (rows: readonly object[], types: string, options: string): Promise<Buffer> =>
  parquetOf(
    (json) => `SELECT * FROM read_json('${json}', format = 'newline_delimited', columns = ${types})`,
    options,
    rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  );

const LIMITS: ParquetLimits = {
  group: 2 ** 20,
  pageBytes: 2 ** 20,
  pageValues: 100_000,
  footer: 2 ** 20,
};

/** Reads columns of a file, as plain objects. */
const rowsOf = (bytes: Uint8Array, columns: readonly string[], limits = LIMITS): Promise<unknown[]> =>
  withFile(bytes, async ({ path }) => {
    const refuse = (problem: string) => new AppError('invalid', problem);
    const part = { path, bytes: async function* () {} };
    const rows: object[] = [];
    for await (const batch of readParquet(part, { columns, refuse, limits })) rows.push(...batch);
    return JSON.parse(JSON.stringify(rows));
  });

const TYPES = `{
  number: 'BIGINT', text: 'VARCHAR', flag: 'BOOLEAN', moment: 'TIMESTAMP', ignored: 'VARCHAR',
  pairs: 'STRUCT(key VARCHAR, value STRUCT(text VARCHAR, number BIGINT))[]',
  lists: 'INTEGER[][]', deep: 'STRUCT(a STRUCT(b STRUCT(c DOUBLE)))'
}`;
const COLUMNS = ['number', 'text', 'flag', 'moment', 'pairs', 'lists', 'deep', 'missing'];

/** Rows with nulls and empty lists at every depth. */
const row = (() => {
  const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3 });
  const text = orNull(fc.constantFrom('', 'a', 'bcd', 'é', '日本'));
  const number = orNull(fc.constantFrom('0', '-1', '9007199254740993'));
  const listOf = <T>(value: fc.Arbitrary<T>) => orNull(fc.array(orNull(value), { maxLength: 4 }));
  const object = <T>(fields: { [Name in keyof T]: fc.Arbitrary<T[Name]> }) => orNull(fc.record(fields));
  return fc.record({
    number,
    text,
    flag: orNull(fc.boolean()),
    moment: orNull(fc.constantFrom('2026-11-21T12:00:00.123Z', '1969-12-31T23:59:59.000Z')),
    ignored: text,
    pairs: listOf(fc.record({ key: text, value: object({ text, number }) })),
    lists: listOf(fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 3 })),
    deep: object({ a: object({ b: object({ c: orNull(fc.constantFrom(0.5, -2)) }) }) }),
  });
})();

describe('Parquet', () => {
  test.each([
    'CODEC snappy',
    'CODEC uncompressed, ROW_GROUP_SIZE 2048',
    'CODEC zstd, PARQUET_VERSION V2',
    'CODEC gzip, PARQUET_VERSION V2, ROW_GROUP_SIZE 2048',
  ])('is read as JSON would have it, with lists and nulls at every depth: %s', async (options) => {
    const rows = fc.sample(row, { numRuns: 5_000, seed: 7 });
    const expected = rows.map(({ ignored, ...others }) => others);
    expect(await rowsOf(await written(rows, TYPES, options), COLUMNS)).toEqual(expected);
  });

  test.each([
    ['group', 10],
    ['pageBytes', 10],
    ['pageValues', 100],
  ] as const)('with more than the limit of "%s" is refused', async (name, limit) => {
    const bytes = await written(fc.sample(row, { numRuns: 500, seed: 7 }), TYPES, 'CODEC snappy');
    expect(await rowsOf(bytes, COLUMNS)).toHaveLength(500);
    await expect(rowsOf(bytes, COLUMNS, { ...LIMITS, [name]: limit })).rejects.toThrow('of more than');
    // A column that is not read does not count.
    await expect(rowsOf(bytes, ['nothing'], { ...LIMITS, [name]: limit })).rejects.toThrow(
      'has none of the columns nothing',
    );
  });

  test('with a footer that is too long is refused', async () => {
    const bytes = await written([{ number: 1 }], TYPES, 'CODEC snappy');
    await expect(rowsOf(bytes, COLUMNS, { ...LIMITS, footer: 20 })).rejects.toThrow(
      'is a damaged or incomplete Parquet file',
    );
  });
});

describe('Parquet that is compressed as a whole', () => {
  const CASES: [string, (bytes: Buffer) => Uint8Array | Promise<Uint8Array>, number][] = [
    ['with gzip', (bytes) => gzipSync(bytes), 1],
    ['in a zip archive', (bytes) => zipOf({ 'a.parquet': bytes, 'b.parquet': bytes }), 2],
  ];
  test.each(CASES)('%s is read, and leaves no temporary file behind', async (_, compress, times) => {
    const { bytes, expected } = await makeGa4Parquet();
    const packed = await compress(bytes);
    const folder = await mkdtemp(path.join(tmpdir(), 'footfall-test-'));
    try {
      const records = await readRecords(findSource('ga4'), packed, { folder });
      expect(hitsOf(records)).toHaveLength(times * (expected.pageviews + expected.events));
      expect(await readdir(folder)).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
    // The folder is gone, so that nothing can be stored in it.
    await expect(readRecords(findSource('ga4'), packed, { folder })).rejects.toThrow('ENOENT');
  });

  test('is named in the message that refuses it', async () => {
    const bytes = await zipOf({ 'a.parquet': 'PAR1 and no more' });
    await expect(readRecords(findSource('ga4'), bytes)).rejects.toThrow(
      '"export.csv" contains "a.parquet", which is a damaged or incomplete Parquet file. ' +
        'Export it again, or as JSON lines.',
    );
  });
});
