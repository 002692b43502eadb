import { localTime } from '../../../calendar/clock.ts';
import { addDays, dayNumber, dayText, FIRST_DAY, monthOf } from '../../../calendar/days.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { DatabaseFault } from '../../../db/health/faults.ts';
import type { Website } from '../../../generated/prisma/client.ts';
import type { Analysis } from '../analysis.ts';
import { lastDayOf } from '../months/dimensions.ts';
import { packGroups } from '../pack.ts';
import { type DayFacts, hitsOf, type MonthVersion } from '../read/facts.ts';
import { rangeOfMonth, recentDay } from '../read/parts.ts';
import type { DayRange } from '../read/ranges.ts';
import type { BuiltChunk } from '../read/service.ts';
import type { BuiltSums } from '../read/sumMonth.ts';

const FIRST = dayNumber(FIRST_DAY);
/** Days that are built together, and the hits that they may have together. */
const MAX_DAYS = 50;
const MAX_HITS = 30_000;
/** How long a run of the job works at most, in ms. The other jobs wait for it. */
const MAX_RUN_MS = 30_000;
/**
 * After this many runs, a minute apart, all websites are looked at again: days that are over may have
 * changed.
 */
const RUNS_BETWEEN = 60;
/** After this many runs, the days that are not over are looked at: busy ones get an open chunk. */
const RUNS_BETWEEN_OPEN = 5;
/**
 * The fewest hits of a day for which a chunk is stored before it is over. The rows of fewer are read in some
 * 0.2 s.
 */
const MIN_OPEN_HITS = 20_000;
/** Websites whose current days are looked at together. */
const PAGE = 1_000;
/** Websites whose days that are over are looked at together: some 3,600 days each after ten years. */
const PAGE_OF_ALL_DAYS = 20;

/**
 * Returns the months that are over in every time zone: until then, questions have their last days as single
 * ones.
 * @param recent the first day that is not (`recentDay`).
 */
function monthsOver({ websiteId, from, to: until }: DayRange, recent: number): DayRange {
  const to = Math.min(until, dayNumber(addDays(dayText(recent), -1)));
  const isWhole = to === lastDayOf(monthOf(to));
  return { websiteId, from, to: isWhole ? to : rangeOfMonth(websiteId, monthOf(to)).from - 1 };
}

/** Whether a website no longer exists. What is stored for it now would stay for ever. */
const isDeleted = async (tx: Transaction, id: number): Promise<boolean> =>
  !(await tx.website.findUnique({ where: { id }, select: { id: true } }));

/** Stores a chunk. It is valid while its counts are those of the day, so it needs no lock. */
async function storeChunk({ write }: Pick<Database, 'write'>, chunk: BuiltChunk): Promise<void> {
  const { websiteId, day, pageviews, events, revision, data, extras, tail } = chunk;
  await write(async (tx) => {
    if (await isDeleted(tx, websiteId)) return;
    await tx.$executeRaw`
      INSERT INTO "Chunk" ("websiteId", "day", "pageviews", "events", "revision", "data", "extras", "tail")
      VALUES (${websiteId}, ${day}, ${pageviews}, ${events}, ${revision}, ${new Uint8Array(data)},
        ${new Uint8Array(extras)}, ${tail && new Uint8Array(tail)})
      ON CONFLICT ("websiteId", "day") DO UPDATE SET "pageviews" = excluded."pageviews",
        "events" = excluded."events", "revision" = excluded."revision", "data" = excluded."data",
        "extras" = excluded."extras", "tail" = excluded."tail"`;
  });
}

/** Stores the sums of months. Each is valid while its version is that of the month's days. */
async function storeSums({ write }: Pick<Database, 'write'>, sums: readonly BuiltSums[]): Promise<void> {
  const [first] = sums;
  if (!first) return;
  const { websiteId, month } = first;
  await write(async (tx) => {
    if (await isDeleted(tx, websiteId)) return;
    await tx.monthSums.deleteMany({ where: { websiteId, month } });
    for (const { dimension, version, data } of sums)
      await tx.$executeRaw`
        INSERT INTO "MonthSums" ("websiteId", "month", "dimension", "version", "data")
        VALUES (${websiteId}, ${month}, ${dimension}, ${version}, ${new Uint8Array(data)})`;
  });
}

