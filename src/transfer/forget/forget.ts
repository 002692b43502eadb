import type { Database, Transaction } from '../../db/database.ts';
import { notFound, stillCounting } from '../../errors.ts';
import type { WebsiteDay } from '../../ingest/backfill/visits.ts';
import { DELETED } from '../../ingest/hit.ts';
import { lockWebsites } from '../../ingest/store/locks.ts';
import { type Pace, workThrough } from '../../threads/workThrough.ts';
import type { ForgetConditions } from './conditions.ts';
import { deleteHits } from './day.ts';
import { type DayToForget, hitsOfDay, type Matched, matchedVisits, visitorsOf } from './hits.ts';
import { removeProperty } from './properties.ts';
import { type ForgottenSums, forgetSums } from './sums.ts';

/** Visitors whose hits are deleted in one transaction, which takes about a second on SQLite. */
const VISITORS = 10_000;

/** How much meets the conditions. */
export interface Forgotten extends ForgottenSums {
  /** Hits that are deleted, or from which the property is removed. */
  hits: number;
  /** The visits, visitors (by day) and days that have such hits. */
  visits: number;
  visitors: number;
  days: number;
  /** Counts of dropped hits that are deleted, too. */
  drops: number;
}

interface Step extends WebsiteDay {
  conditions: ForgetConditions;
  /** The last visitor that was worked on, in decimal digits; null at the beginning. */
  after: string | null;
  matched: Matched[];
}

export interface ForgetOptions {
  /** Only counts. */
  dryRun?: boolean;
  clock?: Pace['clock'];
  pause?: Pace['pause'];
  /** Visitors of one transaction. */
  visitors?: number;
}

/**
 * Forgets hits of a website and daily sums of its imports, or a property of hits. Each transaction is about
 * one day and leaves the statistics consistent, and hits are recorded between them. If it is interrupted, the
 * same call does the rest.
 * @throws AppError `unavailable` while days of an earlier version are still being counted; `not_found` if the
 *   website is deleted meanwhile.
 */
export async function forget(
  db: Pick<Database, 'read' | 'write' | 'scrub'>,
  websiteId: number,
  conditions: ForgetConditions,
  { dryRun = false, clock, pause, visitors = VISITORS }: ForgetOptions = {},
): Promise<Forgotten> {
  const { before, property } = conditions;
  const earlier = { websiteId, ...(before !== null && { day: { lt: before } }) };
  if ((await db.read.pendingDay.count({ where: earlier })) > 0) throw stillCounting();
  const days = await db.read.dayTotal.findMany({
    where: earlier,
    select: { day: true },
    orderBy: { day: 'asc' },
  });
  const all = { hits: 0, visits: 0, visitors: 0, days: 0, drops: 0, sums: 0, undivided: 0 };

  function count(matched: readonly Matched[], isFirst: boolean): void {
    if (matched.length > 0 && isFirst) all.days += 1;
    all.visits += matched.length;
    all.visitors += visitorsOf(matched).length;
    for (const { hits } of matched) all.hits += hits;
  }

  /** The steps of a day: each continues after the visitors of the one before. */
  function* steps() {
    for (const { day } of days) {
      const step: Step = { websiteId, day, conditions, after: null, matched: [] };
      do {
        const { after } = step;
        yield step;
        count(step.matched, after === null);
        step.after = step.matched.at(-1)?.visitor ?? null;
      } while (step.after !== null);
    }
  }

  async function find(tx: Pick<Transaction, '$queryRaw'>, step: Step): Promise<DayToForget> {
    const ofDay = await hitsOfDay(tx, step);
    step.matched = await matchedVisits(tx, { ...step, ofDay, visitors });
    return { websiteId, day: step.day, conditions, ofDay, matched: step.matched };
  }

  async function work(step: Step): Promise<void> {
    // Most days have no such hits, and need no lock.
    await find(db.read, step);
    if (dryRun || step.matched.length === 0) return;
    await db.write(async (tx) => {
      const refused = await lockWebsites(tx, [step]);
      if (refused.get(websiteId) === DELETED) throw notFound();
      const found = await find(tx, step);
      if (found.matched.length === 0) return;
      if (property === null) await deleteHits(tx, found);
      else await removeProperty(tx, found, property);
    });
  }

  await workThrough(steps(), work, { clock, pause, until: Number.POSITIVE_INFINITY });
  all.drops = await forgetDrops(db, websiteId, conditions, dryRun);
  Object.assign(all, await forgetSums(db, websiteId, conditions, dryRun));
  if (!dryRun) await db.scrub();
  return all;
}

/** Deletes the counts of dropped hits of days before a day, which have no path and no country. */
async function forgetDrops(
  { read, write }: Pick<Database, 'read' | 'write'>,
  websiteId: number,
  { before, path, country, property }: ForgetConditions,
  dryRun: boolean,
): Promise<number> {
  if (before === null || path !== null || country !== null || property !== null) return 0;
  const where = { websiteId, day: { lt: before } };
  if (dryRun) return read.drop.count({ where });
  const { count } = await write((tx) => tx.drop.deleteMany({ where }));
  return count;
}
