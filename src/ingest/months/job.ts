import { setTimeout } from 'node:timers/promises';
import { localTime } from '../../calendar/clock.ts';
import { addDays, dayNumber, dayText } from '../../calendar/days.ts';
import type { Deps } from '../../context.ts';
import { sql } from '../../db/sql/sql.ts';
import { PAGE, websitesWith } from '../store/websitesWith.ts';
import { addToMonths } from './sum.ts';

/** How long a run of the job works at most, in ms. The other jobs wait for it. */
const MAX_RUN_MS = 20_000;
/** The pause after a website, as a multiple of the time that it took: hits take precedence. */
const REST = 1;

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

  /** Finds the websites with hits that their months do not include, up to the day of each. */
  const behind = (asked: { websiteId: number; day: number }[]) =>
    websitesWith(
      db,
      asked,
      (ofWebsites) => sql`
        FROM "Stat" WHERE "Stat"."websiteId" = "WebsiteLock"."websiteId"
          AND "Stat"."name" = 'visitors' AND "Stat"."period" > 9999999
          AND "Stat"."period" > "WebsiteLock"."monthsThrough" AND "Stat"."period" <= "asked"."day"
          AND ${ofWebsites('"Stat"."websiteId"')}`,
    );

  return async () => {
    const until = clock() + MAX_RUN_MS;
    const websites = await db.read.website.findMany({ select: { id: true, timezone: true } });
    const due = websites
      .map(({ id, timezone }) => ({ websiteId: id, today: localTime(timezone, now()).day }))
      .filter(({ websiteId, today }) => done.get(websiteId) !== today)
      .map((one) => ({ ...one, day: dayNumber(addDays(dayText(one.today), -1)) }));
    for (let from = 0; from < due.length; from += PAGE) {
      const page = due.slice(from, from + PAGE);
      const found = await behind(page);
      for (const { websiteId, today, day } of page) {
        if (found.has(websiteId)) {
          const started = clock();
          await db.write((tx) => addToMonths(tx, websiteId, day));
          await pause(REST * (clock() - started));
        }
        done.set(websiteId, today);
        if (clock() >= until) return;
      }
    }
  };
}
