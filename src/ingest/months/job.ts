import { setTimeout } from 'node:timers/promises';
import { localTime } from '../../calendar/clock.ts';
import { addDays, dayNumber, dayText } from '../../calendar/days.ts';
import type { Deps } from '../../context.ts';
import { addToMonths } from './sum.ts';

/** How long a run of the job works at most, in ms. The other jobs wait for it. */
const MAX_RUN_MS = 20_000;
/** The pause after a website, as a multiple of the time that it took: hits take precedence. */
const REST = 1;

type Integer = number | bigint;

/**
 * Creates the job that adds the days that are over to the months of the rollup. It looks at a website when
 * its day has changed, and continues in the next minute if there are many websites. Statistics are the same
 * before and after: until then, the days count by themselves.
 * @param clock monotonic milliseconds.
 */
export function monthJob(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  clock: () => number = () => performance.now(),
  pause: (ms: number) => Promise<unknown> = setTimeout,
): () => Promise<void> {
  /** By website: the day on which it was looked at. */
  const done = new Map<number, number>();

  /** Whether a website has hits that its months do not include, up to the day `through`. */
  async function isBehind(websiteId: number, through: number): Promise<boolean> {
    const rows = await db.read.$queryRaw<{ period: Integer }[]>`
      SELECT "Stat"."period" FROM "WebsiteLock" CROSS JOIN "Stat"
      WHERE "WebsiteLock"."websiteId" = ${websiteId} AND "Stat"."websiteId" = ${websiteId}
        AND "Stat"."name" = 'visitors' AND "Stat"."period" > 9999999
        AND "Stat"."period" > "WebsiteLock"."monthsThrough" AND "Stat"."period" <= ${through}
      LIMIT 1`;
    return rows.length > 0;
  }

  return async () => {
    const until = clock() + MAX_RUN_MS;
    for (const { id, timezone } of await db.read.website.findMany({ select: { id: true, timezone: true } })) {
      const today = localTime(timezone, now()).day;
      if (done.get(id) === today) continue;
      const yesterday = dayNumber(addDays(dayText(today), -1));
      if (await isBehind(id, yesterday)) {
        const started = clock();
        await db.write((tx) => addToMonths(tx, id, yesterday));
        await pause(REST * (clock() - started));
      }
      done.set(id, today);
      if (clock() >= until) return;
    }
  };
}
