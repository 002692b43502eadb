import type { Channel, Placement } from '../../db/database.ts';
import { DatabaseFault } from '../../db/health/faults.ts';
import { AppError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { type Attempted, LOCKED, type Settled } from '../hit.ts';
import { createLanes, type Lane } from './lanes.ts';
import { createLockedHits, type Lockable } from './lockedHits.ts';
import { createRefusals, Overload } from './refusals.ts';

/** Queues hits and drops, and resolves only after they are committed. */
export interface Writer<Item> {
  /**
   * @throws AppError `unavailable` if the item could not be stored. Nothing of it is stored, unless the error
   *   says that the outcome is unknown: the database was lost between COMMIT and its answer.
   */
  enqueue(item: Item): Promise<Settled>;
  /**
   * Logs a hit that failed before it could be queued.
   * @returns the error for its sender; the caller throws it.
   */
  refuse(error: unknown): AppError;
  /** Number of hits that are queued or being stored. */
  readonly length: number;
  /** Waits until no hit is queued or being stored. */
  drain(): Promise<void>;
}

interface Waiting<Item> extends Lockable {
  item: Item;
  lane: Lane<Waiting<Item>>;
  resolve: (outcome: Settled) => void;
  reject: (error: AppError) => void;
}

/**
 * Maximum number of hits that are queued or in flight: about one second of full load, which takes some
 * hundreds of megabytes.
 */
const MAX_WAITING = 10_000;
/**
 * Maximum number of hits of one partition of websites, and of one machine of a cluster, that are queued or in
 * flight.
 */
const MAX_OF_ONE = MAX_WAITING / 2;

const unavailable = (why: string, retryAfter = 1) =>
  new AppError('unavailable', `${why} Try again.`, { retryAfter });

export interface WriterDeps<Item> {
  /**
   * Stores a batch, all of it or nothing, and returns the outcome of each item. Items whose website is locked
   * are not stored. All websites of a batch are on the machine of the channel.
   */
  commit: (items: Item[], channel: Channel) => Promise<Attempted[]>;
  /**
   * Number of items in flight in `commit` from which on a channel starts no further batch; 1 by default, so
   * that it has one batch at a time. Use more if a worker thread stores them, so that it has the next batch
   * when it finishes one.
   */
  maxInFlight?: number;
  /** Number of channels of a single machine, whose batches overlap; 1 by default. */
  channels?: number;
  /** Where a cluster has the rows of a website (`Database.placeOf`); by default there is none. */
  placeOf?: (websiteId: number) => Placement | null;
  log: Log;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
  /** Calls a function after some milliseconds. */
  later?: (fn: () => void, ms: number) => void;
}

/**
 * Creates the batching writer. Hits that arrive during a transaction wait and form the next batch. So a lone
 * hit commits at once, without a timer; under load the batches grow and the cost per hit falls.
 */
export function createWriter<Item extends { websiteId: number }>({
  commit,
  maxInFlight = 1,
  channels = 1,
  placeOf = () => null,
  log,
  now = () => performance.now(),
  later = (fn, ms) => void setTimeout(fn, ms),
}: WriterDeps<Item>): Writer<Item> {
  let waiting = 0;
  let idle: (() => void)[] = [];
  const refusals = createRefusals(log);

  function refuse(error: unknown, hits = 1): AppError {
    refusals.refused(error, hits);
    if (error instanceof Overload) return unavailable(error.message);
    if (!(error instanceof DatabaseFault)) return unavailable('The hit could not be stored.');
    if (error.fault === 'uncertain') return error;
    return unavailable('The hit could not be stored.', error.details.retryAfter);
  }

  const lanes = createLanes<Waiting<Item>>({
    placeOf,
    channels,
    maxInFlight,
    store,
    maxOfOne: MAX_OF_ONE,
    websiteOf: ({ item }) => item.websiteId,
  });

  function count({ item: { websiteId }, lane }: Waiting<Item>, by: number): void {
    waiting += by;
    lanes.count(lane, websiteId, by);
  }

  function settle(one: Waiting<Item>, outcome: Settled | AppError): void {
    count(one, -1);
    if (outcome instanceof AppError) one.reject(outcome);
    else one.resolve(outcome);
  }

  const retryLocked = createLockedHits<Waiting<Item>>({
    now,
    later,
    requeue(items) {
      for (const one of items) {
        count(one, -1);
        // The website may have moved to another machine.
        one.lane = lanes.of(one.item.websiteId);
        count(one, 1);
        one.lane.queue.push(one);
      }
      for (const lane of new Set(items.map(({ lane }) => lane))) lanes.start(lane);
    },
    refuse(items, fault) {
      const refusal = refuse(fault, items.length);
      for (const one of items) settle(one, refusal);
    },
  });

  async function store(batch: Waiting<Item>[], lane: Lane<Waiting<Item>>): Promise<void> {
    try {
      const outcomes = await commit(
        batch.map(({ item }) => item),
        lane.channel,
      );
      const locked: Waiting<Item>[] = [];
      for (const [index, one] of batch.entries()) {
        const outcome = outcomes[index] ?? null;
        if (outcome === LOCKED) locked.push(one);
        else settle(one, outcome);
      }
      refusals.stored();
      if (locked.length > 0) retryLocked(locked);
    } catch (error) {
      const refusal = refuse(error, batch.length);
      for (const one of batch) settle(one, refusal);
    }
    if (waiting > 0) return;
    for (const resolve of idle) resolve();
    idle = [];
  }

  return {
    enqueue(item) {
      const lane = lanes.of(item.websiteId);
      if (waiting >= MAX_WAITING || !lanes.hasRoom(lane, item.websiteId))
        return Promise.reject(refuse(new Overload('Hits arrive faster than they can be stored.')));
      return new Promise((resolve, reject) => {
        const one: Waiting<Item> = { item, lane, resolve, reject, lockedSince: null };
        count(one, 1);
        lane.queue.push(one);
        lanes.start(lane);
      });
    },
    refuse: (error) => refuse(error),
    get length() {
      return waiting;
    },
    async drain() {
      if (waiting > 0) await new Promise<void>((resolve) => idle.push(resolve));
    },
  };
}
