import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { AppError } from '../../../src/errors.ts';
import { INPUT_LIMITS, type InputLimits } from '../../../src/transfer/sources/input/limits.ts';
import { readLines } from '../../../src/transfer/sources/input/lines.ts';
import { openParts, readSample } from '../../../src/transfer/sources/input/parts.ts';
import { withFile } from '../../support/transfer/files.ts';
import { zipOf } from '../../support/transfer/zip.ts';
import { repeatingFrame, skippableFrame, storedFrame } from '../../support/transfer/zstd.ts';

const TEXT = Array.from({ length: 40 }, (_, index) => `line ${index} of a file that repeats itself\n`).join(
  '',
);
const LONG = Buffer.from(TEXT.repeat(400));

/** TEXT as `zstd -19` writes it, with a checksum. */
const ZSTD = Buffer.from(
  'KLUv/WTmBI0DAGKFEBGg7fhWWEhUFbdbk1IW97s5AqaQIXg1w94UMgSvZtCbQobg1cybl5OPi/NqArQaRnUYT7t+jy' +
    'fF91Lo56g9vJlaASioETBr+98B4DWrARE0BP//DEHpB6BMi4IQTgEUQGlLu6ckCARvP4aiVaoBTkebcQ==',
  'base64',
);

/** The texts of the parts of a file by name. */
const contents = (bytes: Uint8Array, limits: Partial<InputLimits> = {}): Promise<Record<string, string>> =>
  withFile(bytes, async (file) => {
    const found: Record<string, string> = {};
    for await (const part of openParts(file, { ...INPUT_LIMITS, ...limits })) {
      const chunks: Buffer[] = [];
      for await (const chunk of part.bytes()) chunks.push(chunk);
      found[part.name] = Buffer.concat(chunks).toString();
    }
    return found;
  });

describe('the bytes of a file are read', () => {
  const CASES: [string, () => Uint8Array, string][] = [
    ['plain', () => Buffer.from(TEXT), TEXT],
    ['with a byte-order mark', () => Buffer.from(`\ufeff${TEXT}`), TEXT],
    ['from gzip', () => gzipSync(TEXT), TEXT],
    ['from gzip with several members', () => Buffer.concat([gzipSync('a\n'), gzipSync('b\n')]), 'a\nb\n'],
    ['from zstd', () => ZSTD, TEXT],
    ['from zstd of several blocks', () => storedFrame(LONG), LONG.toString()],
    ['from zstd with the longest header', () => storedFrame(LONG, { isLong: true }), LONG.toString()],
    [
      'from zstd with several frames',
      () => Buffer.concat([skippableFrame(Buffer.alloc(3_000)), ZSTD, ZSTD, storedFrame(Buffer.from('end'))]),
      `${TEXT}${TEXT}end`,
    ],
  ];
  test.each(CASES)('%s', async (_, bytes, text) => {
    expect(await contents(bytes())).toEqual({ 'export.csv': text });
  });

  test('from a zip archive, without what archivers add', async () => {
    const files = { 'b.csv': TEXT, '__MACOSX/b.csv': 'x', 'folder/a.csv': '\ufeffa', '.DS_Store': 'x' };
    const bytes = await zipOf(files);
    expect(await contents(bytes)).toEqual({ 'b.csv': TEXT, 'folder/a.csv': 'a' });
    expect(await withFile(bytes, (file) => readSample(file))).toEqual({
      entries: ['b.csv', 'folder/a.csv'],
      text: TEXT,
    });
  });
});

/** Changes a byte in the middle. */
function damaged(bytes: Buffer, at = Math.floor(bytes.length / 2)): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
}

const cut = (bytes: Buffer) => bytes.subarray(0, bytes.length - 20);

