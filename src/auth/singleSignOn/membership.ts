import type { Transaction } from '../../db/database.ts';
import type { Account, Identity, Member } from '../../generated/prisma/client.ts';
import type { IdentityProvider } from '../../validation/identityProviders.ts';
import { isAtLeast, type Role } from '../../validation/roles.ts';
import { MAX_MEMBERS } from '../members/invitations.ts';
import { deleteMember, isOnlyOwner, rightsInWords } from '../members/members.ts';
import type { SecurityEvent } from '../securityLog.ts';
import { type ProvidedPerson, roleOfDomain, roleOfGroups } from './person.ts';
import { SignOnError } from './problems.ts';

/** The transaction of a login, and what it needs. */
export interface Joining {
  tx: Transaction;
  record: (event: SecurityEvent) => void;
  now: number;
}

/**
 * Returns the id of the team that the people of a provider join.
 * @returns null if there is none, or the server has several and OIDC_…_TEAM is not set.
 */
export async function teamOf({ team }: IdentityProvider, tx: Transaction): Promise<number | null> {
  const where = team === null ? {} : { id: team };
  const [found, other] = await tx.team.findMany({ where, orderBy: { id: 'asc' }, take: 2 });
  return found && !other ? found.id : null;
}

/** Makes a person a member. @throws SignOnError `full` */
export async function addMember(
  teamId: number,
  { id: accountId, email: subject }: Account,
  role: Role,
  { tx, record, now }: Joining,
): Promise<Member> {
  if ((await tx.member.count({ where: { teamId } })) >= MAX_MEMBERS) throw new SignOnError('full');
  record({ kind: 'member_joined', teamId, subject, detail: role });
  return tx.member.create({ data: { teamId, accountId, role, createdAt: new Date(now) } });
}

/**
 * Gives a member the role of the groups that the provider reports. Without such a group, a role that groups
 * gave before ends: the role of the domain replaces it, or the person leaves the team. What the provider does
 * not say, and a role that groups never gave, stay. So does the only owner.
 * @param identity as it was before this login.
 * @returns the role that groups have given; null if they have given none.
 */
export async function followGroups(
  provider: IdentityProvider,
  person: ProvidedPerson,
  { account, groupRole }: Pick<Identity, 'groupRole'> & { account: Account },
  joining: Joining,
): Promise<Role | null> {
  const { tx, record } = joining;
  if (provider.groups.size === 0 || person.groups === null) return groupRole as Role | null;
  const given = roleOfGroups(person, provider);
  const teamId = given || groupRole ? await teamOf(provider, tx) : null;
  // The role that groups gave is still in the team, and ends when the team is known again.
  if (teamId === null) return groupRole as Role | null;
  const own = { teamId_accountId: { teamId, accountId: account.id } };
  const member = await tx.member.findUnique({ where: own });
  const role = given ?? roleOfDomain(person, provider);
  if (!member) {
    if (given) await addMember(teamId, account, given, joining);
    return given;
  }
  if (member.role === role) return given;
  if (await isOnlyOwner(tx, member)) return groupRole as Role | null;
  const { email: subject } = account;
  if (role === null) {
    record({ kind: 'member_removed', teamId, subject, detail: rightsInWords(member) });
    await deleteMember(tx, member);
    return null;
  }
  // An administrator has access to all websites.
  const after = { role, websites: isAtLeast(role, 'admin') ? null : member.websites };
  const detail = `${rightsInWords(member)} → ${rightsInWords(after)}`;
  record({ kind: 'member_changed', teamId, subject, detail });
  await tx.member.update({ where: { id: member.id }, data: after });
  return given;
}
