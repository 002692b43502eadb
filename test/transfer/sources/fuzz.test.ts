import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AppError } from '../../../src/errors.ts';
import { detectSource, findSource, SOURCES } from '../../../src/transfer/sources/index.ts';
import type { Source, SourceRecord } from '../../../src/transfer/sources/records.ts';
import { LONG } from '../../support/properties.ts';
import { readRecords, withFile } from '../../support/transfer/files.ts';
import { MADE_FILES } from '../../support/transfer/made.ts';

/** Reads a file, which may be refused. Any other error than an AppError is a defect. */
async function attempt(source: Source, bytes: Uint8Array, name: string): Promise<SourceRecord[] | AppError> {
  try {
    return await readRecords(source, bytes, { name, timezone: 'Europe/Berlin' });
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** What every record promises, whatever the file is. */
function check(records: SourceRecord[] | AppError): void {
  if (records instanceof AppError) {
    expect(records.message).not.toBe('');
    return;
  }
  for (const record of records) {
    const numbers: (number | undefined)[] = [record.line];
    if (record.kind === 'hit') numbers.push(record.at);
    if (record.kind === 'total') {
      const { day, visitors, visits, pageviews, events, bounces, duration } = record;
      numbers.push(day, visitors, visits, pageviews, events, bounces, duration);
      expect(record.value.length).toBeLessThanOrEqual(500);
    }
    expect(numbers.every((number) => number === undefined || Number.isFinite(number))).toBe(true);
    if (record.kind === 'skipped') expect(record.reason).toMatch(/^[a-z_]+$/);
  }
}

/** A change of some bytes: one of them, a part that is missing, repeated or foreign. */
const mutations = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.integer({ min: 0, max: 40 }),
    what: fc.constantFrom('flip', 'cut', 'repeat', 'insert', 'end'),
    text: fc.constantFrom(
      '"',
      ',',
      '\n',
      '\r\n',
      '{',
      '}',
      '[',
      ']',
      '-',
      '0',
      '\0',
      '\\',
      'é',
      '\xff',
      '9e99',
      '',
    ),
  }),
  { minLength: 1, maxLength: 4 },
);

type Mutation = (typeof mutations extends fc.Arbitrary<infer T> ? T : never)[number];

function mutate(bytes: Buffer, { at, length, what, text }: Mutation): Buffer {
  const from = Math.floor(at * bytes.length);
  const [head, part, tail] = [
    bytes.subarray(0, from),
    bytes.subarray(from, from + length),
    bytes.subarray(from + length),
  ];
  if (what === 'end') return head;
  if (what === 'cut') return Buffer.concat([head, tail]);
  if (what === 'repeat') return Buffer.concat([head, part, part, tail]);
  if (what === 'insert') return Buffer.concat([head, Buffer.from(text, 'latin1'), bytes.subarray(from)]);
  return Buffer.concat([head, Buffer.from(part.map((byte) => byte ^ 0x55)), tail]);
}

const cases = Object.entries(MADE_FILES).flatMap(([source, makers]) =>
  Object.entries(makers).map(([name, make]) => ({ source, name, make })),
);

describe('a damaged file is read or refused, and never fails otherwise:', () => {
  test.each(cases)('$source, $name', async ({ source, make }) => {
    const made = await make();
    await fc.assert(
      fc.asyncProperty(mutations, async (list) => {
        const bytes = list.reduce(mutate, made.bytes);
        if (bytes.length > 0) check(await attempt(findSource(source), bytes, made.name));
      }),
      { numRuns: LONG ? 1_000 : 60 },
    );
  });
});

test('a file of any bytes is recognized and read, or refused', async () => {
  const texts = fc.array(
    fc.constantFrom(
      ...['date', 'path', 'event_name', '"', ',', '\n', '{', '}', '[', ':', '1', '-', ' ', '#Fields:'],
    ),
  );
  const files = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    texts.map((parts) => Buffer.from(`x${parts.join('')}`)),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => gzipSync(bytes)),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.concat([Buffer.from('PAR1'), bytes])),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.concat([Buffer.from('PK\x03\x04'), bytes])),
    fc
      .uint8Array({ maxLength: 300 })
      .map((bytes) => Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), bytes])),
  );
  await fc.assert(
    fc.asyncProperty(files, fc.constantFrom(...SOURCES), async (bytes, source) => {
      await withFile(bytes, (file) => detectSource(file)).catch((error: unknown) =>
        expect(error).toBeInstanceOf(AppError),
      );
      check(await attempt(source, bytes, 'any'));
    }),
    { numRuns: LONG ? 5_000 : 200 },
  );
});
