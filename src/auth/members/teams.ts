import { z } from 'zod';
import type { Transaction } from '../../db/database.ts';
import { AppError, invalid, unauthenticated } from '../../errors.ts';
import type { Member, Team } from '../../generated/prisma/client.ts';
import { nameRule } from '../../validation/nameRule.ts';
import { optional, parseInput } from '../../validation/rules.ts';
import { addTeam } from '../accounts.ts';
import { requireConfirmation } from '../confirmation.ts';
import type { AuthContext } from '../context.ts';
import { requireForTeam } from '../permissions.ts';
import { audited, countOfDay } from '../securityLog.ts';
import { isPerson, type Membership, membershipOf, membershipOfSession, type Viewer } from '../viewer.ts';
import { moveSessions } from './members.ts';

/** Maximum number of teams of a person. Invitations beyond it are accepted, but not all teams are listed. */
export const MAX_TEAMS = 100;
/** Maximum number of teams that a person creates in 24 hours. Each team can send invitations. */
export const MAX_NEW_TEAMS = 10;

/** A membership with its team. */
export type TeamMembership = Member & { team: Team };

/**
 * Lists the teams of the viewer, the oldest membership first.
 * @returns null unless the viewer has a browser session.
 */
export async function listTeams({ viewer, db }: AuthContext): Promise<TeamMembership[] | null> {
  if (!isPerson(viewer)) return null;
  const { accountId } = viewer;
  return db.read.member.findMany({
    where: { accountId },
    include: { team: true },
    orderBy: { id: 'asc' },
    take: MAX_TEAMS,
  });
}

/** Returns the team whose websites the viewer has access to; null without one. */
export async function currentTeam({ viewer, db }: AuthContext): Promise<Team | null> {
  if (viewer.kind === 'anonymous' || viewer.teamId === null) return null;
  return db.read.team.findUnique({ where: { id: viewer.teamId } });
}

/**
 * Changes the team whose websites the viewer's session has access to.
 * @throws AppError `invalid` unless the viewer belongs to the team; `unauthenticated`.
 */
export async function switchTeam(teamId: number, context: AuthContext): Promise<Team> {
  const { viewer, db } = context;
  if (!isPerson(viewer)) throw unauthenticated();
  const { accountId, session: id } = viewer;
  const { team, membership } = await db.write(async (tx) => {
    const found = await tx.member.findFirst({ where: { accountId, teamId }, include: { team: true } });
    if (!found) throw invalid({ id: ['Must be the id of a team that you belong to.'] });
    await tx.session.updateMany({ where: { id }, data: { memberId: found.id } });
    return { team: found.team, membership: await membershipNow(tx, id) };
  });
  // The rest of this operation has access to that team.
  context.viewer = { ...viewer, ...membership };
  return team;
}

/** Returns the rights that a session has now. @throws AppError `unauthenticated` if it has ended. */
async function membershipNow(tx: Transaction, id: string): Promise<Membership> {
  const include = { member: { include: { team: true } } };
  const session = await tx.session.findUnique({ where: { id }, include });
  if (!session) throw unauthenticated();
  const { member, method } = session;
  return membershipOfSession(member, member?.team ?? null, method);
}

const newTeam = z.object({ name: nameRule });

/**
 * Creates a team that the viewer owns. The viewer's session shows it from then on.
 * @param args `name`; unchecked.
 * @throws AppError `invalid`, `unauthenticated`; `forbidden` for an API key, and unless the viewer owns the
 *   team of the session; `too_many_requests`.
 */
export async function createTeam(args: object, context: AuthContext): Promise<Team> {
  const { viewer } = context;
  requireForTeam(viewer, 'manageTeam');
  requireNoKey(viewer);
  if (!isPerson(viewer)) throw unauthenticated();
  const { accountId, session: id } = viewer;
  const { name } = parseInput(newTeam, args);
  const now = context.now();
  const member = await audited(context, async (tx, record) => {
    await requireRoomForTeam(tx, accountId);
    // In the log of the person, which outlives the team: teams that were deleted count, too.
    const event = { kind: 'team_created', accountId } as const;
    if ((await countOfDay(tx, event, now)) >= MAX_NEW_TEAMS) throw tooManyTeams();
    record({ ...event, subject: name });
    const created = await addTeam(tx, accountId, name, new Date(now));
    await tx.session.updateMany({ where: { id }, data: { memberId: created.id } });
    return created;
  });
  context.viewer = { ...viewer, ...membershipOf(member) };
  return member.team;
}

/** @throws AppError `invalid` if a person belongs to too many teams. */
export async function requireRoomForTeam(tx: Transaction, accountId: number): Promise<void> {
  if ((await tx.member.count({ where: { accountId } })) >= MAX_TEAMS)
    throw invalid({ name: [`You already belong to the maximum of ${MAX_TEAMS} teams. Leave one first.`] });
}

