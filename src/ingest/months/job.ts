import { localTime } from '../../calendar/clock.ts';
import { addDays, dayNumber, dayText } from '../../calendar/days.ts';
import type { Database } from '../../db/database.ts';
import { fromJson } from '../../db/sql/dialect.ts';
import { raw, sql } from '../../db/sql/sql.ts';
import { type Pace, workThrough } from '../../threads/workThrough.ts';
import { addToMonths } from './sum.ts';

/** How long a run of the job works at most, in ms. The other jobs wait for it. */
const MAX_RUN_MS = 20_000;
/** Number of websites that are looked at with one statement. */
const PAGE = 1_000;

/** A website, and the last day that its months should include, as 20261121. */
interface WebsiteDay {
  websiteId: number;
  day: number;
}

const yesterdayOf = (timezone: string, now: number): number =>
  dayNumber(addDays(dayText(localTime(timezone, now).day), -1));

/**
 * Creates the job that adds the days that are over to the months of the rollup. It looks at a website when
 * its day has changed, and continues in the next minute if there are many websites. Statistics are the same
 * before and after: until then, the days count by themselves.
 * @param clock monotonic milliseconds.
 */
export function monthJob(
  { db, now }: { db: Database; now: () => number },
  clock: () => number = () => performance.now(),
  pause?: Pace['pause'],
): () => Promise<void> {
  /** By website: the day through which its months are known to be complete. */
  const done = new Map<number, number>();

  /** Finds the websites with hits that their months do not include, up to the day of each. */
  async function behind(asked: readonly WebsiteDay[]): Promise<Set<number>> {
    const { read, dialect } = db;
    const websites = asked.map(({ websiteId }) => websiteId);
    const list = asked.map(({ websiteId, day }) => [websiteId, day]);
    const found = await read.$queryRaw<{ websiteId: number | bigint }[]>(sql`
      SELECT "Stat"."websiteId"
      FROM ${fromJson(dialect, list, { websiteId: 'INTEGER', day: 'INTEGER' })} AS "asked"
      CROSS JOIN "WebsiteLock"
      CROSS JOIN "Stat"
      WHERE "WebsiteLock"."websiteId" = "asked"."websiteId" AND "Stat"."websiteId" = "asked"."websiteId"
        AND "Stat"."name" = 'visitors' AND "Stat"."period" > 9999999
        AND "Stat"."period" > "WebsiteLock"."monthsThrough" AND "Stat"."period" <= "asked"."day"
        AND ${dialect.amongWebsites(raw('"WebsiteLock"."websiteId"'), websites)}
        AND ${dialect.amongWebsites(raw('"Stat"."websiteId"'), websites)}
      GROUP BY "Stat"."websiteId"`);
    return new Set(found.map(({ websiteId }) => Number(websiteId)));
  }

  return async () => {
    const until = clock() + MAX_RUN_MS;
    const websites = await db.read.website.findMany({ select: { id: true, timezone: true } });
    const due = websites
      .map(({ id, timezone }): WebsiteDay => ({ websiteId: id, day: yesterdayOf(timezone, now()) }))
      .filter(({ websiteId, day }) => done.get(websiteId) !== day);
    for (let from = 0; from < due.length; from += PAGE) {
      const page = due.slice(from, from + PAGE);
      const found = await behind(page);
      for (const { websiteId, day } of page) if (!found.has(websiteId)) done.set(websiteId, day);
      const isDone = await workThrough(
        page.filter(({ websiteId }) => found.has(websiteId)),
        async ({ websiteId, day }) => {
          await db.write((tx) => addToMonths(tx, websiteId, day));
          done.set(websiteId, day);
        },
        { clock, pause, until },
      );
      if (!isDone) return;
    }
  };
}
