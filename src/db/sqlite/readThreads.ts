import path from 'node:path';
import type { Log } from '../../log.ts';
import { root } from '../../root.ts';
import { ThreadEnded } from '../../threads/keep.ts';
import { type LazyThread, lazyThread } from '../../threads/lazy.ts';
import { createReadQueue, type Requester } from '../readQueue.ts';
import type { Sql } from '../sql/sql.ts';
import { checkpoint } from './reader.ts';

/** Several times the memory of the largest result: one operation may ask for some 80,000 rows. */
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 };

const PROGRAM = path.join(root, 'dist/readThread.js');

/** The default of `ReadThreadOptions.graceMs`. */
const GRACE_MS = 1_000;

export interface ReadThreadData {
  databaseUrl: string;
  /** Shared with the thread: the number of the cancelled SELECT. */
  cancelled: Int32Array;
}

export type ReadQuestion =
  | { kind: 'select'; number: number; sql: string; values: readonly unknown[] }
  | { kind: 'checkpoint' };

/** The rows of a SELECT; for a checkpoint, whether the log is empty. */
export type Answer = unknown[] | boolean;

/** Worker threads that read, each on its own connection. */
export interface ReadThreads {
  /** Returns the rows of a SELECT, with integers as numbers. Waits and throws as `ReadQueue.read`. */
  select(statement: Sql, requester?: Requester): Promise<unknown[]>;
  /** Runs `checkpoint` (reader.ts) in one of the threads, or in this thread if none was started yet. */
  checkpoint(): Promise<boolean>;
  /**
   * Runs `work` while nothing is read: after the statements that run now, and before new ones. New ones wait
   * at most `most` milliseconds in total.
   */
  between<T>(work: () => Promise<T>, most: number): Promise<T>;
  /** Rejects waiting statements; gives running ones some time to end (`graceMs`). */
  close(): Promise<void>;
}

export interface ReadThreadOptions {
  /**
   * Maximum number of threads for one viewer. A thread is started when the others are busy. There is one more
   * thread, for other viewers.
   */
  count: number;
  /** Timeout of a statement in ms. */
  statementMs: number;
  log: Log;
  /** The program of the threads, for tests. */
  program?: string;
  /** How long running statements may continue when the threads are closed, in ms; one second by default. */
  graceMs?: number;
}

/** A thread, and its last statement. */
interface ThreadPlace {
  thread: LazyThread<ReadQuestion, Answer>;
  cancelled: Int32Array;
  /** The number of its last SELECT. */
  number: number;
}

/**
 * Creates worker threads that read, so that a long SELECT delays neither requests nor hits. Each runs one
 * statement at a time; other statements wait in a queue (readQueue.ts).
 */
export function createReadThreads(
  databaseUrl: string,
  { count, statementMs, log, program = PROGRAM, graceMs = GRACE_MS }: ReadThreadOptions,
): ReadThreads {
  const places = Array.from({ length: count + 1 }, (): ThreadPlace => {
    const cancelled = new Int32Array(new SharedArrayBuffer(4));
    const data: ReadThreadData = { databaseUrl, cancelled };
    return {
      thread: lazyThread({ program, data, limits: LIMITS, does: 'reads', log }),
      cancelled,
      number: 0,
    };
  });
  const queue = createReadQueue({
    slots: places.length,
    perViewer: count,
    statementMs,
    execute,
    partsOf: ({ sql, values }: Sql) => [sql, ...values],
  });
  let closed = false;

  function ask({ thread }: ThreadPlace, question: ReadQuestion): Promise<Answer> {
    return thread.ask(question).catch((error: unknown) => {
      // The thread may have ended for another reason than this question, so it is asked once more. If it was
      // the reason, it ends the next thread, too, and fails.
      if (error instanceof ThreadEnded && !closed) return thread.ask(question);
      throw error;
    });
  }

  async function execute({ sql, values }: Sql, slot: number, signal: AbortSignal): Promise<unknown[]> {
    const place = places[slot] as ThreadPlace;
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
      const place = places.find(({ thread }) => thread.isStarted());
      // Before the first read the log is short; starting a thread for it is not worthwhile.
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
      await queue.close(graceMs);
      await Promise.all(places.map(({ thread }) => thread.close()));
    },
  };
}
