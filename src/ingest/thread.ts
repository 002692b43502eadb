/**
 * The program of the recorder thread (threads.ts). It has its own connection, salts, User-Agent parser and
 * database of places.
 */
import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { openDirect } from '../db/open.ts';
import { type Asked, fromError, type Reply } from '../threads/messages.ts';
import { createUserAgentParser, warmUp } from './device/userAgent.ts';
import { openPlaces } from './geo/place.ts';
import type { Outcome } from './hit.ts';
import { createRecorder, MAX_BATCH } from './recorder.ts';
import type { Question, ThreadData } from './threads.ts';

const port = parentPort;
if (!port) throw new Error('This is no program of its own: src/ingest/threads.ts starts it.');
const { databaseUrl, geoDatabase, limits } = workerData as ThreadData;
const say = (reply: Reply<Outcome[]>) => port.postMessage(reply);

const connection = await openDirect(databaseUrl);
const recorder = createRecorder({
  write: (fn) => connection.transaction(fn),
  now: Date.now,
  random: randomBytes,
  parseUserAgent: createUserAgentParser(),
  places: openPlaces({
    database: geoDatabase,
    log: {
      info: (message) => say({ kind: 'log', level: 'info', message }),
      warn: (message) => say({ kind: 'log', level: 'warn', message }),
    },
  }),
  limits,
});

let warm = false;

/**
 * Warms up the User-Agent parser, once. The server sends the first `refresh` when it listens, so the warm-up
 * does not delay the start. It delays only the hits that arrive meanwhile.
 */
function warmOnce(): void {
  if (warm) return;
  warm = true;
  setImmediate().then(warmUp);
}

type Recording = Extract<Asked<Question>, { kind: 'record' }>;

const questions: Asked<Question>[] = [];
let busy = false;

/**
 * Removes the batches at the head of `questions` and returns them. It stops once they have `MAX_BATCH` items.
 */
function nextBatches(): Recording[] {
  const batches: Recording[] = [];
  let items = 0;
  for (const question of questions) {
    if (question.kind !== 'record' || items >= MAX_BATCH) break;
    batches.push(question);
    items += question.items.length;
  }
  questions.splice(0, batches.length);
  return batches;
}

/** Records batches in one transaction: the more hits share it, the lower the cost per hit. */
async function record(batches: Recording[]): Promise<void> {
  try {
    const outcomes = await recorder.record(batches.flatMap(({ items }) => items));
    let start = 0;
    for (const { id, items } of batches) {
      say({ kind: 'done', id, answer: outcomes.slice(start, start + items.length) });
      start += items.length;
    }
  } catch (error) {
    for (const { id } of batches) say({ kind: 'failed', id, error: fromError(error) });
  }
}

async function answer(question: Exclude<Asked<Question>, Recording>): Promise<void> {
  const { id } = question;
  try {
    if (question.kind === 'refresh') {
      await recorder.refresh(question.now);
      warmOnce();
    } else {
      await recorder.close();
      await connection.close();
      // Only the port keeps the thread alive. `close` instead of `unref` could lose the last message.
      port?.unref();
    }
    say({ kind: 'done', id, answer: [] });
  } catch (error) {
    say({ kind: 'failed', id, error: fromError(error) });
  }
}

async function run(): Promise<void> {
  for (;;) {
    // Lets the event loop deliver the messages that arrived meanwhile.
    await setImmediate();
    const batches = nextBatches();
    if (batches.length > 0) await record(batches);
    else {
      const question = questions.shift();
      if (!question) break;
      if (question.kind !== 'record') await answer(question);
    }
  }
  busy = false;
}

port.on('message', (question: Asked<Question>) => {
  questions.push(question);
  if (busy) return;
  busy = true;
  void run();
});
say({ kind: 'ready' });
