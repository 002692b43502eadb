import type { ClusterNode } from '../db/database.ts';
import { createFairQueue, type FairQueue } from './fairQueue.ts';
import { MAX_BATCH } from './recorder.ts';

/** The items for one machine: their queue and their batches. */
export interface Lane<Item> {
  /** Null unless the database is distributed. */
  node: ClusterNode | null;
  queue: FairQueue<Item>;
  /** Number of batches in flight. */
  inFlight: number;
  /** Whether a look at the queue is scheduled. */
  looking: boolean;
  /** Number of items that are queued, in flight, or wait for a lock. */
  waiting: number;
}

/** The lanes of a writer. A machine that is slow or away delays only its own. */
export interface Lanes<Item> {
  /** The lane of a website. It changes when the website is moved to another machine. */
  of(websiteId: number): Lane<Item>;
  /** Starts a batch of a lane's queue, soon, if there is one and the lane is not busy. */
  start(lane: Lane<Item>): void;
}

/** Number of partitions of websites. */
const PARTITIONS = 64;
/**
 * Queue length at which an idle recorder thread gets a batch at once. It then works while this thread reads
 * from the network.
 */
const EARLY = 16;

/** The partition of a website's hits. Those of unknown websites have one of their own. */
export const partitionOf = (websiteId: number): number => (websiteId === 0 ? -1 : websiteId % PARTITIONS);

export interface LanesDeps<Item> {
  nodeOf: (websiteId: number) => ClusterNode | null;
  websiteOf: (item: Item) => number;
  /** Maximum number of batches in flight of each lane. */
  maxInFlight: number;
  /** Stores a batch of a lane. It does not reject. */
  store: (batch: Item[], lane: Lane<Item>) => Promise<void>;
}

export function createLanes<Item>({ nodeOf, websiteOf, maxInFlight, store }: LanesDeps<Item>): Lanes<Item> {
  /** By the URL of the machine. */
  const lanes = new Map<string, Lane<Item>>();

  async function run(lane: Lane<Item>): Promise<void> {
    lane.inFlight += 1;
    await store(lane.queue.take(MAX_BATCH), lane);
    lane.inFlight -= 1;
    start(lane);
  }

  function start(lane: Lane<Item>): void {
    const { queue } = lane;
    if (maxInFlight > 1 && lane.inFlight === 0 && queue.length >= EARLY) void run(lane);
    if (lane.looking || lane.inFlight >= maxInFlight || queue.length === 0) return;
    lane.looking = true;
    // SQLite answers at once, so a whole transaction can run before the event loop reads from the network.
    // Read from the network first; otherwise every batch would have one hit.
    setImmediate(() => {
      lane.looking = false;
      if (queue.length > 0) void run(lane);
    });
  }

  return {
    of(websiteId) {
      const node = nodeOf(websiteId);
      const key = node?.url ?? '';
      let lane = lanes.get(key);
      if (!lane) {
        const queue = createFairQueue<Item>((item) => partitionOf(websiteOf(item)));
        lane = { node, queue, inFlight: 0, looking: false, waiting: 0 };
        lanes.set(key, lane);
      }
      return lane;
    },
    start,
  };
}
