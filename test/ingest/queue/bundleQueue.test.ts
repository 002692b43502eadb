import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createBundleQueue } from '../../../src/ingest/queue/bundleQueue.ts';

interface Item {
  bundle: number;
  partition: number;
  number: number;
}

const item = fc.record({ bundle: fc.nat(3), partition: fc.nat(4) });

function filled(items: readonly Omit<Item, 'number'>[]) {
  const queue = createBundleQueue<Item>(
    ({ partition }) => partition,
    ({ bundle }) => bundle,
  );
  for (const [number, one] of items.entries()) queue.push({ ...one, number });
  return queue;
}

const of = (bundle: number, count: number) =>
  Array.from({ length: count }, (_, number) => ({ bundle, partition: number % 5 }));

test('every item is taken once, those of a partition in their order, and many only of one bundle', () => {
  fc.assert(
    fc.property(
      fc.array(item, { maxLength: 300 }),
      fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1 }),
      (items, sizes) => {
        const queue = filled(items);
        const taken: Item[] = [];
        for (let turn = 0; queue.length > 0; turn += 1) {
          const most = sizes[turn % sizes.length] ?? 1;
          const [before, next] = [queue.length, queue.next];
          const some = queue.take(most);
          expect(some).toHaveLength(Math.min(most, next));
          expect(queue.length).toBe(before - some.length);
          if (before > 32) expect(new Set(some.map(({ bundle }) => bundle)).size).toBe(1);
          else expect(next).toBe(before);
          taken.push(...some);
        }
        expect([queue.next, queue.take(10)]).toEqual([0, []]);
        const numbers = (list: readonly Item[], { bundle, partition }: Omit<Item, 'number'>) =>
          list
            .filter((one) => one.bundle === bundle && one.partition === partition)
            .map(({ number }) => number);
        const all = items.map((one, number) => ({ ...one, number }));
        for (const one of items) expect(numbers(taken, one)).toEqual(numbers(all, one));
      },
    ),
  );
});

test('bundles are served in turns, however many items others have', () => {
  const queue = filled([...of(0, 500), ...of(1, 1), ...of(2, 500)]);
  const turns = [100, 100, 100, 100].map((most) => queue.take(most));
  expect(turns.map((items) => [items[0]?.bundle, items.length])).toEqual([
    [0, 100],
    [1, 1],
    [2, 100],
    [0, 100],
  ]);
});

test('few items are taken together, of whatever bundles they are', () => {
  const queue = filled([...of(0, 10), ...of(1, 20), ...of(3, 2)]);
  expect(queue.next).toBe(32);
  expect(queue.take(1_000)).toHaveLength(32);
});
