import type { Report as Row, Website } from '../generated/prisma/client.ts';
import { EMAIL_EVERY, type EmailEvery } from '../websites/settings.ts';
import type { ReportDeps } from './context.ts';
import { FIRST_OWNER, type TeamWithOwner } from './recipient.ts';
import { type Due, dueReport, wasAskedBefore, wasThereBefore } from './schedule.ts';
import { GIVE_UP_AFTER_MS, LONGEST_PAUSE_MS, type ReportState } from './states.ts';

type QueueDeps = Pick<ReportDeps, 'db' | 'now'>;

/** Number of websites per batch. */
const PAGE = 500;

/**
 * Enqueues every report that is due and not in the queue yet. The queue has one row per website and period,
 * even if several instances run this at the same time.
 */
export async function enqueueDue({ db, now }: QueueDeps): Promise<void> {
  const kinds = await db.read.website.groupBy({ by: ['emailEvery', 'timezone'], where: { email: true } });
  // Time zones with the same due period share one query, as there are hundreds of time zones.
  const groups = new Map<string, { every: string; timezones: Map<string, Due> }>();
  for (const { emailEvery, timezone } of kinds) {
    const due = emailEvery in EMAIL_EVERY ? dueReport(emailEvery as EmailEvery, timezone, now()) : null;
    if (!due) continue;
    const group = groups.get(due.period.name) ?? { every: emailEvery, timezones: new Map<string, Due>() };
    group.timezones.set(timezone, due);
    groups.set(due.period.name, group);
  }
  for (const [period, { every, timezones }] of groups) await enqueue(period, every, timezones);

  async function enqueue(period: string, every: string, timezones: Map<string, Due>): Promise<void> {
    for (let after = 0; ; ) {
      const websites = await db.read.website.findMany({
        where: {
          id: { gt: after },
          email: true,
          emailEvery: every,
          timezone: { in: [...timezones.keys()] },
          reports: { none: { period } },
        },
        select: { id: true, timezone: true, emailSince: true, createdAt: true },
        orderBy: { id: 'asc' },
        take: PAGE,
      });
      const last = websites.at(-1);
      if (!last) return;
      after = last.id;
      const asked = websites.filter(({ timezone, emailSince, createdAt }) => {
        const due = timezones.get(timezone);
        if (!due || !wasThereBefore(due, timezone, createdAt.getTime())) return false;
        return !emailSince || wasAskedBefore(due, timezone, emailSince.getTime());
      });
      if (asked.length > 0)
        await insert(
          asked.map(({ id }) => id),
          period,
        );
    }
  }

  /** Inserts the missing reports under the write lock. A second instance finds the rows of the first. */
  function insert(ids: number[], period: string): Promise<void> {
    return db.write(async (tx) => {
      const known = await tx.report.findMany({
        where: { period, websiteId: { in: ids } },
        select: { websiteId: true },
      });
      const there = new Set(known.map(({ websiteId }) => websiteId));
      const websites = await tx.website.findMany({
        where: { id: { in: ids.filter((id) => !there.has(id)) }, email: true },
        select: { id: true },
      });
      const at = new Date(now());
      const data = websites.map(({ id }) => ({
        websiteId: id,
        period,
        state: 'waiting' satisfies ReportState,
        attempts: 0,
        nextAt: at,
        createdAt: at,
      }));
      if (data.length > 0) await tx.report.createMany({ data });
    });
  }
}

type ClaimDeps = Pick<ReportDeps, 'db' | 'now' | 'random'>;

/** A report that this instance has claimed, with its website, and the person who gets it. */
export type Claimed = Row & { website: Website & { team: TeamWithOwner } };

/**
 * The lease of a claim, in ms. After it, the claiming instance is considered dead, and others may claim the
 * report.
 */
export const CLAIM_MS = 5 * 60_000;

/** How much the clocks of two instances may differ, in ms (docs/scaling.md). */
const SKEW_MS = 60_000;

/**
 * Selects reports whose time has come. One that is later than any could be was written while the clock was
 * wrong.
 * @param mostMs the longest time for which a report waits.
 */
export function dueAt(now: number, mostMs: number) {
  return { OR: [{ nextAt: { lte: new Date(now) } }, { nextAt: { gt: new Date(now + mostMs + SKEW_MS) } }] };
}

const withWebsite = {
  website: { include: { team: { include: { members: FIRST_OWNER } } } },
} as const;

/**
 * Claims some due reports for this instance only. Ends those that must no longer be sent.
 * @returns an empty array if no more reports are due.
 */
export async function claimWaiting(limit: number, deps: ClaimDeps): Promise<Claimed[]> {
  for (;;) {
    const { found, claimed } = await claimSome(limit, deps);
    if (found === 0 || claimed.length > 0) return claimed;
  }
}

function claimSome(
  limit: number,
  { db, now, random }: ClaimDeps,
): Promise<{ found: number; claimed: Claimed[] }> {
  const claim = Buffer.from(random(12)).toString('hex');
  return db.write(async (tx) => {
    const found = await tx.report.findMany({
      where: { state: 'waiting', ...dueAt(now(), LONGEST_PAUSE_MS) },
      orderBy: [{ nextAt: 'asc' }, { id: 'asc' }],
      take: limit,
      include: withWebsite,
    });
    const claimed: Claimed[] = [];
    for (const row of found) {
      const over = endOf(row, now());
      if (over)
        await tx.report.update({ where: { id: row.id }, data: { ...over, nextAt: null, claim: null } });
      else claimed.push({ ...row, claim });
    }
    const ids = claimed.map(({ id }) => id);
    const nextAt = new Date(now() + CLAIM_MS);
    if (ids.length > 0) await tx.report.updateMany({ where: { id: { in: ids } }, data: { claim, nextAt } });
    return { found: found.length, claimed };
  });
}

/** The final state of a waiting report that must no longer be sent; null if it must still be sent. */
function endOf(
  { website, createdAt, error }: Claimed,
  now: number,
): { state: ReportState; error: string | null } | null {
  if (!website.email) return { state: 'cancelled', error: null };
  if (now - createdAt.getTime() <= GIVE_UP_AFTER_MS) return null;
  return { state: 'refused', error: error ?? 'The report could not be sent within three days.' };
}

/**
 * Ends reports that an instance handed over before it stopped without recording the outcome. Their outcome is
 * unknown, so they are not sent again.
 */
export async function endStale({ db, now }: ClaimDeps): Promise<void> {
  const where = { state: 'handed_over' satisfies ReportState, ...dueAt(now(), CLAIM_MS) };
  if ((await db.read.report.findFirst({ where, select: { id: true } })) === null) return;
  const error = 'Footfall was stopped during the transfer to the mail server.';
  const state: ReportState = 'unknown';
  await db.write((tx) => tx.report.updateMany({ where, data: { state, error, nextAt: null, claim: null } }));
}
