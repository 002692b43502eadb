import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { findSource } from '../../../src/transfer/sources/index.ts';
import type { SourceRecord } from '../../../src/transfer/sources/records.ts';
import { type MadeFile, readRecords, sumUp } from '../../support/transfer/files.ts';
import { MADE_FILES } from '../../support/transfer/made.ts';
import { zipOf } from '../../support/transfer/zip.ts';
import { storedFrame } from '../../support/transfer/zstd.ts';

const read = (source: string, bytes: Uint8Array): Promise<SourceRecord[]> =>
  readRecords(findSource(source), bytes);

/** Plain texts of every source. */
const FILES = Object.entries(MADE_FILES).flatMap(([source, makers]) =>
  Object.entries(makers).flatMap(([name, make]) =>
    /zip|Parquet/.test(name) || (source === 'goatcounter' && name === 'JSON') || source === 'plausible'
      ? []
      : [{ source, name, make: async () => plain(await make()) }],
  ),
);
const TABLES = FILES.filter(({ name }) => !/JSON|combined/.test(name));

/** One of GoatCounter is compressed. */
const plain = (made: MadeFile): MadeFile =>
  made.bytes[0] === 0x1f ? { ...made, bytes: gunzipSync(made.bytes) } : made;

/** Changes the text of a file. */
const changed = (bytes: Buffer, change: (text: string) => string): Buffer =>
  Buffer.from(change(bytes.toString()));

test('there are texts of all formats', () => {
  expect(FILES.map(({ source, name }) => `${source}, ${name}`)).toEqual([
    'log, combined',
    'umami, CSV',
    'goatcounter, CSV',
    'simple-analytics, CSV',
    'matomo, JSON',
    'matomo, CSV',
    'fathom, CSV',
    'ga4, JSON lines',
    'ga4, report',
    'ga4, screen',
  ]);
});

describe('a file is read as it is', () => {
  test.each(FILES)('with a line that is too long behind it: $source, $name', async ({ source, make }) => {
    const { bytes, expected } = await make();
    const text = changed(bytes, (of) => `${of}\n${'x'.repeat(2_000_000)}\n`);
    const { unreadable = 0, ...skipped } = sumUp(await read(source, text)).skipped;
    // JSON ends with its last object.
    if (!(source === 'matomo' && bytes[0] === 0x5b))
      expect(unreadable).toBe((expected.skipped.unreadable ?? 0) + 1);
    expect({ ...sumUp(await read(source, text)), skipped }).toEqual({
      ...expected,
      skipped: Object.fromEntries(
        Object.entries(expected.skipped).filter(([reason]) => reason !== 'unreadable'),
      ),
    });
  });

  test.each(FILES)('in a file that is compressed with zstd: $source, $name', async ({ source, make }) => {
    const { bytes, expected } = await make();
    expect(sumUp(await read(source, storedFrame(bytes)))).toEqual(expected);
  });

  test.each(TABLES.filter(({ name }) => name !== 'screen'))(
    'twice, with its header, one behind the other: $source, $name',
    async ({ source, make }) => {
      const { bytes } = await make();
      const once = (await read(source, bytes)).filter(({ kind }) => kind !== 'total');
      const twice = (await read(source, Buffer.concat([bytes, bytes]))).filter(
        ({ kind }) => kind !== 'total',
      );
      expect(twice.length).toBe(2 * once.length);
    },
  );

  test.each(TABLES.filter(({ name }) => name !== 'screen'))(
    'with only its header, which has no rows: $source, $name',
    async ({ source, make }) => {
      const { bytes } = await make();
      expect(
        await read(
          source,
          changed(bytes, (text) => `${text.split('\n')[0]}\n`),
        ),
      ).toEqual([]);
    },
  );
});

describe('a file is refused with what would be right', () => {
  const CASES: [string, RegExp, (bytes: Buffer) => Uint8Array | Promise<Uint8Array>][] = [
    ['ends too early', /damaged or incomplete: its gzip data/, (bytes) => gzipSync(bytes).subarray(0, -12)],
    [
      'is compressed twice',
      /compressed as well\. Decompress it first\./,
      (bytes) => gzipSync(gzipSync(bytes)),
    ],
    [
      'is compressed in an archive in an archive',
      /compressed as well\. Decompress it first\.|contains no file website_event\.csv/,
      async (bytes) => zipOf({ 'a.zip': await zipOf({ 'a.csv': bytes }) }),
    ],
    [
      'has a name that leads out of the archive',
      /a file whose name leads out of the archive/,
      async (bytes) => {
        const zip = await zipOf({ 'xx/a.csv': bytes });
        return Buffer.from(zip.toString('latin1').replaceAll('xx/a.csv', '../a.csv'), 'latin1');
      },
    ],
    ['is an archive without files', /contains no files/, () => zipOf({})],
    [
      'is in UTF-16 without a mark',
      /encoded in UTF-16\. Save it as UTF-8\./,
      (bytes) => Buffer.from(bytes.toString(), 'utf16le'),
    ],
    [
      'is in UTF-16 with the high bytes first',
      /encoded in UTF-16\. Save it as UTF-8\./,
      (bytes) => Buffer.from(bytes.toString(), 'utf16le').swap16(),
    ],
  ];
  for (const [what, message, change] of CASES)
    test.each(FILES)(`that ${what}: $source, $name`, async ({ source, make }) => {
      const bytes = await change((await make()).bytes);
      await expect(read(source, bytes)).rejects.toThrow(message);
    });

  test.each(TABLES)('whose lines end with CR only: $source, $name', async ({ source, make }) => {
    const { bytes } = await make();
    const text = changed(bytes, (of) => of.replaceAll(/\r?\n/g, '\r'));
    await expect(read(source, text)).rejects.toThrow('end with CR only. Save it with LF or CRLF.');
  });

  test.each(TABLES)('with another delimiter: $source, $name', async ({ source, make }) => {
    const { bytes } = await make();
    const text = changed(bytes, (of) => of.replaceAll(',', '|'));
    await expect(read(source, text)).rejects.toThrow(
      /has no column|without columns that can be imported|2Path/,
    );
  });
});
