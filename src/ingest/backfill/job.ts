import { setTimeout } from 'node:timers/promises';
import type { Database } from '../../db/database.ts';
import type { Log } from '../../log.ts';
import { completeDay } from './complete.ts';

/** How long a run of the job works at most, in ms. The other jobs wait for it. */
const MAX_RUN_MS = 30_000;
/** The pause after a day, as a multiple of the time that it took: hits take precedence. */
const REST = 1;
/** Days that are read together. */
const PAGE = 100;

/**
 * Creates the job that completes the days of an earlier version, the newest first. It continues in the next
 * run if there are many.
 * @param clock monotonic milliseconds.
 */
export function backfillJob(
  { db, log }: { db: Database; log: Log },
  clock: () => number = () => performance.now(),
  pause: (ms: number) => Promise<unknown> = setTimeout,
): () => Promise<void> {
  let done = false;
  return async () => {
    if (done) return;
    const until = clock() + MAX_RUN_MS;
    let completed = 0;
    for (;;) {
      const page = await db.read.pendingDay.findMany({
        orderBy: [{ day: 'desc' }, { websiteId: 'asc' }],
        take: PAGE,
      });
      for (const day of page) {
        const started = clock();
        await db.write((tx) => completeDay(tx, day));
        completed += 1;
        if (clock() >= until) break;
        await pause(REST * (clock() - started));
      }
      if (page.length === 0 || clock() >= until) break;
    }
    const left = await db.read.pendingDay.count();
    done = left === 0;
    if (completed > 0)
      log.info(
        { completed, left },
        done
          ? 'All days of the earlier version have been counted again'
          : `Days of the earlier version are counted again: ${left} are left`,
      );
  };
}
