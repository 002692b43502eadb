import { z } from 'zod';
import { invalid } from '../../errors.ts';
import type { Team } from '../../generated/prisma/client.ts';
import { nameRule } from '../../validation/nameRule.ts';
import { parseInput } from '../../validation/rules.ts';
import { accountByEmail, addTeam } from '../accounts.ts';
import type { AuthDeps } from '../context.ts';
import { COMMAND_LINE, insertEvent } from '../securityLog.ts';
import { type LoadedMember, WITH_ACCOUNT } from './members.ts';
import { requireRoomForTeam } from './teams.ts';

/** What the command line needs of teams. It checks no viewer. */

/** Teams that a message names. */
const NAMED = 20;

/**
 * Returns a team by its id.
 * @param id undefined for the only team of the server.
 * @throws AppError `invalid` on `team` if there is none, or if the server has several.
 */
export async function findTeam(id: number | undefined, { db }: Pick<AuthDeps, 'db'>): Promise<Team> {
  const teams = await db.read.team.findMany({
    where: id === undefined ? {} : { id },
    orderBy: { id: 'asc' },
    take: NAMED,
  });
  const [team, other] = teams;
  if (!team && id !== undefined) throw invalid({ team: [`There is no team with the id ${id}.`] });
  if (!team) throw invalid({ team: ['There is no team. Create one with `footfall account create`.'] });
  if (other)
    throw invalid({
      team: [`Is required. The teams are ${teams.map((one) => `${one.id} (${one.name})`).join(', ')}.`],
    });
  return team;
}

/** A team with the numbers of its members, with invitations, and of its websites. */
export type CountedTeam = Team & { _count: { members: number; websites: number } };

/** Lists all teams, the oldest first. */
export const listAllTeams = ({ db }: Pick<AuthDeps, 'db'>): Promise<CountedTeam[]> =>
  db.read.team.findMany({
    include: { _count: { select: { members: true, websites: true } } },
    orderBy: { id: 'asc' },
  });

const newTeam = z.object({ name: nameRule });

/**
 * Creates a team for a person, who owns it.
 * @param args `name`, and `email`, the address of the person; unchecked.
 * @throws AppError `invalid`.
 */
export async function createTeamFor(args: { name: string; email: string }, deps: AuthDeps): Promise<Team> {
  const { name } = parseInput(newTeam, args);
  const { id: accountId } = await accountByEmail(args.email, deps);
  return deps.db.write(async (tx) => {
    await requireRoomForTeam(tx, accountId);
    await insertEvent(tx, { kind: 'team_created', accountId, subject: name }, COMMAND_LINE, deps.now());
    return (await addTeam(tx, accountId, name, new Date(deps.now()))).team;
  });
}

/** Lists the members of a team, and invitations, the oldest first. */
export const listAllMembers = (
  { id: teamId }: Pick<Team, 'id'>,
  { db }: Pick<AuthDeps, 'db'>,
): Promise<LoadedMember[]> =>
  db.read.member.findMany({ where: { teamId }, include: WITH_ACCOUNT, orderBy: { id: 'asc' } });

/**
 * Returns a member by its id as a person entered it.
 * @throws AppError `invalid` if there is none.
 */
export async function findMember(id: string, { db }: Pick<AuthDeps, 'db'>): Promise<LoadedMember> {
  const where = { id: /^\d{1,9}$/.test(id) ? Number(id) : 0 };
  const row = await db.read.member.findUnique({ where, include: WITH_ACCOUNT });
  if (row) return row;
  throw invalid({ id: ['There is no member with this id. List them with `footfall member list`.'] });
}
