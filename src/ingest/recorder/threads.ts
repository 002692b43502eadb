import path from 'node:path';
import type { Channel } from '../../db/database.ts';
import type { Log } from '../../log.ts';
import { root } from '../../root.ts';
import { keepThread } from '../../threads/keep.ts';
import type { Arrival, Attempted, Drop } from '../hit.ts';
import type { Recorder } from './recorder.ts';

/**
 * About three times the memory that the thread was measured to need. V8 grows a heap faster the larger its
 * limit is: without limits, garbage of batches takes 100 MB more before it is collected. The objects of a
 * batch live until it is committed. In a young generation of half the size more of them became old before,
 * and with 1,000 websites the thread took 30 % of its time to collect garbage.
 */
const LIMITS = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 160 };

const PROGRAM = path.join(root, 'dist/thread.js');

/** The `workerData` of the recorder thread. */
export interface ThreadData {
  databaseUrl: string;
  geoDatabase: string | undefined;
  /** As `RecorderDeps.dailyHits`. */
  dailyHits: number;
}

/** A message to the recorder thread. The answer to `record` is the outcome of each item. */
export type RecorderQuestion =
  | { kind: 'record'; items: readonly (Arrival | Drop)[]; channel: Channel }
  | { kind: 'refresh'; now: number };

/**
 * Runs the recorder in a worker thread (dist/thread.js). Neither a transaction nor the parsing of an uncached
 * User-Agent blocks requests. If the thread ends unexpectedly, its pending messages fail and the next batch
 * starts a new thread.
 * @param program another program, for tests.
 * @throws the error with which the thread failed to start.
 */
export async function startRecorderThread(data: ThreadData, log: Log, program = PROGRAM): Promise<Recorder> {
  const thread = await keepThread<RecorderQuestion, Attempted[]>({
    program,
    data,
    limits: LIMITS,
    does: 'records hits',
    log,
  });
  return {
    record: (items, channel = { node: null, number: 0 }) => thread.ask({ kind: 'record', items, channel }),
    async refresh(now) {
      await thread.ask({ kind: 'refresh', now });
    },
    close: () => thread.close(),
  };
}
