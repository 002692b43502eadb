import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Log } from '../log.ts';
import { root } from '../root.ts';
import type { Outcome } from './hit.ts';
import type { Recorder } from './recorder.ts';
import { type Question, type Reply, type ThreadData, toError } from './threadMessages.ts';

/**
 * Some three times what the thread was seen to need. V8 lets a heap grow the faster the larger it may become: without limits, the
 * garbage of batches takes a hundred megabytes more before it is looked at.
 */
const LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 160 };

const PROGRAM = path.join(root, 'dist/thread.js');

interface Asked {
  resolve: (outcomes: Outcome[]) => void;
  reject: (error: Error) => void;
}

type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never;

/**
 * The recorder in a thread of its own (dist/thread.js), so that neither a transaction nor an unheard-of user agent holds up
 * requests. A thread that ends by itself fails what it was asked, and the next batch starts another.
 * @param program another one, for tests.
 * @throws what the thread says when it cannot start.
 */
export async function startRecorderThread(data: ThreadData, log: Log, program = PROGRAM): Promise<Recorder> {
  let thread = await startThread(program, data, log);
  let starting: Promise<void> | null = null;

  async function startAnother(): Promise<void> {
    try {
      thread = await startThread(program, data, log);
    } finally {
      starting = null;
    }
  }

  async function ask(question: Unnumbered<Question>): Promise<Outcome[]> {
    if (thread.ended()) {
      // The first to find it dead starts another; who comes meanwhile waits for that one.
      starting ??= startAnother();
      await starting;
    }
    return thread.ask(question);
  }

  return {
    record: (items) => ask({ kind: 'record', items }),
    async refresh(now) {
      await ask({ kind: 'refresh', now });
    },
    async close() {
      await starting?.catch(() => undefined);
      if (!thread.ended()) await thread.ask({ kind: 'close' });
      await thread.exited;
    },
  };
}

interface Thread {
  exited: Promise<void>;
  ended(): boolean;
  ask(question: Unnumbered<Question>): Promise<Outcome[]>;
}

async function startThread(program: string, data: ThreadData, log: Log): Promise<Thread> {
  const worker = new Worker(program, { workerData: data, resourceLimits: LIMITS });
  const asked = new Map<number, Asked>();
  let last = 0;
  let failure: Error | null = null;
  let hasEnded = false;

  const exited = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      hasEnded = true;
      const error = failure ?? new Error('The thread that records hits ended.');
      for (const { reject } of asked.values()) reject(error);
      asked.clear();
      resolve();
    });
  });
  worker.on('error', (error) => {
    failure = error;
    log.error({ err: error }, 'The thread that records hits ended; the next hits start another');
  });

  await new Promise<void>((resolve, reject) => {
    worker.on('message', (reply: Reply) => {
      if (reply.kind === 'ready') resolve();
      else if (reply.kind === 'log') log[reply.level](reply.message);
      else {
        const question = asked.get(reply.id);
        asked.delete(reply.id);
        if (reply.kind === 'done') question?.resolve(reply.outcomes);
        else question?.reject(toError(reply.error));
      }
    });
    void exited.then(() => reject(failure ?? new Error('The thread that records hits did not start.')));
  });

  return {
    exited,
    ended: () => hasEnded,
    ask(question: Unnumbered<Question>): Promise<Outcome[]> {
      return new Promise((resolve, reject) => {
        last += 1;
        asked.set(last, { resolve, reject });
        worker.postMessage({ ...question, id: last });
      });
    },
  };
}
