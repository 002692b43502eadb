import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { numberAt, packTogether, unpacked } from '../../../../src/engine/columns/chunks/packed.ts';
import { RUNS } from '../../../support/engine/random.ts';

/** Columns of integers of at most 0 to 32 bits. */
const column = fc
  .integer({ min: 0, max: 32 })
  .chain((bits) => fc.array(fc.integer({ min: 0, max: 2 ** bits - 1 }), { maxLength: 100 }))
  .map((numbers) => Uint32Array.from(numbers));
const columns = fc.array(column, { maxLength: 5 });

test('packed columns have the same integers, with the fewest bits', () => {
  fc.assert(
    fc.property(columns, (all) => {
      const packed = packTogether(all).columns;
      expect(packed.map(unpacked)).toEqual(all);
      expect(
        packed.map((one) => Uint32Array.from({ length: one.length }, (_, row) => numberAt(one, row))),
      ).toEqual(all);
      const needed = all.map((numbers) => 32 - Math.clz32(Math.max(0, ...numbers)));
      // Integers with more than 25 bits cannot be read from any position.
      expect(packed.map(({ bits }) => bits)).toEqual(needed.map((bits) => (bits > 25 ? 32 : bits)));
      expect(packTogether(packed).columns.map(unpacked)).toEqual(all);
    }),
    { numRuns: RUNS },
  );
});

test('a part of a packed column has the integers of these rows', () => {
  fc.assert(
    fc.property(columns, fc.nat(), fc.nat(), fc.nat(), (all, first, second, third) => {
      for (const [index, packed] of packTogether(all).columns.entries()) {
        const numbers = all[index] as Uint32Array;
        const [from = 0, start = 0, to = 0] = [first, second, third]
          .map((row) => row % (numbers.length + 1))
          .sort((a, b) => a - b);
        expect(unpacked(packed.subarray(from, to))).toEqual(numbers.subarray(from, to));
        const nested = packed.subarray(from, numbers.length).subarray(start - from, to - from);
        expect(unpacked(nested)).toEqual(numbers.subarray(start, to));
      }
    }),
    { numRuns: RUNS },
  );
});

test('long columns have the same integers, whatever their number of bits', () => {
  for (let bits = 0; bits <= 32; bits++) {
    // The remainders of multiples of a prime are as good as random.
    const numbers = Uint32Array.from({ length: 10_003 }, (_, row) => (row * 2_654_435_761) % 2 ** bits);
    expect(packTogether([numbers]).columns.map(unpacked)).toEqual([numbers]);
  }
});

test('packed columns share one array, with one free word', () => {
  const { bytes } = packTogether([
    new Uint8Array(64).fill(1),
    new Uint32Array(1_000),
    new Uint16Array([300]),
  ]);
  expect(bytes).toHaveLength(4 * (2 + 0 + 1 + 1));
});
