import type { Channel, ClusterNode, Placement } from '../../db/database.ts';
import { MAX_BATCH } from '../recorder/recorder.ts';
import { createBundleQueue } from './bundleQueue.ts';
import { createFairQueue, type FairQueue } from './fairQueue.ts';

/** The items that one channel stores: their queue and their batches. */
export interface Lane<Item> {
  channel: Channel;
  queue: FairQueue<Item>;
  /** Number of items in flight. */
  inFlight: number;
  /** Whether a look at the queue is scheduled. */
  looking: boolean;
  /** Number of items that are queued, in flight, or wait for a lock: in total, and by partition. */
  waiting: number;
  waitingOf: Map<number, number>;
}

/**
 * The lanes of a writer. Each machine has lanes of its own, so one that is slow or away delays only its own
 * items. The websites of a single machine are divided among its lanes, whose transactions overlap: while the
 * database works for one lane, the recorder prepares the batch of another. The items of one website are in
 * one lane, so they keep their order and their transactions do not wait for each other. The queue of a
 * machine of a cluster gives batches by bundles of shards.
 */
export interface Lanes<Item> {
  /** The lane for the next item of a website. */
  of(websiteId: number): Lane<Item>;
  /** Counts items that wait in a lane; a negative number ends their wait. */
  count(lane: Lane<Item>, websiteId: number, by: number): void;
  /** Whether an item of a website has room in a lane. */
  hasRoom(lane: Lane<Item>, websiteId: number): boolean;
  /** Starts a batch of a lane's queue, soon, if there is one and the lane is not busy. */
  start(lane: Lane<Item>): void;
}

/** Number of partitions of websites. */
const PARTITIONS = 64;
/**
 * Number of queued items that become a batch at once, while this thread still reads hits from the network: if
 * the recorder thread is idle, and if it is not. Under full load the recorder thread would otherwise wait
 * until all of them are read, and this thread until all of them are stored.
 */
const EARLY = { idle: 16, busy: 128 };

/** The partition of a website's hits. Those of unknown websites have one of their own. */
const partitionOf = (websiteId: number) => (websiteId === 0 ? -1 : websiteId % PARTITIONS);

export interface LanesDeps<Item> {
  placeOf: (websiteId: number) => Placement | null;
  websiteOf: (item: Item) => number;
  /**
   * Number of lanes of a single machine. Those of a cluster have one each: their transactions overlap
   * already, and statements for several shards take less time per hit in larger batches.
   */
  channels: number;
  /** Number of items in flight in a lane from which on it starts no further batch. */
  maxInFlight: number;
  /** Maximum number of waiting items of a partition of websites, and of a machine of a cluster. */
  maxOfOne: number;
  /** Stores a batch of a lane. It does not reject. */
  store: (batch: Item[], lane: Lane<Item>) => Promise<void>;
}

export function createLanes<Item>(deps: LanesDeps<Item>): Lanes<Item> {
  const { placeOf, websiteOf, channels, maxInFlight, maxOfOne, store } = deps;
  /** By the URL of the machine. */
  const machines = new Map<string, Lane<Item>[]>();

  async function run(lane: Lane<Item>): Promise<void> {
    const batch = lane.queue.take(MAX_BATCH);
    lane.inFlight += batch.length;
    await store(batch, lane);
    lane.inFlight -= batch.length;
    start(lane);
  }

  function start(lane: Lane<Item>): void {
    const { queue, channel } = lane;
    const early = lane.inFlight === 0 ? EARLY.idle : EARLY.busy;
    if (maxInFlight > 1 && lane.inFlight < maxInFlight && queue.next >= early) void run(lane);
    // While a machine is busy, its smaller batches wait and grow.
    const limit = channel.node ? 1 : maxInFlight;
    if (lane.looking || lane.inFlight >= limit || queue.length === 0) return;
    lane.looking = true;
    // SQLite answers at once, so a whole transaction can run before the event loop reads from the network.
    // Read from the network first; otherwise every batch would have one hit.
    setImmediate(() => {
      lane.looking = false;
      if (queue.length > 0 && lane.inFlight < limit) void run(lane);
    });
  }

  const partition = (item: Item) => partitionOf(websiteOf(item));
  const bundle = (item: Item) => placeOf(websiteOf(item))?.bundle ?? 0;

  function createLane(node: ClusterNode | null, number: number): Lane<Item> {
    return {
      channel: { node, number },
      queue: node ? createBundleQueue(partition, bundle) : createFairQueue(partition),
      inFlight: 0,
      looking: false,
      waiting: 0,
      waitingOf: new Map<number, number>(),
    };
  }

  return {
    of(websiteId) {
      const node = placeOf(websiteId)?.node ?? null;
      const key = node?.url ?? '';
      let lanes = machines.get(key);
      if (!lanes) {
        lanes = Array.from({ length: node ? 1 : channels }, (_, number) => createLane(node, number));
        machines.set(key, lanes);
      }
      return lanes[Math.max(0, partitionOf(websiteId)) % lanes.length] as Lane<Item>;
    },
    count(lane, websiteId, by) {
      const partition = partitionOf(websiteId);
      lane.waiting += by;
      lane.waitingOf.set(partition, (lane.waitingOf.get(partition) ?? 0) + by);
    },
    hasRoom(lane, websiteId) {
      if ((lane.waitingOf.get(partitionOf(websiteId)) ?? 0) >= maxOfOne) return false;
      const { node } = lane.channel;
      if (!node) return true;
      const all = machines.get(node.url) ?? [];
      return all.reduce((sum, { waiting }) => sum + waiting, 0) < maxOfOne;
    },
    start,
  };
}
