import type { Deps } from '../context.ts';
import type { Report as Row, Website } from '../generated/prisma/client.ts';
import { GIVE_UP_AFTER_MS, type ReportState } from './states.ts';

type ClaimDeps = Pick<Deps, 'db' | 'now' | 'random'>;

/** A report that this instance has claimed, with its website and the email address of the account. */
export type Claimed = Row & { website: Website & { account: { email: string } } };

/**
 * The lease of a claim, in ms. After it, the claiming instance is considered dead, and others may claim the
 * report.
 */
export const CLAIM_MS = 5 * 60_000;

const withWebsite = { website: { include: { account: { select: { email: true } } } } } as const;

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
      where: { state: 'waiting', nextAt: { lte: new Date(now()) } },
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
  return { state: 'refused', error: error ?? 'It could not be sent within three days.' };
}

/**
 * Ends reports that an instance handed over before it stopped without recording the outcome. Their outcome is
 * unknown, so they are not sent again.
 */
export async function endStale({ db, now }: ClaimDeps): Promise<void> {
  const where = { state: 'handed_over' satisfies ReportState, nextAt: { lte: new Date(now()) } };
  if ((await db.read.report.findFirst({ where, select: { id: true } })) === null) return;
  const error = 'The server was stopped while the mail server took it.';
  const state: ReportState = 'unknown';
  await db.write((tx) => tx.report.updateMany({ where, data: { state, error, nextAt: null, claim: null } }));
}
