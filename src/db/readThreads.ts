import path from 'node:path';
import type { Log } from '../log.ts';
import { root } from '../root.ts';
import { type KeptThread, keepThread } from '../threads/keep.ts';
import type { Sql } from './sql.ts';

/** Far more than the rows of an answer take. */
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 64 };

const PROGRAM = path.join(root, 'dist/readThread.js');

export interface ReadThreadData {
  databaseUrl: string;
}

export type Question = { kind: 'select'; sql: string; values: readonly unknown[] } | { kind: 'close' };

/** Threads that read, each on a connection of its own. */
export interface ReadThreads {
  /** The rows of a SELECT, integers as numbers. */
  select(statement: Sql): Promise<unknown[]>;
  /**
   * Runs `work` while nothing is read: after what is being read, and before what is asked meanwhile, which waits `most` milliseconds
   * for it and no longer.
   */
  between(work: () => Promise<unknown>, most: number): Promise<void>;
  /** Waits for what is being read. */
  close(): Promise<void>;
}

type Rows = Promise<unknown[]>;

interface Waiting {
  key: string;
  question: Question;
  rows: Rows;
  resolve: (rows: Rows) => void;
}

type Thread = KeptThread<Question, unknown[]>;

/** A place for a thread, which takes memory from its first statement on. */
interface Place {
  thread: Promise<Thread> | null;
}

/**
 * Threads that read, so that a long SELECT holds up neither requests nor hits. Each runs one statement at a time; the others wait
 * here, and those that are the same run once: none of them has begun, so that all see what was committed before they were asked.
 * @param count of threads at most; the next is started when the others are busy.
 */
export function createReadThreads(databaseUrl: string, count: number, log: Log): ReadThreads {
  const data: ReadThreadData = { databaseUrl };
  const options = { program: PROGRAM, data, limits: LIMITS, does: 'reads', log };
  const places = Array.from({ length: count }, (): Place => ({ thread: null }));
  const busy = new Set<Place>();
  const running = new Set<Rows>();
  let waiting: Waiting[] = [];
  let paused = false;

  async function ask(place: Place, question: Question): Rows {
    place.thread ??= keepThread(options);
    try {
      return await (await place.thread).ask(question);
    } catch (error) {
      // One that could not start is tried again.
      await place.thread.catch(() => {
        place.thread = null;
      });
      throw error;
    }
  }

  function run(place: Place, { question, resolve }: Waiting): void {
    busy.add(place);
    const rows = ask(place, question).finally(() => {
      running.delete(rows);
      busy.delete(place);
      start();
    });
    running.add(rows);
    resolve(rows);
  }

  /** Gives idle threads what waits. */
  function start(): void {
    for (const place of places) {
      if (busy.has(place)) continue;
      const next = paused ? undefined : waiting.shift();
      if (!next) return;
      run(place, next);
    }
  }

  return {
    select({ sql, values }) {
      const key = JSON.stringify([sql, values]);
      const same = waiting.find((other) => other.key === key);
      if (same) return same.rows;
      let resolve: Waiting['resolve'] = () => undefined;
      const rows: Rows = new Promise((done) => {
        resolve = done;
      });
      waiting.push({ key, question: { kind: 'select', sql, values }, rows, resolve });
      start();
      return rows;
    },
    async between(work, most) {
      paused = true;
      const goOn = () => {
        paused = false;
        start();
      };
      let timer: NodeJS.Timeout | undefined;
      try {
        await Promise.allSettled(running);
        timer = setTimeout(goOn, most);
        await work();
      } finally {
        clearTimeout(timer);
        goOn();
      }
    },
    async close() {
      // Whoever asked was cut off.
      for (const { resolve } of waiting) resolve(Promise.reject(new Error('The database was closed.')));
      waiting = [];
      await Promise.all(
        places.map(async ({ thread }) => (await thread?.catch(() => null))?.close({ kind: 'close' })),
      );
    },
  };
}
