import path from 'node:path';
import { AppError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { root } from '../../root.ts';
import { type KeptThread, keepThread, ThreadEnded } from '../../threads/keep.ts';
import type { Sql } from '../sql.ts';
import { checkpoint } from './reader.ts';

/** Several times what the rows of the largest answer take: an operation may ask for some 80,000. */
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 };

const PROGRAM = path.join(root, 'dist/readThread.js');

export interface ReadThreadData {
  databaseUrl: string;
}

export type Question =
  | { kind: 'select'; sql: string; values: readonly unknown[] }
  | { kind: 'checkpoint' }
  | { kind: 'close' };

/** Rows; for a checkpoint, whether the log is empty. */
export type Answer = unknown[] | boolean;

/** Threads that read, each on a connection of its own. */
export interface ReadThreads {
  /** The rows of a SELECT, integers as numbers. */
  select(statement: Sql): Promise<unknown[]>;
  /** Has a thread do what `checkpoint` (reader.ts) does, if there is one by now. */
  checkpoint(): Promise<boolean>;
  /**
   * Runs `work` while nothing is read: after what is being read, and before what is asked meanwhile, which waits `most` milliseconds
   * in all and no longer.
   */
  between<T>(work: () => Promise<T>, most: number): Promise<T>;
  /** Waits for what is being read, and refuses everything else. */
  close(): Promise<void>;
}

type Rows = Promise<unknown[]>;

type Select = Extract<Question, { kind: 'select' }>;

interface Waiting {
  question: Select;
  rows: Rows;
  resolve: (rows: Rows) => void;
}

type Thread = KeptThread<Question, Answer>;

/** A place for a thread, which takes memory from its first statement on. */
interface Place {
  thread: Promise<Thread> | null;
}

/**
 * Threads that read, so that a long SELECT holds up neither requests nor hits. Each runs one statement at a time; the others wait
 * here, and those that are the same run once: none of them has begun, so that all see what was committed before they were asked.
 * @param count of threads at most; the next is started when the others are busy.
 * @param program another one, for tests.
 */
export function createReadThreads(
  databaseUrl: string,
  count: number,
  log: Log,
  program = PROGRAM,
): ReadThreads {
  const data: ReadThreadData = { databaseUrl };
  const options = { program, data, limits: LIMITS, does: 'reads', log };
  const places = Array.from({ length: count }, (): Place => ({ thread: null }));
  const busy = new Set<Place>();
  const running = new Set<Rows>();
  let waiting: Waiting[] = [];
  let paused = false;
  let closed = false;
  const refused = () =>
    Promise.reject(new AppError('unavailable', 'The server is stopping.', { retryAfter: 5 }));

  async function ask(place: Place, question: Question): Promise<Answer> {
    place.thread ??= keepThread(options);
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

  function run(place: Place, { question, resolve }: Waiting): void {
    busy.add(place);
    const rows = (ask(place, question) as Rows).finally(() => {
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
      if (closed) return refused();
      const question: Select = { kind: 'select', sql, values };
      const same = waiting.find((other) => isSame(other.question, question));
      if (same) return same.rows;
      let resolve: Waiting['resolve'] = () => undefined;
      const rows: Rows = new Promise((done) => {
        resolve = done;
      });
      waiting.push({ question, rows, resolve });
      start();
      return rows;
    },
    async checkpoint() {
      if (closed) return false;
      const place = places.find(({ thread }) => thread);
      // Where nobody has read yet, the log is short, and a thread would be started for nothing else.
      return place ? ((await ask(place, { kind: 'checkpoint' })) as boolean) : checkpoint(databaseUrl);
    },
    async between(work, most) {
      const goOn = () => {
        paused = false;
        start();
      };
      paused = true;
      const timer = setTimeout(goOn, most);
      try {
        await Promise.allSettled(running);
        return await work();
      } finally {
        clearTimeout(timer);
        goOn();
      }
    },
    async close() {
      closed = true;
      // Whoever asked was cut off.
      for (const { resolve } of waiting) resolve(refused());
      waiting = [];
      await Promise.all(
        places.map(async ({ thread }) => (await thread?.catch(() => null))?.close({ kind: 'close' })),
      );
    },
  };
}

function isSame(one: Select, other: Select): boolean {
  return one.sql === other.sql && one.values.every((value, index) => value === other.values[index]);
}
