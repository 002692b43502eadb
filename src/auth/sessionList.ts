import { z } from 'zod';
import { invalid, notFound, unauthenticated } from '../errors.ts';
import type { Account, SecurityEvent, Session } from '../generated/prisma/client.ts';
import { type Page, pageBounds, pagingRules } from '../validation/paging.ts';
import { parseInput } from '../validation/rules.ts';
import { requireConfirmation } from './confirmation.ts';
import type { AuthContext } from './context.ts';
import { canForTeam } from './permissions.ts';
import { audited } from './securityLog.ts';
import { isPerson } from './viewer.ts';

const paging = z.object(pagingRules);

/**
 * Lists the sessions of the viewer's account, the most recently used first.
 * @param args `per_page` and `after`; unchecked.
 * @returns null unless the viewer has a browser session.
 */
export async function listSessions(
  args: object,
  { viewer, db, now }: AuthContext,
): Promise<Page<Session> | null> {
  if (!isPerson(viewer)) return null;
  const { offset, limit } = pageBounds(parseInput(paging, args));
  const where = { accountId: viewer.accountId, expiresAt: { gt: new Date(now()) } };
  const rows = await db.read.session.findMany({ where });
  const lastSeen = ({ lastSeenAt, createdAt }: Session) => (lastSeenAt ?? createdAt).getTime();
  rows.sort((a, b) => lastSeen(b) - lastSeen(a) || (a.id < b.id ? -1 : 1));
  return { rows: rows.slice(offset, offset + limit), total: rows.length, offset, limit };
}

/**
 * Ends one session of the viewer's account, or all sessions except the viewer's own.
 * @param which the id of a session, or `others`.
 * @returns the number of sessions ended.
 * @throws AppError `not_found`; `invalid` for the viewer's own session, which `logOut` ends;
 *   `unauthenticated`.
 */
export async function endSessions(which: { id: string } | 'others', context: AuthContext): Promise<number> {
  const { viewer } = context;
  if (!isPerson(viewer)) throw unauthenticated();
  const { accountId, session } = viewer;
  if (which !== 'others' && which.id === session)
    throw invalid({ id: ['Must not be the current session. Log out to end it.'] });
  await requireConfirmation(context);
  const id = which === 'others' ? { not: session } : which.id;
  return audited(context, async (tx, record) => {
    const { count } = await tx.session.deleteMany({ where: { accountId, id } });
    if (count === 0 && which !== 'others') throw notFound();
    if (count > 0) record({ kind: 'sessions_ended', accountId, detail: sessionsInWords(count) });
    return count;
  });
}

/** `1 session`, `3 sessions`. */
export const sessionsInWords = (count: number) => (count === 1 ? '1 session' : `${count} sessions`);

/**
 * Lists the security events of the viewer, and of the viewer's team for those who administer it, the latest
 * first.
 * @param args `per_page` and `after`; unchecked.
 * @returns null unless the viewer has a browser session.
 */
export async function listSecurityEvents(
  args: object,
  { viewer, db }: AuthContext,
): Promise<Page<SecurityEvent & { account: Account | null }> | null> {
  if (!isPerson(viewer)) return null;
  const { offset, limit } = pageBounds(parseInput(paging, args));
  const { accountId, teamId } = viewer;
  const own = { accountId, teamId: null };
  const where = canForTeam(viewer, 'administer') ? { OR: [own, { teamId }] } : own;
  const [rows, total] = await Promise.all([
    db.read.securityEvent.findMany({
      where,
      orderBy: [{ at: 'desc' }, { id: 'desc' }],
      skip: offset,
      take: limit,
      include: { account: true },
    }),
    db.read.securityEvent.count({ where }),
  ]);
  return { rows, total, offset, limit };
}
