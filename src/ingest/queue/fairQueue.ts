/**
 * A queue of several partitions. It is bounded for each partition, and its items are taken in turns: a
 * partition that is busy or stuck delays and displaces no other. Items of one partition keep their order.
 */
export interface FairQueue<Item> {
  /** Number of queued items. */
  readonly length: number;
  /** Number of queued items that the next batch may have. */
  readonly next: number;
  /** Adds an item at the end of its partition. */
  push(item: Item): void;
  /** Removes up to `most` items: the oldest of each partition, and of all partitions about as many. */
  take(most: number): Item[];
}

export function createFairQueue<Item>(partitionOf: (item: Item) => number): FairQueue<Item> {
  /** The partitions with items. The one that was served longest ago is the first. */
  let partitions = new Map<number, Item[]>();
  let length = 0;

  return {
    get length() {
      return length;
    },
    get next() {
      return length;
    },
    push(item) {
      const partition = partitionOf(item);
      const items = partitions.get(partition);
      if (items) items.push(item);
      else partitions.set(partition, [item]);
      length += 1;
    },
    take(most) {
      if (length <= most) {
        const all = partitions.size === 1 ? [...partitions.values()][0] : [...partitions.values()].flat();
        partitions = new Map();
        length = 0;
        return all ?? [];
      }
      const taken: Item[] = [];
      while (taken.length < most) {
        const share = Math.max(1, Math.floor((most - taken.length) / partitions.size));
        for (const [partition, items] of [...partitions]) {
          if (taken.length >= most) break;
          const count = Math.min(share, most - taken.length, items.length);
          for (const item of items.slice(0, count)) taken.push(item);
          partitions.delete(partition);
          if (count < items.length) partitions.set(partition, items.slice(count));
        }
      }
      length -= taken.length;
      return taken;
    },
  };
}
