import type { Deps } from '../context.ts';
import { EMAIL_EVERY, type EmailEvery } from '../websites/settings.ts';
import { type Due, dueReport, wasAskedBefore } from './periods.ts';
import type { ReportState } from './states.ts';

type QueueDeps = Pick<Deps, 'db' | 'now'>;

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
          ...{ id: { gt: after }, email: true, emailEvery: every, timezone: { in: [...timezones.keys()] } },
          reports: { none: { period } },
        },
        select: { id: true, timezone: true, emailSince: true },
        orderBy: { id: 'asc' },
        take: PAGE,
      });
      const last = websites.at(-1);
      if (!last) return;
      after = last.id;
      const asked = websites.filter(({ timezone, emailSince }) => {
        const due = timezones.get(timezone);
        return due && (!emailSince || wasAskedBefore(due, timezone, emailSince.getTime()));
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
        ...{ websiteId: id, period, state: 'waiting' satisfies ReportState },
        ...{ attempts: 0, nextAt: at, createdAt: at },
      }));
      if (data.length > 0) await tx.report.createMany({ data });
    });
  }
}
