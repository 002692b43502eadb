import type { Database } from '../../db/database.ts';
import type { Log } from '../../log.ts';
import { type Pace, workThrough } from '../../threads/workThrough.ts';
import { completeDay } from './complete.ts';

/** How long a run of the job works at most, in ms. The other jobs wait for it. */
const MAX_RUN_MS = 30_000;
/** Days that are read together. */
const PAGE = 100;

/** The days that are left, the newest first. */
async function* pendingDays({ read }: Pick<Database, 'read'>) {
  for (;;) {
    const page = await read.pendingDay.findMany({
      orderBy: [{ day: 'desc' }, { websiteId: 'asc' }],
      take: PAGE,
    });
    if (page.length === 0) return;
    yield* page;
  }
}

/**
 * Creates the job that completes the days of an earlier version, the newest first. It continues in the next
 * run if there are many.
 * @param clock monotonic milliseconds.
 */
export function backfillJob(
  { db, log }: { db: Database; log: Log },
  clock: () => number = () => performance.now(),
  pause?: Pace['pause'],
): () => Promise<void> {
  let done = false;
  return async () => {
    if (done) return;
    const until = clock() + MAX_RUN_MS;
    let completed = 0;
    await workThrough(
      pendingDays(db),
      async (day) => {
        await db.write((tx) => completeDay(tx, day));
        completed += 1;
      },
      { clock, pause, until },
    );
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
