/**
 * The worker thread that sends email reports (threads.ts). It has its own database connection, and runs only
 * while there are reports to send.
 */
import { randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { createHashing } from '../auth/hashing.ts';
import type { Config } from '../config.ts';
import { openDatabase } from '../db/open.ts';
import type { Log } from '../log.ts';
import { type Asked, fromError, type Reply } from '../threads/messages.ts';
import { sendWaiting } from './round.ts';
import type { Question } from './threads.ts';

const port = parentPort;
if (!port) throw new Error('This is no program of its own: src/reports/threads.ts starts it.');
const config = workerData as Config;
const say = (reply: Reply<null>) => port.postMessage(reply);

/** Long, because hits come first. A server under load releases the lock often. */
const LOCK_TIMEOUT_MS = 15_000;
/** The pause after a chunk, as a multiple of the chunk's duration. Reports are not urgent. */
const REST = 2;

const tell =
  (level: 'info' | 'warn' | 'error') =>
  (fields: object, message: string): void =>
    say({ kind: 'log', level, message, fields });
// The main thread writes this thread's log messages.
const log = { info: tell('info'), warn: tell('warn'), error: tell('error') } as Log;

const db = await openDatabase(config.databaseUrl, { lockTimeout: LOCK_TIMEOUT_MS });
const hashing = createHashing();
const stops = { soon: new AbortController(), now: new AbortController() };
const stop = { soon: stops.soon.signal, now: stops.now.signal };

async function answer(question: Question): Promise<void> {
  if (question.kind === 'stop') stops[question.how].abort();
  else if (question.kind === 'send')
    await sendWaiting(
      question.due,
      { config, db, log, now: Date.now, random: randomBytes, hashing },
      config.smtpUrl ?? '',
      stop,
      REST,
    );
  else {
    await db.close();
    // Only the port keeps the thread alive. Closing it could lose the last messages.
    port?.unref();
  }
}

port.on('message', (question: Asked<Question>) => {
  const { id } = question;
  answer(question).then(
    () => say({ kind: 'done', id, answer: null }),
    (error: unknown) => say({ kind: 'failed', id, error: fromError(error) }),
  );
});
say({ kind: 'ready' });
