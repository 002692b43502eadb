import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compareTexts, smallest } from '../../../../src/engine/columns/evaluate/order.ts';

const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'é', '\ud7ff', '\ue000', '～', '😀', '\u{10ffff}'),
});

test('texts are compared by their bytes in UTF-8', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareTexts(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
    { numRuns: 1_000 },
  );
});

describe('the smallest items', () => {
  test('are the first of the sorted items', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer()), fc.nat({ max: 12 }), (items, count) => {
        const compare = (a: number, b: number) => a - b;
        expect(smallest(items, count, compare)).toEqual(items.toSorted(compare).slice(0, count));
      }),
    );
  });

  test('are found without sorting all items', () => {
    const items = Uint32Array.from({ length: 100_000 }, (_, index) => Math.imul(index, 0x9e3779b1));
    let comparisons = 0;
    smallest(items, 10, (a, b) => {
      comparisons++;
      return a - b;
    });
    expect(comparisons).toBeLessThan(2 * items.length);
  });
});
