/** A worker thread that reads (readThreads.ts), on its own connection. */
import { lowerPriority } from '../../threads/priority.ts';
import { type Service, serveThread } from '../../threads/serve.ts';
import { checkpoint, openReader } from './reader.ts';
import type { Answer, ReadQuestion, ReadThreadData } from './readThreads.ts';

function open({ databaseUrl, cancelled }: ReadThreadData): Service<ReadQuestion, Answer> {
  /** The number of the SELECT that runs. */
  let number = 0;
  const reader = openReader(databaseUrl, () => Atomics.load(cancelled, 0) !== number);
  lowerPriority();
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
