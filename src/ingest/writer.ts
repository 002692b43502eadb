import { DatabaseFault } from '../db/health/faults.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Outcome } from './hit.ts';
import { MAX_BATCH } from './recorder.ts';
import { createRefusals, Overload } from './refusals.ts';

/** Takes hits and drops, and says so only after they are committed. */
export interface Writer<Item> {
  /**
   * @throws AppError `unavailable` when it could not be stored. Nothing of it is, unless the error says that
   * nobody can tell: the database was lost between COMMIT and its answer.
   */
  record(item: Item): Promise<Outcome>;
  /**
   * Reports a hit that cannot even be handed to `record`.
   * @returns what its sender is told, for throwing.
   */
  refuse(error: unknown): AppError;
  /** Number of hits that wait or are being stored. */
  readonly length: number;
  /** Waits until everything taken so far is decided. */
  drain(): Promise<void>;
}

interface Waiting<Item> {
  item: Item;
  resolve: (outcome: Outcome) => void;
  reject: (error: AppError) => void;
}

/** Hits that wait, queued or handed over: about a second's worth at full load, in some hundreds of megabytes. */
const MOST_WAITING = 10_000;
/** What keeps another thread busy while this one looks at the network. */
const EARLY = 16;
/** Not "try again": that might count the hit twice. */
const UNCERTAIN =
  'The database was lost while it stored the hit: it may be counted, and counts twice if it is sent again.';

const unavailable = (why: string, retryAfter = 1) =>
  new AppError('unavailable', `${why} Try again.`, { retryAfter });

export interface WriterDeps<Item> {
  /** Stores a batch, all of it or nothing, and tells what became of each. */
  commit: (items: Item[]) => Promise<Outcome[]>;
  /** Batches that `commit` gets at a time: several where another thread works on them, so that it has the next at hand. Default 1. */
  maxInFlight?: number;
  log: Log;
}

/**
 * The batching writer. While one transaction runs, arriving hits wait together; the next transaction takes them
 * all. So a lone hit commits at once, without a timer, and under load the batches grow and the cost per hit falls.
 */
export function createWriter<Item>({ commit, maxInFlight = 1, log }: WriterDeps<Item>): Writer<Item> {
  let queue: Waiting<Item>[] = [];
  let waiting = 0;
  let underWay = 0;
  let looking = false;
  let idle: (() => void)[] = [];
  const refusals = createRefusals(log);

  function refuse(error: unknown, hits = 1): AppError {
    refusals.refused(error, hits);
    if (error instanceof Overload) return unavailable(error.message);
    if (!(error instanceof DatabaseFault)) return unavailable('The hit could not be stored.');
    if (error.fault === 'uncertain') return new AppError('unavailable', UNCERTAIN, error.details);
    return unavailable('The hit could not be stored.', error.details.retryAfter);
  }

  function start(): void {
    if (maxInFlight > 1 && underWay === 0 && queue.length >= EARLY) void run();
    if (looking || underWay >= maxInFlight || queue.length === 0) return;
    looking = true;
    // SQLite answers at once, so a whole transaction can pass without a look at the network: look first, or every batch
    // would be of one hit.
    setImmediate(() => {
      looking = false;
      if (queue.length > 0) void run();
    });
  }

  async function run(): Promise<void> {
    const batch = queue.slice(0, MAX_BATCH);
    queue = queue.slice(MAX_BATCH);
    underWay += 1;
    try {
      const outcomes = await commit(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index] ?? null);
      refusals.stored();
    } catch (error) {
      const refusal = refuse(error, batch.length);
      for (const { reject } of batch) reject(refusal);
    }
    waiting -= batch.length;
    underWay -= 1;
    start();
    if (waiting > 0) return;
    for (const resolve of idle) resolve();
    idle = [];
  }

  return {
    record(item) {
      if (waiting >= MOST_WAITING)
        return Promise.reject(refuse(new Overload('More hits arrive than can be stored.')));
      waiting += 1;
      return new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject });
        start();
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
