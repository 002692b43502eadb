import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createFairQueue } from '../../../src/ingest/queue/fairQueue.ts';

interface Item {
  partition: number;
  number: number;
}

const filled = (partitions: readonly number[]) => {
  const queue = createFairQueue<Item>(({ partition }) => partition);
  for (const [number, partition] of partitions.entries()) queue.push({ partition, number });
  return queue;
};

test('every item is taken once, and those of a partition in their order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(5), { maxLength: 200 }),
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }),
      (partitions, sizes) => {
        const queue = filled(partitions);
        const taken: Item[] = [];
        for (let turn = 0; queue.length > 0; turn += 1) {
          const most = sizes[turn % sizes.length] ?? 1;
          const before = queue.length;
          const some = queue.take(most);
          expect(some).toHaveLength(Math.min(most, before));
          expect(queue.length).toBe(before - some.length);
          taken.push(...some);
        }
        expect(queue.take(10)).toEqual([]);
        for (let partition = 0; partition <= 5; partition += 1) {
          const numbers = (items: readonly Item[]) =>
            items.filter((item) => item.partition === partition).map(({ number }) => number);
          expect(numbers(taken)).toEqual(
            numbers(partitions.map((of, number) => ({ partition: of, number }))),
          );
        }
      },
    ),
  );
});

describe('while one partition has a thousand items', () => {
  const crowd = Array.from({ length: 1_000 }, () => 0);

  test('a lone item of another is in the next batch', () => {
    const queue = filled([...crowd, 1]);
    expect(queue.take(100).some(({ partition }) => partition === 1)).toBe(true);
  });

  test('each of four others gets as much of a batch as it', () => {
    const queue = filled([...crowd, ...[1, 2, 3, 4].flatMap((partition) => Array(50).fill(partition))]);
    const batch = queue.take(100);
    const counts = [0, 1, 2, 3, 4].map((of) => batch.filter(({ partition }) => partition === of).length);
    expect(counts).toEqual([20, 20, 20, 20, 20]);
  });

  test('no partition waits longer than a batch, however small the batches are', () => {
    const queue = filled([...crowd, 1, 2, 3]);
    const first = queue.take(2).concat(queue.take(2));
    expect(new Set(first.map(({ partition }) => partition))).toEqual(new Set([0, 1, 2, 3]));
  });
});
