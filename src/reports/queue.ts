import type { Deps } from '../context.ts';
import type { Report as Row, Website } from '../generated/prisma/client.ts';
import { EMAIL_EVERY, type EmailEvery } from '../resolvers/websiteInput.ts';
import { type Due, dueReport, wasAskedBefore } from './periods.ts';
import { GIVE_UP_AFTER_MS, type ReportState } from './states.ts';

type QueueDeps = Pick<Deps, 'db' | 'now' | 'random'>;

/** A report that this instance is at, with its website and the address of its account. */
export type Claimed = Row & { website: Website & { account: { email: string } } };

/** After that an instance that has a report is taken for dead, and others may take it. */
export const CLAIM_MS = 5 * 60_000;
/** Websites that are looked at in one go. */
const PAGE = 500;

const withWebsite = { website: { include: { account: { select: { email: true } } } } } as const;

/**
 * Puts every report that is due and not there yet into the queue: one row for a website and a period, whoever comes first.
 * @returns how many.
 */
export async function enqueueDue({ db, now }: QueueDeps): Promise<number> {
  const kinds = await db.read.website.groupBy({ by: ['emailEvery', 'timezone'], where: { email: true } });
  // Time zones that are due for the same are looked at together: there are hundreds of them.
  const groups = new Map<string, { every: string; timezones: Map<string, Due> }>();
  for (const { emailEvery, timezone } of kinds) {
    const due = emailEvery in EMAIL_EVERY ? dueReport(emailEvery as EmailEvery, timezone, now()) : null;
    if (!due) continue;
    const group = groups.get(due.period.name) ?? { every: emailEvery, timezones: new Map<string, Due>() };
    group.timezones.set(timezone, due);
    groups.set(due.period.name, group);
  }
  let count = 0;
  for (const [period, { every, timezones }] of groups) count += await enqueue(period, every, timezones);
  return count;

  async function enqueue(period: string, every: string, timezones: Map<string, Due>): Promise<number> {
    let found = 0;
    for (let after = 0; ; ) {
      const websites = await db.read.website.findMany({
        where: {
          ...{ id: { gt: after }, email: true, emailEvery: every, timezone: { in: [...timezones.keys()] } },
          reports: { none: { period } },
        },
        select: { id: true, timezone: true, emailSince: true },
        orderBy: { id: 'asc' },
        take: PAGE,
      });
      const last = websites.at(-1);
      if (!last) return found;
      after = last.id;
      const asked = websites.filter(({ timezone, emailSince }) => {
        const due = timezones.get(timezone);
        return due && (!emailSince || wasAskedBefore(due, timezone, emailSince.getTime()));
      });
      if (asked.length > 0)
        found += await insert(
          asked.map(({ id }) => id),
          period,
        );
    }
  }

  /** Under the lock that keeps other instances out: who comes second finds them there. */
  function insert(ids: number[], period: string): Promise<number> {
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
        ...{ websiteId: id, period, state: 'waiting' satisfies ReportState },
        ...{ attempts: 0, nextAt: at, createdAt: at },
      }));
      if (data.length > 0) await tx.report.createMany({ data });
      return data.length;
    });
  }
}

/** Takes some reports whose time has come, for this instance alone. */
export function claimWaiting(limit: number, { db, now, random }: QueueDeps): Promise<Claimed[]> {
  const claim = Buffer.from(random(12)).toString('hex');
  return db.write(async (tx) => {
    const found = await tx.report.findMany({
      where: { state: 'waiting', nextAt: { lte: new Date(now()) } },
      orderBy: [{ nextAt: 'asc' }, { id: 'asc' }],
      take: limit,
      include: withWebsite,
    });
    if (found.length === 0) return [];
    const off = found.filter(({ website }) => !website.email).map(({ id }) => id);
    if (off.length > 0) await end(off, { state: 'cancelled', error: null });
    const old = found.filter(({ createdAt }) => now() - createdAt.getTime() > GIVE_UP_AFTER_MS);
    for (const { id, error } of old)
      await end([id], { state: 'refused', error: error ?? 'It could not be sent within three days.' });
    const over = new Set([...off, ...old.map(({ id }) => id)]);
    const left = found.filter(({ id }) => !over.has(id));
    const taken = { claim, nextAt: new Date(now() + CLAIM_MS) };
    await tx.report.updateMany({ where: { id: { in: left.map(({ id }) => id) } }, data: taken });
    return left.map((row) => ({ ...row, ...taken }));

    async function end(ids: number[], data: { state: ReportState; error: string | null }): Promise<void> {
      await tx.report.updateMany({
        where: { id: { in: ids } },
        data: { ...data, nextAt: null, claim: null },
      });
    }
  });
}

/** What was handed over by an instance that did not live to see the answer: nobody knows, so it is not sent again. */
export async function endStale({ db, now }: QueueDeps): Promise<void> {
  const where = { state: 'handed_over' satisfies ReportState, nextAt: { lte: new Date(now()) } };
  if ((await db.read.report.findFirst({ where, select: { id: true } })) === null) return;
  const error = 'The server was stopped while the mail server took it.';
  const state: ReportState = 'unknown';
  await db.write((tx) => tx.report.updateMany({ where, data: { state, error, nextAt: null, claim: null } }));
}
