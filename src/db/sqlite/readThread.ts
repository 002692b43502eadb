/** A worker thread that reads (readThreads.ts), on its own connection. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type Asked, fromError, type Reply } from '../../threads/messages.ts';
import { checkpoint, openReader } from './reader.ts';
import type { Answer, Question, ReadThreadData } from './readThreads.ts';

const port = parentPort;
if (!port) throw new Error('This is no program of its own: src/db/sqlite/readThreads.ts starts it.');
const { databaseUrl, cancelled } = workerData as ReadThreadData;
const say = (reply: Reply<Answer>) => port.postMessage(reply);
/** The number of the SELECT that runs. */
let number = 0;
const reader = openReader(databaseUrl, () => Atomics.load(cancelled, 0) !== number);

/** As for `nice`: 0 is normal, 19 the lowest priority. */
const NICE = 15;

/** Lowers the priority of this thread: hits and short requests take precedence over long SELECTs. */
function giveWay(): void {
  // Only Linux has thread priorities; elsewhere this would change the whole process.
  if (process.platform !== 'linux') return;
  try {
    setPriority(NICE);
  } catch {
    // A sandbox may forbid it.
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
      // Only the port keeps the thread alive. Closing it could lose the last message.
      port.unref();
      say({ kind: 'done', id, answer: true });
    }
  } catch (error) {
    say({ kind: 'failed', id, error: fromError(error) });
  }
});
say({ kind: 'ready' });
