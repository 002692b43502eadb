import path from 'node:path';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { root } from '../root.ts';
import { keepThread } from '../threads/keep.ts';
import type { Send } from './sender.ts';

const PROGRAM = path.join(root, 'dist/reportThread.js');
const LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 192 };

/** The messages to the thread. */
export type ReportQuestion = { kind: 'send'; due: number } | { kind: 'stop'; how: 'soon' | 'now' };

/**
 * Sends reports in a worker thread (dist/reportThread.js), so that they do not delay requests. The thread
 * runs only while there are reports to send.
 */
export function sendInThread(config: Config, log: Log): Send {
  return async (due, stop) => {
    const thread = await keepThread<ReportQuestion, null>({
      program: PROGRAM,
      data: config,
      limits: LIMITS,
      does: 'sends email reports',
      log,
    });
    const tell = (how: 'soon' | 'now') => () => void thread.ask({ kind: 'stop', how }).catch(() => undefined);
    const [soon, now] = [tell('soon'), tell('now')];
    stop.soon.addEventListener('abort', soon);
    stop.now.addEventListener('abort', now);
    // The signal may have been aborted while the thread was starting.
    if (stop.soon.aborted) soon();
    try {
      await thread.ask({ kind: 'send', due });
    } finally {
      stop.soon.removeEventListener('abort', soon);
      stop.now.removeEventListener('abort', now);
      await thread.close();
    }
  };
}
