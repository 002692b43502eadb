import path from 'node:path';
import type { Log } from '../../log.ts';
import { root } from '../../root.ts';
import { type KeptThread, keepThread, ThreadEnded } from '../../threads/keep.ts';
import { type Asker, createReadQueue } from '../readQueue.ts';
import type { Sql } from '../sql/sql.ts';
import { checkpoint } from './reader.ts';

/** Several times what the rows of the largest answer take: an operation may ask for some 80,000. */
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 };

const PROGRAM = path.join(root, 'dist/readThread.js');

/** How long statements that run may go on when the threads are closed, ms. */
const GRACE_MS = 1_000;

export interface ReadThreadData {
  databaseUrl: string;
  /** Shared with the thread: the number of the SELECT that is cancelled. */
  cancelled: Int32Array;
}

export type Question =
  | { kind: 'select'; number: number; sql: string; values: readonly unknown[] }
  | { kind: 'checkpoint' }
  | { kind: 'close' };

/** Rows; for a checkpoint, whether the log is empty. */
export type Answer = unknown[] | boolean;

/** Threads that read, each on a connection of its own. */
export interface ReadThreads {
  /** The rows of a SELECT, integers as numbers. Waits and fails as `ReadQueue.read`. */
  select(statement: Sql, asker?: Asker): Promise<unknown[]>;
  /** Has a thread do what `checkpoint` (reader.ts) does, if there is one by now. */
  checkpoint(): Promise<boolean>;
  /**
   * Runs `work` while nothing is read: after what is being read, and before what is asked meanwhile, which waits `most` milliseconds
   * in all and no longer.
   */
  between<T>(work: () => Promise<T>, most: number): Promise<T>;
  /** Refuses what waits; what is being read has a second to end. */
  close(): Promise<void>;
}

export interface ReadThreadOptions {
  /** Threads at most for one viewer; the next is started when the others are busy. There is one more, for other viewers. */
  count: number;
  /** How long a statement may take, ms. */
  statementMs: number;
  log: Log;
  /** Another program, for tests. */
  program?: string;
}

type Thread = KeptThread<Question, Answer>;

/** A place for a thread, which takes memory from its first statement on. */
interface Place {
  thread: Promise<Thread> | null;
  cancelled: Int32Array;
  /** Of its last SELECT. */
  number: number;
}

/**
 * Threads that read, so that a long SELECT holds up neither requests nor hits. Each runs one statement at a time; the others wait in
 * a queue (readQueue.ts).
 */
export function createReadThreads(
  databaseUrl: string,
  { count, statementMs, log, program = PROGRAM }: ReadThreadOptions,
): ReadThreads {
  const places = Array.from(
    { length: count + 1 },
    (): Place => ({ thread: null, cancelled: new Int32Array(new SharedArrayBuffer(4)), number: 0 }),
  );
  const queue = createReadQueue({ slots: places.length, perViewer: count, statementMs, execute });
  let closed = false;

  async function ask(place: Place, question: Question): Promise<Answer> {
    const data: ReadThreadData = { databaseUrl, cancelled: place.cancelled };
    place.thread ??= keepThread({ program, data, limits: LIMITS, does: 'reads', log });
    const thread = await place.thread.catch((error: unknown) => {
      // One that could not start is tried again by the next.
      place.thread = null;
      throw error;
    });
    return thread.ask(question).catch((error: unknown) => {
      // What ended the thread need not have been this question; if it was, it ends the next one, too, and that is that.
      if (error instanceof ThreadEnded && !closed) return thread.ask(question);
      throw error;
    });
  }

  async function execute({ sql, values }: Sql, slot: number, signal: AbortSignal): Promise<unknown[]> {
    const place = places[slot] as Place;
    place.number += 1;
    const { number } = place;
    const stop = () => void Atomics.store(place.cancelled, 0, number);
    signal.addEventListener('abort', stop);
    return (await ask(place, { kind: 'select', number, sql, values })) as unknown[];
  }

  return {
    select: queue.read,
    async checkpoint() {
      if (closed) return false;
      const place = places.find(({ thread }) => thread);
      // Where nobody has read yet, the log is short, and a thread would be started for nothing else.
      return place ? ((await ask(place, { kind: 'checkpoint' })) as boolean) : checkpoint(databaseUrl);
    },
    async between(work, most) {
      queue.pause();
      const timer = setTimeout(queue.resume, most);
      try {
        await queue.idle();
        return await work();
      } finally {
        clearTimeout(timer);
        queue.resume();
      }
    },
    async close() {
      closed = true;
      await queue.close(GRACE_MS);
      await Promise.all(
        places.map(async ({ thread }) => (await thread?.catch(() => null))?.close({ kind: 'close' })),
      );
    },
  };
}
