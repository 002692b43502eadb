/** The thread that records hits (threads.ts): its own connection, salts, parser of user agents and database of places. */
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
 * Once the server listens, which is when it asks for the first refresh: hits that come meanwhile wait for as long as
 * it takes, but nothing else does.
 */
function warmOnce(): void {
  if (warm) return;
  warm = true;
  setImmediate().then(warmUp);
}

type Recording = Extract<Asked<Question>, { kind: 'record' }>;

const questions: Asked<Question>[] = [];
let busy = false;

/** The batches that wait at the head of the questions, as many as one transaction should take. */
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

/** Records batches in one transaction: the more hits share it, the less it costs each of them. */
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
      // Nothing else keeps the thread; closing the port could lose what is said last.
      port?.unref();
    }
    say({ kind: 'done', id, answer: [] });
  } catch (error) {
    say({ kind: 'failed', id, error: fromError(error) });
  }
}

async function run(): Promise<void> {
  for (;;) {
    // What has arrived meanwhile is seen only now.
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