/**
 * Creates the job that stores the chunks of days that are over, and the sums of months that are. It looks at
 * a website when its day has changed, and at all once an hour, and continues in the next minute if there are
 * many days. What questions found damaged is stored again in each run. A day that cannot be read does not
 * keep the others from being stored; the job then fails at the end of its run.
 * @param clock monotonic milliseconds.
 * @param minOpenHits the fewest hits of a day that gets a chunk before it is over.
 * @param maxDays the number of days after which a run that has worked too long stops.
 */
export function chunkJob(
  { db, analysis, now }: { db: Database; analysis: Analysis; now: () => number },
  clock: () => number = () => performance.now(),
  minOpenHits = MIN_OPEN_HITS,
  maxDays = MAX_DAYS,
): () => Promise<void> {
  /** By website: the day before which it has all chunks. */
  const done = new Map<number, number>();
  let runs = 0;
  /** Whether days that are not over are to be looked at. */
  let areOpenDue = false;

  const groupsOf = (days: readonly DayFacts[]) =>
    packGroups(days, (day) => [1, hitsOf(day)], [maxDays, MAX_HITS]);

  let failure: unknown = null;

  /** Does a part of a run. One that fails does not keep other websites from theirs. */
  async function attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      // The others would fail as well.
      if (error instanceof DatabaseFault) throw error;
      failure ??= error;
      return false;
    }
  }

  async function sealDays(days: readonly DayFacts[]): Promise<void> {
    const seal = (some: readonly DayFacts[]) =>
      attempt(async () => {
        for (const chunk of await analysis.build(some)) await storeChunk(db, chunk);
      });
    if (await seal(days)) return;
    for (const day of days) await seal([day]);
  }

  const sumUp = (month: MonthVersion) => attempt(async () => storeSums(db, await analysis.sum([month])));

  /**
   * Stores what busy days have so far, so that a question need not read all of their rows.
   * @returns whether it was done in time.
   */
  async function storeOpen(
    websites: readonly Pick<Website, 'id' | 'timezone'>[],
    until: number,
  ): Promise<boolean> {
    for (let from = 0; from < websites.length; from += PAGE) {
      const ranges = websites.slice(from, from + PAGE).map(({ id, timezone }) => {
        const today = localTime(timezone, now()).day;
        return { websiteId: id, from: today, to: today };
      });
      for (const day of await analysis.growing(ranges, minOpenHits)) {
        await attempt(async () => {
          for (const chunk of await analysis.buildOpen([day])) await storeChunk(db, chunk);
        });
        if (clock() >= until) return false;
      }
    }
    return true;
  }

  async function run(): Promise<void> {
    const damaged = await analysis.damaged();
    for (const group of groupsOf(damaged.days)) await sealDays(group);
    for (const month of damaged.months) await sumUp(month);
    runs += 1;
    const websites = await db.read.website.findMany({ select: { id: true, timezone: true } });
    const until = clock() + MAX_RUN_MS;
    if (runs % RUNS_BETWEEN_OPEN === 1) areOpenDue = true;
    if (areOpenDue) areOpenDue = !(await storeOpen(websites, until));
    if (runs % RUNS_BETWEEN === 0) done.clear();
    const due = websites
      .map(({ id, timezone }) => ({ websiteId: id, today: localTime(timezone, now()).day }))
      .filter(({ websiteId, today }) => done.get(websiteId) !== today);
    for (let from = 0; from < due.length; from += PAGE_OF_ALL_DAYS) {
      const page = due.slice(from, from + PAGE_OF_ALL_DAYS);
      const ranges = page.map(({ websiteId, today }) => ({ websiteId, from: FIRST, to: today - 1 }));
      for (const group of groupsOf(await analysis.unsealed(ranges))) {
        await sealDays(group);
        if (clock() >= until) return;
      }
      for (const month of await analysis.unsummed(
        ranges.map((range) => monthsOver(range, recentDay(now()))),
      )) {
        await sumUp(month);
        if (clock() >= until) return;
      }
      for (const { websiteId, today } of page) done.set(websiteId, today);
    }
  }

  return async () => {
    failure = null;
    await run();
    if (failure !== null) throw failure;
  };
}
