import path from 'node:path';
import type { Log } from '../log.ts';
import { root } from '../root.ts';
import { keepThread } from '../threads/keep.ts';
import type { Arrival, Drop, Outcome } from './hit.ts';
import type { Recorder, StorageLimits } from './recorder.ts';

/**
 * Some three times what the thread was seen to need. V8 lets a heap grow the faster the larger it may become: without limits, the
 * garbage of batches takes a hundred megabytes more before it is looked at.
 */
const LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 160 };

const PROGRAM = path.join(root, 'dist/thread.js');

/** What the thread starts with. */
export interface ThreadData {
  databaseUrl: string;
  geoDatabase: string | undefined;
  limits: StorageLimits;
}

/** What is asked of the thread. The answer is the outcomes of what it recorded. */
export type Question =
  | { kind: 'record'; items: readonly (Arrival | Drop)[] }
  | { kind: 'refresh'; now: number }
  | { kind: 'close' };

/**
 * The recorder in a thread of its own (dist/thread.js), so that neither a transaction nor an unheard-of user agent holds up
 * requests. A thread that ends by itself fails what it was asked, and the next batch starts another.
 * @param program another one, for tests.
 * @throws what the thread says when it cannot start.
 */
export async function startRecorderThread(data: ThreadData, log: Log, program = PROGRAM): Promise<Recorder> {
  const thread = await keepThread<Question, Outcome[]>({
    program,
    data,
    limits: LIMITS,
    does: 'records hits',
    log,
  });
  return {
    record: (items) => thread.ask({ kind: 'record', items }),
    async refresh(now) {
      await thread.ask({ kind: 'refresh', now });
    },
    close: () => thread.close({ kind: 'close' }),
  };
}
