import { z } from 'zod';
import { invalid, unauthenticated } from '../../errors.ts';
import type { Member, Team } from '../../generated/prisma/client.ts';
import { nameRule } from '../../validation/nameRule.ts';
import { parseInput } from '../../validation/rules.ts';
import type { AuthContext } from '../context.ts';
import { requireForTeam } from '../permissions.ts';
import { audited } from '../securityLog.ts';
import { isPerson, membershipOf } from '../viewer.ts';

/** Maximum number of teams of a person that a page lists. */
export const MAX_TEAMS = 100;

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
  const member = await db.write(async (tx) => {
    const found = await tx.member.findFirst({ where: { accountId, teamId }, include: { team: true } });
    if (!found) throw invalid({ id: ['Must be the id of a team that you belong to.'] });
    await tx.session.updateMany({ where: { id }, data: { memberId: found.id } });
    return found;
  });
  // The rest of this operation has access to that team.
  context.viewer = { ...viewer, ...membershipOf(member) };
  return member.team;
}

const schema = z.object({ name: nameRule });

/**
 * Changes the name of the viewer's team.
 * @param args `name`; unchecked.
 * @throws AppError `invalid`, `unauthenticated`, `forbidden`.
 */
export async function renameTeam(args: object, context: AuthContext): Promise<Team> {
  const { teamId: id } = requireForTeam(context.viewer, 'manageTeam');
  const { name } = parseInput(schema, args);
  return audited(context, async (tx, record) => {
    const before = await tx.team.findUniqueOrThrow({ where: { id } });
    record({ kind: 'team_renamed', teamId: id, subject: name, detail: `${before.name} → ${name}` });
    return tx.team.update({ where: { id }, data: { name, updatedAt: new Date(context.now()) } });
  });
}
