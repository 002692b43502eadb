/** A worker thread that reads (readThreads.ts), on its own connection. */
import { setPriority } from 'node:os';
import { type Service, serveThread } from '../../threads/serve.ts';
import { checkpoint, openReader } from './reader.ts';
import type { Answer, Question, ReadThreadData } from './readThreads.ts';

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

function open({ databaseUrl, cancelled }: ReadThreadData): Service<Question, Answer> {
  /** The number of the SELECT that runs. */
  let number = 0;
  const reader = openReader(databaseUrl, () => Atomics.load(cancelled, 0) !== number);
  giveWay();
  return {
    answer(question) {
      if (question.kind === 'checkpoint') return checkpoint(databaseUrl);
      number = question.number;
      return reader.select(question.sql, question.values);
    },
    close: () => reader.close(),
  };
}

await serveThread(open);
