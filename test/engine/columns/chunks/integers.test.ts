import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { narrow, withRoomFor } from '../../../../src/engine/columns/chunks/integers.ts';

test('integers are narrowed to the smallest type that holds them', () => {
  expect(narrow(Uint32Array.of(0, 255))).toEqual(Uint8Array.of(0, 255));
  expect(narrow(Uint32Array.of(256, 65_535))).toEqual(Uint16Array.of(256, 65_535));
  expect(narrow(Uint32Array.of(65_536))).toEqual(Uint32Array.of(65_536));
  expect(narrow(new Uint16Array(0))).toEqual(new Uint8Array(0));
});

const numbersWithInsertions = fc
  .uint8Array({ maxLength: 30 })
  .chain((numbers) =>
    fc.tuple(
      fc.constant(numbers),
      fc.array(fc.tuple(fc.nat({ max: numbers.length }), fc.integer({ min: 1, max: 3 })), { maxLength: 10 }),
    ),
  );

test('a copy with room for new rows has the old ones around them', () => {
  fc.assert(
    fc.property(numbersWithInsertions, fc.constantFrom(1, 256, 65_536), ([numbers, inserted], max) => {
      const sorted = inserted.toSorted(([one], [other]) => one - other);
      const at = sorted.map(([row]) => row);
      const counts = sorted.map(([, count]) => count);
      const total = counts.reduce((sum, count) => sum + count, 0);
      const copy = [...withRoomFor(numbers, { at, counts, total }, max)];
      const expected: (number | null)[] = [...numbers];
      for (const [row, count] of sorted.toReversed())
        expected.splice(row, 0, ...new Array<null>(count).fill(null));
      expect(copy.map((number, row) => (expected[row] === null ? null : number))).toEqual(expected);
    }),
  );
});

test('a copy has a type that holds the new integers, and never a smaller one than before', () => {
  const none = { at: [], counts: [], total: 0 };
  expect(withRoomFor(Uint8Array.of(7), none, 255)).toEqual(Uint8Array.of(7));
  expect(withRoomFor(Uint8Array.of(7), none, 256)).toEqual(Uint16Array.of(7));
  expect(withRoomFor(Uint8Array.of(7), none, 65_536)).toEqual(Uint32Array.of(7));
  expect(withRoomFor(Uint32Array.of(7), none, 0)).toEqual(Uint32Array.of(7));
});
