import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decodeDay, encodeDay } from '../../../../src/engine/columns/chunks/codec.ts';
import type { DayColumns } from '../../../../src/engine/columns/chunks/columns.ts';
import { decodeExtras, encodeExtras } from '../../../../src/engine/columns/chunks/extras.ts';
import { type Numbers, PackedIntegers, unpacked } from '../../../../src/engine/columns/chunks/packed.ts';
import { columnsOf, RUNS, randomDays } from '../../../support/engine/random.ts';

const day = randomDays
  .filter((all) => all.length > 0)
  .map(([first]) => columnsOf(first as typeof first & {}));

const withoutExtras = (columns: DayColumns): DayColumns => ({ ...columns, extras: null });

/** Plain arrays, for a comparison of the numbers only, whatever the types of the arrays are. */
const plain = (columns: object | null) =>
  JSON.parse(
    JSON.stringify(columns, (_key, value) =>
      ArrayBuffer.isView(value) || value instanceof PackedIntegers
        ? [...unpacked(value as Numbers)]
        : value instanceof Map
          ? [...value]
          : value,
    ),
  );

describe('an encoded day', () => {
  test('is decoded to the same columns', () => {
    fc.assert(
      fc.property(day, (columns) => {
        const bytes = encodeDay(columns);
        const decoded = decodeDay(bytes);
        expect(plain(decoded)).toEqual(plain(withoutExtras(columns)));
        // Also from columns that are packed already.
        expect(decoded && encodeDay(decoded)).toEqual(bytes);
      }),
      { numRuns: RUNS },
    );
  });

  test('is decoded at any position in memory', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 9 }), (columns, position) => {
        const bytes = encodeDay(columns);
        const block = new Uint8Array(bytes.length + position + 3).fill(0xff);
        block.set(bytes, position);
        expect(plain(decodeDay(block.subarray(position, position + bytes.length)))).toEqual(
          plain(withoutExtras(columns)),
        );
      }),
    );
  });

  test('is rejected if bits have changed', () => {
    fc.assert(
      fc.property(day, fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), (columns, flips) => {
        const bytes = encodeDay(columns);
        const bits = new Set(flips.map((flip) => flip % (8 * bytes.length)));
        for (const bit of bits) bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
        expect(decodeDay(bytes)).toBeNull();
      }),
      { numRuns: RUNS },
    );
  });

  test('is rejected if any single bit of the header has changed', () => {
    const bytes = encodeDay(columnsOf({ day: 20261121, visits: [] }));
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      const changed = bytes.slice();
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
      expect(decodeDay(changed)).toBeNull();
    }
  });

  test('is rejected if it is shorter or longer', () => {
    fc.assert(
      fc.property(day, fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 9 }), (columns, cut, more) => {
        const bytes = encodeDay(columns);
        expect(decodeDay(bytes.slice(0, cut % bytes.length))).toBeNull();
        expect(decodeDay(Uint8Array.from([...bytes, ...more]))).toBeNull();
      }),
      { numRuns: RUNS },
    );
  });

  test('is rejected if it is no encoded day at all', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => decodeDay(bytes) === null));
  });

  test('takes no space for columns of zeros, and one bit a row for two values', () => {
    const visit = (visitor: bigint, utmTerm: string) => ({
      visitor,
      number: 1,
      hour: 9,
      duration: 0,
      dimensions: {
        country: '',
        continent: '',
        city: '',
        language: '',
        browser: '',
        os: '',
        device: '',
        resolution: '',
        referrer: '',
        source: '',
        channel: '',
        utm_source: '',
        utm_medium: '',
        campaign: '',
        utm_term: utmTerm,
        utm_content: '',
        landing_page: '',
        exit_page: '',
      },
      hits: [{ at: 0, hour: 9, path: '', event: null, host: '', properties: {}, revenue: null }],
    });
    const sizeOf = (term: (visitor: number) => string) => {
      const visits = Array.from({ length: 100 }, (_, visitor) => visit(BigInt(visitor), term(visitor)));
      return encodeDay(columnsOf({ day: 20261121, visits })).length;
    };
    const texts = `,"x"`.length + `,1`.length;
    expect(sizeOf((visitor) => (visitor % 2 === 0 ? '' : 'x')) - sizeOf(() => '')).toBe(
      4 * Math.ceil(100 / 32) + texts,
    );
  });
});

describe('encoded extras', () => {
  const encoded = day.map((columns) => ({ columns, bytes: encodeExtras(columns, columns.extras) }));

  test('are decoded to the same columns, at any position in memory', () => {
    fc.assert(
      fc.property(encoded, fc.integer({ min: 0, max: 9 }), ({ columns, bytes }, position) => {
        const block = new Uint8Array(bytes.length + position + 3).fill(0xff);
        block.set(bytes, position);
        const decoded = decodeExtras(block.subarray(position, position + bytes.length), columns);
        expect(plain(decoded)).toEqual(plain(columns.extras));
        expect(decoded && encodeExtras(columns, decoded)).toEqual(bytes);
      }),
      { numRuns: RUNS },
    );
  });

  test('are rejected if a bit is changed, bytes are missing or added, or the day is another one', () => {
    fc.assert(
      fc.property(encoded, fc.nat(), fc.nat(7), ({ columns, bytes }, at, bit) => {
        const changed = bytes.slice();
        const index = at % bytes.length;
        changed[index] = (changed[index] as number) ^ (1 << bit);
        expect(decodeExtras(changed, columns)).toBeNull();
        expect(decodeExtras(bytes.slice(0, index), columns)).toBeNull();
        expect(decodeExtras(Uint8Array.from([...bytes, 0]), columns)).toBeNull();
        expect(decodeExtras(bytes, { ...columns, day: columns.day + 1 })).toBeNull();
        expect(decodeExtras(bytes, { ...columns, hits: columns.hits + 1 })).toBeNull();
      }),
      { numRuns: RUNS },
    );
  });
});
