import { setTimeout } from 'node:timers/promises';
import type { Database } from '../../db/database.ts';
import type { Log } from '../../log.ts';
import { hasOldPaths, renamePaths } from './paths.ts';

/** The setting that tells the form of all stored paths. Missing: days of an earlier version may be left. */
const FORM = { key: 'path_form', value: '1' };

/** How long a run of the job works at most, in ms. The other jobs wait for it. */
const MAX_RUN_MS = 30_000;
/** The pause after a day, as a multiple of the time that it took: hits take precedence. */
const REST = 1;

/**
 * Creates the job that gives the paths of an earlier version their one form, the newest days first. It goes on
 * in the next run if there are many days, begins again when another instance becomes the leader, and does
 * nothing once it has seen all days.
 * @param clock monotonic milliseconds.
 */
export function pathJob(
  { db, log }: { db: Database; log: Log },
  clock: () => number = () => performance.now(),
  pause: (ms: number) => Promise<unknown> = setTimeout,
): () => Promise<void> {
  let done = false;
  /** The websites that are left; null before the first run. */
  let websites: number[] | null = null;
  /** The days of the first of them that are left; null before they are known. */
  let days: number[] | null = null;
  let changed = 0;

  return async () => {
    if (done) return;
    if (websites === null) {
      done = (await db.read.setting.findUnique({ where: { key: FORM.key } }))?.value === FORM.value;
      if (done) return;
      const rows = await db.read.website.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
      websites = rows.map(({ id }) => id);
    }
    const until = clock() + MAX_RUN_MS;
    for (let websiteId = websites[0]; websiteId !== undefined; websiteId = websites[0]) {
      days ??= await daysOf(db, websiteId);
      for (let day = days[0]; day !== undefined; day = days[0]) {
        const started = clock();
        const of = { websiteId, day };
        if (await hasOldPaths(db, of)) changed += await db.write((tx) => renamePaths(tx, of));
        days.shift();
        if (clock() >= until) return;
        await pause(REST * (clock() - started));
      }
      websites.shift();
      days = null;
    }
    await db.write((tx) => tx.setting.upsert({ where: { key: FORM.key }, create: FORM, update: FORM }));
    done = true;
    if (changed > 0) log.info({ changed }, 'All paths of the earlier version have the form of this one');
  };
}

async function daysOf({ read }: Database, websiteId: number): Promise<number[]> {
  const rows = await read.stat.groupBy({
    by: ['period'],
    where: { websiteId, name: { in: ['pageviews', 'events'] }, period: { gt: 9_999_999 } },
    orderBy: { period: 'desc' },
  });
  return rows.map(({ period }) => period);
}
