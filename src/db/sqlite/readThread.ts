/** A thread that reads (readThreads.ts), on a connection of its own. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type Asked, fromError, type Reply } from '../../threads/messages.ts';
import { checkpoint, openReader } from './reader.ts';
import type { Answer, Question, ReadThreadData } from './readThreads.ts';

const port = parentPort;
if (!port) throw new Error('This is no program of its own: src/db/sqlite/readThreads.ts starts it.');
const { databaseUrl, cancelled } = workerData as ReadThreadData;
const say = (reply: Reply<Answer>) => port.postMessage(reply);
/** Of the SELECT that runs. */
let number = 0;
const reader = openReader(databaseUrl, () => Atomics.load(cancelled, 0) !== number);

/** As `nice` has it: 0 is ordinary, 19 the least. */
const NICE = 15;

/** Whoever waits for a long SELECT can wait a little longer; hits and short requests come first. */
function giveWay(): void {
  // Only Linux has priorities of threads: elsewhere it would be the whole process.
  if (process.platform !== 'linux') return;
  try {
    setPriority(NICE);
  } catch {
    // A sandbox that forbids it.
  }
}

giveWay();

port.on('message', (question: Asked<Question>) => {
  const { id } = question;
  try {
    if (question.kind === 'select') {
      number = question.number;
      say({ kind: 'done', id, answer: reader.select(question.sql, question.values) });
    } else if (question.kind === 'checkpoint') {
      say({ kind: 'done', id, answer: checkpoint(databaseUrl) });
    } else {
      reader.close();
      // Nothing else keeps the thread; closing the port could lose what is said last.
      port.unref();
      say({ kind: 'done', id, answer: true });
    }
  } catch (error) {
    say({ kind: 'failed', id, error: fromError(error) });
  }
});
say({ kind: 'ready' });
