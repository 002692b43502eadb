import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { packGroups } from '../../../src/engine/columns/pack.ts';

const sizes = fc.array(fc.tuple(fc.nat({ max: 12 }), fc.nat({ max: 12 })));
const sum = (items: readonly (readonly number[])[], index: number) =>
  items.reduce((total, item) => total + (item[index] ?? 0), 0);

test('groups have all items in their order, and are within both limits unless they have one item', () => {
  fc.assert(
    fc.property(sizes, (items) => {
      const groups = packGroups(items, (item) => item, [10, 15]);
      expect(groups.flat()).toEqual(items);
      for (const group of groups)
        expect(group.length === 1 || (sum(group, 0) <= 10 && sum(group, 1) <= 15)).toBe(true);
      // No group has room for the first item of the next one.
      for (const [index, [first]] of groups.slice(1).entries()) {
        const together = [...(groups[index] ?? []), first ?? []];
        expect(sum(together, 0) > 10 || sum(together, 1) > 15).toBe(true);
      }
    }),
  );
});
