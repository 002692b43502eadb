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
  /** Waits for what is being read. */
  close(): Promise<void>;
}

interface Waiting {
  key: string;
  question: Question;
  rows: Promise<unknown[]>;
  resolve: (rows: Promise<unknown[]>) => void;
}

/**
 * Threads that read, so that a long SELECT holds up neither requests nor hits. Each runs one statement at a time; the others wait
 * here, and those that are the same run once: none of them has begun, so that all see what was committed before they were asked.
 * @throws what a thread says when it cannot start.
 */
export async function startReadThreads(databaseUrl: string, count: number, log: Log): Promise<ReadThreads> {
  const data: ReadThreadData = { databaseUrl };
  const options = { program: PROGRAM, data, limits: LIMITS, does: 'reads', log };
  const threads = await Promise.all(
    Array.from({ length: count }, () => keepThread<Question, unknown[]>(options)),
  );
  const idle = [...threads];
  let waiting: Waiting[] = [];

  async function run(thread: KeptThread<Question, unknown[]>, question: Question): Promise<unknown[]> {
    try {
      return await thread.ask(question);
    } finally {
      const next = waiting.shift();
      if (next) next.resolve(run(thread, next.question));
      else idle.push(thread);
    }
  }

  return {
    select({ sql, values }) {
      const question: Question = { kind: 'select', sql, values };
      const thread = idle.pop();
      if (thread) return run(thread, question);
      const key = JSON.stringify([sql, values]);
      const same = waiting.find((other) => other.key === key);
      if (same) return same.rows;
      let resolve: Waiting['resolve'] = () => undefined;
      const rows = new Promise<unknown[]>((done) => {
        resolve = done;
      });
      waiting.push({ key, question, rows, resolve });
      return rows;
    },
    async close() {
      // Whoever asked was cut off.
      for (const { resolve } of waiting) resolve(Promise.reject(new Error('The database was closed.')));
      waiting = [];
      await Promise.all(threads.map((thread) => thread.close({ kind: 'close' })));
    },
  };
}
