import { parentPort, workerData } from 'node:worker_threads';
import { fromError, type Reply, type ThreadRequest } from './messages.ts';

/** The work of a worker thread. */
export interface Service<Question, Answer> {
  /** Answers a question. The next one may arrive before this one is answered. */
  answer(question: Question): Answer | Promise<Answer>;
  /** Returns the buffers of an answer that are moved to the asking thread. The others are copied. */
  moved?(answer: Answer): ArrayBuffer[];
  /** Finishes open work and releases everything that keeps the thread alive. */
  close(): void | Promise<void>;
}

/** The log of a worker thread. The thread that started it writes the messages. */
export type ThreadLog = Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;

/**
 * Runs a worker thread that keep.ts starts: creates its service and answers questions until it is closed.
 * @param open creates the service from the thread's data. If it fails, the thread does not start.
 * @throws Error if this is not a worker thread.
 */
export async function serveThread<Data, Question, Answer>(
  open: (data: Data, log: ThreadLog) => Service<Question, Answer> | Promise<Service<Question, Answer>>,
): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('This file only runs as a worker thread. Run dist/main.js to start the server.');
  const say = (reply: Reply<Answer>, moved: ArrayBuffer[] = []) => port.postMessage(reply, moved);
  const logAt = (level: keyof ThreadLog) => (fields: object, message: string) =>
    say({ kind: 'log', level, message, fields });
  const log: ThreadLog = { info: logAt('info'), warn: logAt('warn'), error: logAt('error') };

  const service = await open(workerData as Data, log);

  async function close(): Promise<null> {
    await service.close();
    // Only the port keeps the thread alive. Closing it could lose the last messages.
    port?.unref();
    return null;
  }

  port.on('message', async (asked: ThreadRequest<Question>) => {
    const { id } = asked;
    try {
      const answer = 'question' in asked ? await service.answer(asked.question) : await close();
      say({ kind: 'done', id, answer }, answer === null ? [] : service.moved?.(answer));
    } catch (error) {
      say({ kind: 'failed', id, error: fromError(error) });
    }
  });
  say({ kind: 'ready' });
}
