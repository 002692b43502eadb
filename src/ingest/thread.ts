/** The thread that records hits (threads.ts): its own connection, salts, parser of user agents and database of places. */
import { randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { openDirect } from '../db/direct.ts';
import { hitIds } from './ids.ts';
import { openPlaces } from './place.ts';
import { createRecorder } from './recorder.ts';
import { fromError, type Question, type Reply, type ThreadData } from './threadMessages.ts';
import { createUserAgentParser, warmUp } from './userAgent.ts';

const port = parentPort;
if (!port) throw new Error('This is no program of its own: src/ingest/threads.ts starts it.');
const { databaseUrl, geoDatabase, newestId } = workerData as ThreadData;
const say = (reply: Reply) => port.postMessage(reply);

const connection = openDirect(databaseUrl);
const recorder = createRecorder({
  write: (fn) => connection.transaction(fn),
  nextId: hitIds(Date.now, randomBytes, newestId),
  random: randomBytes,
  parseUserAgent: createUserAgentParser(),
  places: openPlaces({
    database: geoDatabase,
    log: {
      info: (message) => say({ kind: 'log', level: 'info', message }),
      warn: (message) => say({ kind: 'log', level: 'warn', message }),
    },
  }),
});

async function answer(question: Question): Promise<void> {
  const { id } = question;
  try {
    if (question.kind === 'record') {
      say({ kind: 'done', id, outcomes: await recorder.record(question.items) });
    } else if (question.kind === 'refresh') {
      await recorder.refresh(question.now);
      say({ kind: 'done', id, outcomes: [] });
    } else {
      await recorder.close();
      connection.close();
      say({ kind: 'done', id, outcomes: [] });
      // Nothing else keeps the thread; closing the port could lose what was just said.
      port?.unref();
    }
  } catch (error) {
    say({ kind: 'failed', id, error: fromError(error) });
  }
}

// One after the other: they share a connection.
let last = Promise.resolve();
port.on('message', (question: Question) => {
  last = last.then(() => answer(question));
});
say({ kind: 'ready' });
// After that: hits that come meanwhile wait for as long as it takes, but nothing else does.
warmUp();