describe('a file that cannot be used is refused with a message that says why:', () => {
  const CASES: [string, () => Uint8Array | Promise<Uint8Array>, RegExp][] = [
    ['empty', () => Buffer.alloc(0), /^"export.csv" is empty\.$/],
    ['truncated gzip', () => cut(gzipSync(LONG)), /damaged or incomplete: its gzip data/],
    ['damaged gzip', () => damaged(gzipSync(LONG)), /damaged or incomplete: its gzip data/],
    ['truncated zstd', () => cut(ZSTD), /damaged or incomplete: its zstd data/],
    ['zstd without its checksum', () => ZSTD.subarray(0, ZSTD.length - 2), /damaged or incomplete: its zstd/],
    ['damaged zstd', () => damaged(ZSTD, 20), /damaged or incomplete: its zstd data/],
    ['zstd with a large window', () => storedFrame(LONG, { windowLog: 30 }), /window of more than 32 MiB/],
    [
      'a large window in a later frame',
      () => Buffer.concat([ZSTD, storedFrame(LONG, { windowLog: 27 })]),
      /window of more than 32 MiB/,
    ],
    [
      'a large window behind the longest header',
      () => Buffer.concat([storedFrame(LONG, { isLong: true }), storedFrame(LONG, { windowLog: 27 })]),
      /window of more than 32 MiB/,
    ],
    [
      'a large window in the longest header',
      () => storedFrame(LONG, { isLong: true, windowLog: 27 }),
      /window of more than 32 MiB/,
    ],
    ['truncated zip', async () => cut(await zipOf({ 'a.csv': TEXT })), /damaged or incomplete zip archive/],
    ['damaged zip', async () => damaged(await zipOf({ 'a.csv': TEXT }), 60), /"a.csv", which is damaged/],
    ['UTF-16', () => Buffer.from('\ufeffdate', 'utf16le'), /encoded in UTF-16\. Save it as UTF-8\./],
    [
      'UTF-16 in a zip',
      () => zipOf({ 'a.csv': Buffer.from('\ufeffdate', 'utf16le') }),
      /encoded in UTF-16\. Save it as UTF-8\./,
    ],
  ];
  test.each(CASES)('%s', async (_, bytes, message) => {
    const error = await contents(await bytes()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).message).toMatch(message);
  });

  test('a zip whose content differs from its CRC-32', async () => {
    const bytes = await zipOf({ 'a.csv': TEXT });
    // In the directory, the CRC-32 is behind the first 16 bytes.
    const directory = bytes.lastIndexOf(Buffer.from('PK\x01\x02'));
    await expect(contents(damaged(bytes, directory + 16))).rejects.toThrow(
      'contains "a.csv", which is damaged: its checksum is wrong. Download or export it again.',
    );
  });

  test('a zip with too many files', async () => {
    const bytes = await zipOf({ a: 'a', b: 'b', c: 'c' });
    await expect(contents(bytes, { entries: 2 })).rejects.toThrow('contains 3 files; at most 2 are read.');
  });

  test('a missing file', async () => {
    const read = async () => {
      for await (const _ of openParts({ name: 'x.csv', path: '/nowhere/x.csv' })) break;
    };
    await expect(read()).rejects.toThrow('"x.csv" cannot be read (ENOENT).');
  });
});

describe('a compression bomb is refused before it fills the memory:', () => {
  const MEGABYTE = 2 ** 20;
  const ZEROS = Buffer.alloc(40 * MEGABYTE);
  const BOMBS: [string, () => Uint8Array | Promise<Uint8Array>][] = [
    ['gzip', () => gzipSync(ZEROS)],
    ['zip', () => zipOf({ 'a.csv': ZEROS })],
    ['zstd', () => repeatingFrame(10_000)],
  ];
  test.each(BOMBS)('%s', async (_, bytes) => {
    const bomb = await bytes();
    let read = 0;
    const error = await withFile(bomb, async (file) => {
      for await (const part of openParts(file, { ...INPUT_LIMITS, ratio: 500, ratioFrom: 20 * MEGABYTE }))
        for await (const chunk of part.bytes()) read += chunk.length;
    }).catch((reason: unknown) => reason);
    expect((error as AppError).message).toMatch(/is compressed more than 500 to 1/);
    expect(read).toBeLessThan(36 * MEGABYTE);
    await expect(contents(bomb, { bytes: MEGABYTE })).rejects.toThrow(/contains more than/);
  });
});

/** Reads lines from chunks of bytes. */
async function linesOf(chunks: readonly string[], max?: number): Promise<(string | null)[]> {
  const found: (string | null)[] = [];
  const bytes = (async function* () {
    for (const chunk of chunks) yield Buffer.from(chunk);
  })();
  for await (const { first, lines } of readLines(bytes, max)) {
    expect(first).toBe(found.length + 1);
    found.push(...lines);
  }
  return found;
}

describe('lines', () => {
  test('are the same for every division into chunks', async () => {
    const text = 'first\r\n\nthird\nfo\rurth\r\n';
    for (let size = 1; size <= text.length; size += 1) {
      const chunks = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      expect(await linesOf(chunks)).toEqual(['first', '', 'third', 'fo\rurth']);
    }
  });

  test('that are too long are null, and those behind them are read', async () => {
    const chunks = ['12345\n', '123456\n1', '2345', '6789\n', '12', '345\r\n', '1234567'];
    expect(await linesOf(chunks, 5)).toEqual(['12345', null, null, '12345', null]);
  });
});
