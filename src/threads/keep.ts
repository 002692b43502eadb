import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { Log } from '../log.ts';
import { type Reply, type ThreadRequest, toError } from './messages.ts';

/** The thread ended before it answered a question. The question may be asked again. */
export class ThreadEnded extends Error {}

export interface ThreadOptions {
  /** A file in dist/ that calls `serveThread` (serve.ts). */
  program: string;
  /** The `workerData` of the thread. */
  data: unknown;
  limits: ResourceLimits;
  /** Completes `The thread that …` in log messages. */
  does: string;
  log: Log;
}

/** A worker thread that is replaced after it ended. */
export interface KeptThread<Question, Answer> {
  /**
   * @param moved the buffers of the question that are moved to the thread; the others are copied.
   * @throws the error that the thread sent; {@link ThreadEnded} if it ended; the error of a failed start.
   */
  ask(question: Question, moved?: readonly ArrayBuffer[]): Promise<Answer>;
  /** Closes the thread if it is running, and waits until it has ended. */
  close(): Promise<void>;
}

/**
 * Starts a thread. If it ends by itself, its open questions fail, and the next question starts a new
 * thread.
 * @throws the thread's error if it cannot start.
 */
export async function keepThread<Question, Answer>(
  options: ThreadOptions,
): Promise<KeptThread<Question, Answer>> {
  let thread = await startThread<Question, Answer>(options);
  let starting: Promise<void> | null = null;

  async function startAnother(): Promise<void> {
    try {
      thread = await startThread(options);
    } finally {
      starting = null;
    }
  }

  return {
    async ask(question, moved) {
      if (thread.ended()) {
        // The first caller that finds the thread ended starts a new one; callers that come meanwhile wait for
        // it.
        starting ??= startAnother();
        await starting;
      }
      return thread.ask(question, moved);
    },
    async close() {
      await starting?.catch(() => undefined);
      if (!thread.ended()) {
        await thread.close().catch((error: unknown) => {
          // The thread has already ended, as intended.
          if (!(error instanceof ThreadEnded)) throw error;
        });
      }
      await thread.exited;
    },
  };
}

interface Thread<Question, Answer> {
  exited: Promise<void>;
  ended(): boolean;
  ask(question: Question, moved?: readonly ArrayBuffer[]): Promise<Answer>;
  close(): Promise<unknown>;
}

async function startThread<Question, Answer>({
  program,
  data,
  limits,
  does,
  log,
}: ThreadOptions): Promise<Thread<Question, Answer>> {
  const worker = new Worker(program, { workerData: data, resourceLimits: limits });
  const waiting = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>();
  let last = 0;
  let failure: Error | null = null;
  let hasEnded = false;

  const exited = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      hasEnded = true;
      const error = new ThreadEnded(failure?.message ?? `The thread that ${does} ended.`, { cause: failure });
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
      resolve();
    });
  });
  worker.on('error', (error) => {
    failure = error;
    log.error({ err: error }, `The thread that ${does} ended; the next request starts a new thread`);
  });

  await new Promise<void>((resolve, reject) => {
    worker.on('message', (reply: Reply<Answer>) => {
      if (reply.kind === 'ready') resolve();
      else if (reply.kind === 'log') log[reply.level](reply.fields ?? {}, reply.message);
      else {
        const question = waiting.get(reply.id);
        waiting.delete(reply.id);
        if (reply.kind === 'done') question?.resolve(reply.answer);
        else question?.reject(toError(reply.error));
      }
    });
    void exited.then(() => reject(failure ?? new Error(`The thread that ${does} did not start.`)));
  });

  function send(
    message: Omit<ThreadRequest<Question>, 'id'>,
    moved: readonly ArrayBuffer[] = [],
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      worker.postMessage({ ...message, id: last }, moved);
    });
  }

  return {
    exited,
    ended: () => hasEnded,
    ask: (question, moved) => send({ question }, moved) as Promise<Answer>,
    close: () => send({ close: true }),
  };
}