const tooManyTeams = () =>
  new AppError(
    'too_many_requests',
    `A person can create ${MAX_NEW_TEAMS} teams in 24 hours. Try again later.`,
    { retryAfter: 3_600 },
  );

const changes = z.object({ name: optional(nameRule), requires_second_factor: optional(z.boolean()) });

/**
 * Changes the name of the viewer's team, or whether it requires a second factor of sessions.
 * @param args `name`, `requires_second_factor`; unchecked. Omitted fields stay unchanged.
 * @throws AppError `invalid`, `unauthenticated`, `forbidden`. ConfirmationRequired for
 *   `requires_second_factor`, which an API key cannot change.
 */
export async function updateTeam(args: object, context: AuthContext): Promise<Team> {
  const { teamId: id } = requireForTeam(context.viewer, 'manageTeam');
  const { name, requires_second_factor: requires } = parseInput(changes, args);
  if (requires !== undefined) await requireFactorOfViewer(requires, context);
  return audited(context, async (tx, record) => {
    const before = await tx.team.findUniqueOrThrow({ where: { id } });
    const after = {
      name: name ?? before.name,
      requiresSecondFactor: requires ?? before.requiresSecondFactor,
    };
    if (after.name !== before.name)
      record({ kind: 'team_renamed', teamId: id, subject: name, detail: `${before.name} → ${name}` });
    if (after.requiresSecondFactor !== before.requiresSecondFactor)
      record({ kind: requires ? 'second_factor_required' : 'second_factor_optional', teamId: id });
    return tx.team.update({ where: { id }, data: { ...after, updatedAt: new Date(context.now()) } });
  });
}

/**
 * Checks that the viewer may change whether the team requires a second factor. Nobody can require what their
 * own session lacks: they would lose access themselves.
 */
async function requireFactorOfViewer(requires: boolean, context: AuthContext): Promise<void> {
  const { viewer, db } = context;
  requireNoKey(viewer);
  await requireConfirmation(context);
  if (!requires || !isPerson(viewer)) return;
  const session = await db.read.session.findUnique({ where: { id: viewer.session } });
  if (session?.method === 'password') throw invalid({ requires_second_factor: [OWN_FACTOR] });
}

const OWN_FACTOR = 'Requires that you use a second factor yourself. Add one to your account first.';

/** @throws AppError `forbidden` for an API key. */
export function requireNoKey(viewer: Viewer): void {
  if (viewer.kind === 'account' && viewer.key)
    throw new AppError('forbidden', 'An API key cannot do this. Log in, or use the command line.');
}

/**
 * Deletes the viewer's team, which must have no websites. Its members lose their API keys, and their sessions
 * show other teams of theirs.
 * @param id of the viewer's team: another tab may have switched the session to another one.
 * @throws AppError `invalid` if it is not the viewer's team, has websites, or is the only one of the viewer;
 *   `unauthenticated`, `forbidden`, also for an API key; ConfirmationRequired.
 */
export async function deleteTeam(id: number, context: AuthContext): Promise<Team> {
  const { viewer } = context;
  const { teamId, accountId } = requireForTeam(viewer, 'manageTeam');
  requireNoKey(viewer);
  if (id !== teamId) throw invalid({ id: ['Must be the id of the team that the session shows.'] });
  await requireConfirmation(context);
  const { team, membership } = await audited(context, async (tx, record) => {
    const team = await tx.team.findUniqueOrThrow({ where: { id } });
    await requireNoWebsites(tx, id);
    const elsewhere = { accountId, teamId: { not: id } };
    if (accountId !== null && (await tx.member.count({ where: elsewhere })) === 0)
      throw invalid({ id: ['Must not be your only team.'] });
    // In the logs of the owners, because that of the team is deleted.
    for (const { accountId: owner } of await tx.member.findMany({ where: { teamId: id, role: 'owner' } }))
      if (owner !== null) record({ kind: 'team_deleted', accountId: owner, subject: team.name });
    const withSession = await tx.member.findMany({ where: { teamId: id, sessions: { some: {} } } });
    for (const row of withSession) await moveSessions(tx, row);
    await tx.team.delete({ where: { id } });
    return { team, membership: isPerson(viewer) ? await membershipNow(tx, viewer.session) : {} };
  });
  context.viewer = { ...viewer, ...membership };
  context.loaders.apiKeys.clearAll();
  return team;
}

async function requireNoWebsites(tx: Transaction, teamId: number): Promise<void> {
  const count = await tx.website.count({ where: { teamId } });
  if (count > 0)
    throw invalid({ id: [`Must have no websites; it has ${count}. Delete its websites first.`] });
}
