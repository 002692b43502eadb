/** A thread that reads (readThreads.ts), on a connection of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Asked, fromError, type Reply } from '../threads/messages.ts';
import { openReader } from './direct.ts';
import type { Question, ReadThreadData } from './readThreads.ts';

const port = parentPort;
if (!port) throw new Error('This is no program of its own: src/db/readThreads.ts starts it.');
const { databaseUrl } = workerData as ReadThreadData;
const say = (reply: Reply<unknown[]>) => port.postMessage(reply);
const reader = openReader(databaseUrl);

port.on('message', (question: Asked<Question>) => {
  const { id } = question;
  try {
    if (question.kind === 'select') {
      say({ kind: 'done', id, answer: reader.select(question.sql, question.values) });
    } else {
      reader.close();
      // Nothing else keeps the thread; closing the port could lose what is said last.
      port.unref();
      say({ kind: 'done', id, answer: [] });
    }
  } catch (error) {
    say({ kind: 'failed', id, error: fromError(error) });
  }
});
say({ kind: 'ready' });
