import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PairNumbering } from '../../../../src/engine/columns/evaluate/numbering.ts';

const number = fc.oneof(fc.nat({ max: 5 }), fc.integer({ min: 0, max: 2 ** 32 - 1 }));

test('distinct pairs are numbered from 0 in the order in which they appear', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(number, number)), (pairs) => {
      const numbering = new PairNumbering();
      for (const round of [1, 2]) {
        const expected = new Map<string, number>();
        for (const [left, right] of pairs) {
          const key = `${left} ${right}`;
          if (!expected.has(key)) expected.set(key, expected.size);
          expect(numbering.numberOf(left, right)).toBe(expected.get(key));
        }
        expect([round, numbering.size]).toEqual([round, expected.size]);
        numbering.clear();
      }
    }),
  );
});

test('pairs keep their numbers when the table grows', () => {
  const numbering = new PairNumbering();
  const numbers = () =>
    Array.from({ length: 50_000 }, (_, n) => numbering.numberOf(n % 250, Math.floor(n / 250)));
  const first = numbers();
  expect(first).toEqual(Array.from(first.keys()));
  expect(numbers()).toEqual(first);
  expect([numbering.left[777], numbering.right[777]]).toEqual([777 % 250, 3]);
});

test('loaded pairs have the numbers of their order, and others follow, whatever was reserved', () => {
  const rooms = fc.array(fc.nat({ max: 3_000 }), { maxLength: 3 });
  fc.assert(
    fc.property(fc.array(fc.tuple(number, number)), rooms, (pairs, reserved) => {
      const built = new PairNumbering();
      for (const [left, right] of pairs) built.numberOf(left, right);
      const loaded = new PairNumbering();
      loaded.load(built.left.slice(0, built.size), built.right.slice(0, built.size));
      for (const room of reserved) loaded.reserve(room);
      for (const [left, right] of [
        ...pairs,
        ...pairs.map(([left, right]): [number, number] => [right, left]),
      ])
        expect(loaded.numberOf(left, right)).toBe(built.numberOf(left, right));
      expect(loaded.size).toBe(built.size);
    }),
  );
});
