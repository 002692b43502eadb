import { createFairQueue, type FairQueue } from './fairQueue.ts';

/** Up to so many items are taken together, as each transaction has costs of its own. */
const FEW = 32;

/**
 * A queue for a machine of a cluster. A statement takes time for each shard that it includes, so if there are
 * many items, each batch has those of one bundle of shards. The bundles are served in turns, and each is a
 * fair queue.
 */
export function createBundleQueue<Item>(
  partitionOf: (item: Item) => number,
  bundleOf: (item: Item) => number,
): FairQueue<Item> {
  /** The bundles with items. The one that was served longest ago is the first. */
  const bundles = new Map<number, FairQueue<Item>>();
  let length = 0;

  return {
    get length() {
      return length;
    },
    get next() {
      if (length <= FEW) return length;
      for (const { length: ofFirst } of bundles.values()) return ofFirst;
      return 0;
    },
    push(item) {
      const bundle = bundleOf(item);
      const queue = bundles.get(bundle) ?? createFairQueue(partitionOf);
      bundles.set(bundle, queue);
      queue.push(item);
      length += 1;
    },
    take(most) {
      const taken: Item[] = [];
      const isFew = length <= FEW;
      for (const [bundle, queue] of [...bundles]) {
        taken.push(...queue.take(most - taken.length));
        bundles.delete(bundle);
        if (queue.length > 0) bundles.set(bundle, queue);
        if (!isFew) break;
      }
      length -= taken.length;
      return taken;
    },
  };
}
