import { z } from 'zod';
import type { Transaction } from '../../db/database.ts';
import { invalid, notFound } from '../../errors.ts';
import type { Member, Prisma } from '../../generated/prisma/client.ts';
import { isOver } from '../../validation/expiry.ts';
import { type Page, pageBounds, pagingRules } from '../../validation/paging.ts';
import { isAtLeast, ROLE_NAMES, type Role } from '../../validation/roles.ts';
import { oneOf, optional, parseInput } from '../../validation/rules.ts';
import { requireConfirmation } from '../confirmation.ts';
import type { AuthContext } from '../context.ts';
import { requireForTeam, type TeamViewer } from '../permissions.ts';
import { audited } from '../securityLog.ts';
import { websitesOf } from '../viewer.ts';

/** What is loaded with a member. */
export const WITH_ACCOUNT = {
  account: { include: { secondFactors: { where: { enabledAt: { not: null } }, select: { id: true } } } },
} as const satisfies Prisma.MemberInclude;

/** A member with the account; null for an invitation. */
export type LoadedMember = Prisma.MemberGetPayload<{ include: typeof WITH_ACCOUNT }>;

/** The email address of a member, or that of an invitation. */
export const emailOf = ({ account, email }: LoadedMember): string => account?.email ?? email ?? '';

/** Whether a person belongs to a team. */
export const MEMBER_STATUS = {
  joined: 'The person belongs to the team.',
  invited: 'The person was invited, and has not accepted yet.',
  expired: 'The person was invited, and has not accepted in time.',
} as const;

export type MemberStatus = keyof typeof MEMBER_STATUS;

/** Whether the person of a row belongs to the team. */
export function statusOf({ accountId, expiresAt }: Member, now: number): MemberStatus {
  if (accountId !== null) return 'joined';
  return isOver(expiresAt, now) ? 'expired' : 'invited';
}

/** Whether the person of a row has a second factor; null for an invitation. */
export const hasSecondFactor = ({ account }: LoadedMember): boolean | null =>
  account && account.secondFactors.length > 0;

const paging = z.object(pagingRules);

/** Maximum number of websites that a member can be limited to. */
export const MAX_ONLY = 1_000;

/**
 * Lists the members and invitations of the viewer's team, the oldest first.
 * @param args `per_page`, and `page` or `after`; unchecked.
 * @throws AppError `invalid`, `unauthenticated`, `forbidden`.
 */
export async function listMembers(args: object, { viewer, db }: AuthContext): Promise<Page<LoadedMember>> {
  const { teamId } = requireForTeam(viewer, 'manageMembers');
  const { offset, limit } = pageBounds(parseInput(paging, args));
  const where = { teamId };
  const [rows, total] = await Promise.all([
    db.read.member.findMany({
      where,
      include: WITH_ACCOUNT,
      orderBy: { id: 'asc' },
      skip: offset,
      take: limit,
    }),
    db.read.member.count({ where }),
  ]);
  return { rows, total, offset, limit };
}

/** Ids of websites as JSON has them, or, as in forms, in one text with commas. */
function idsOf(given: unknown): unknown {
  if (given === null || given === '') return null;
  if (typeof given === 'string') return idsOf(given.split(','));
  const isDigits = (id: unknown): id is string => typeof id === 'string' && /^\s*\d{1,9}\s*$/.test(id);
  return Array.isArray(given) ? given.map((id) => (isDigits(id) ? Number(id) : id)) : given;
}

/** The fields of a member that others set. */
export const memberRules = {
  role: oneOf(ROLE_NAMES),
  websites: z.preprocess(
    idsOf,
    z
      .array(z.number().int(), { error: 'Must be a list of ids of websites, or null for all.' })
      .max(MAX_ONLY, `Must contain at most ${MAX_ONLY} ids.`)
      .nullish(),
  ),
};

/**
 * Checks the rights that a viewer gives to a member.
 * @param websites the only websites of the member; null for all.
 * @throws AppError `invalid`, `forbidden`.
 */
export async function checkRights(
  tx: Transaction,
  { role, websites }: { role: Role; websites: readonly number[] | null },
  viewer: TeamViewer,
): Promise<void> {
  if (role === 'owner') requireForTeam(viewer, 'manageTeam');
  if (websites === null) return;
  if (isAtLeast(role, 'admin'))
    throw invalid({ websites: [`Must be null for the role ${role}, which has access to all websites.`] });
  if (websites.length === 0) throw invalid({ websites: ['Must contain at least one id, or be null.'] });
  const { teamId } = viewer;
  const found = await tx.website.findMany({
    where: { id: { in: [...websites] }, teamId },
    select: { id: true },
  });
  const known = new Set(found.map(({ id }) => id));
  const unknown = websites.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw invalid({ websites: [`Must be ids of websites of the team; ${unknown} is none.`] });
}

/** The stored form of a list of websites. */
export const storedWebsites = (websites: readonly number[] | null): string | null =>
  websites && [...new Set(websites)].sort((one, other) => one - other).join(' ');

/** `viewer`, or `viewer of 2 websites`, for the security log. */
export function rightsInWords({ role, websites }: Pick<Member, 'role' | 'websites'>): string {
  const only = websitesOf({ websites });
  return only ? `${role} of ${only.size === 1 ? '1 website' : `${only.size} websites`}` : role;
}

/**
 * Returns a member of the viewer's team whom the viewer may change.
 * @throws AppError `not_found`; `forbidden` if only an owner may.
 */
async function changeableMember(tx: Transaction, id: number, viewer: TeamViewer): Promise<LoadedMember> {
  const { teamId } = viewer;
  const row = await tx.member.findFirst({ where: { id, teamId }, include: WITH_ACCOUNT });
  if (!row) throw notFound();
  if (row.role === 'owner') requireForTeam(viewer, 'manageTeam');
  return row;
}

/** Whether a member is the only owner of the team. */
export async function isOnlyOwner(tx: Transaction, { id, teamId, role }: Member): Promise<boolean> {
  const others = { teamId, role: 'owner', accountId: { not: null }, id: { not: id } };
  return role === 'owner' && (await tx.member.count({ where: others })) === 0;
}

/** @throws AppError `invalid` if a member is the only owner of the team. */
async function requireOtherOwner(tx: Transaction, row: Member): Promise<void> {
  if (await isOnlyOwner(tx, row))
    throw invalid({ id: ['Must not be the only owner of the team. Make another member an owner first.'] });
}

const changes = z.object({ role: optional(memberRules.role), websites: memberRules.websites });

/**
 * Changes the role of a member, or the websites that the member has access to. Applies to invitations, too.
 * @param args `role` and `websites`; unchecked. Omitted fields stay unchanged; `websites: null` is all.
 * @throws AppError `invalid`, `unauthenticated`, `forbidden`, `not_found`; ConfirmationRequired.
 */
export async function changeMember(id: number, args: object, context: AuthContext): Promise<LoadedMember> {
  const viewer = requireForTeam(context.viewer, 'manageMembers');
  const given = parseInput(changes, args);
  await requireConfirmation(context);
  return audited(context, async (tx, record) => {
    const before = await changeableMember(tx, id, viewer);
    const role = given.role ?? (before.role as Role);
    const kept = websitesOf(before);
    // An administrator has access to all websites.
    const unchanged = kept && !isAtLeast(role, 'admin') ? [...kept] : null;
    const websites = 'websites' in args ? (given.websites ?? null) : unchanged;
    await checkRights(tx, { role, websites }, viewer);
    if (role !== 'owner') await requireOtherOwner(tx, before);
    const after = { role, websites: storedWebsites(websites) };
    if (after.role === before.role && after.websites === before.websites) return before;
    const detail = `${rightsInWords(before)} → ${rightsInWords(after)}`;
    record({ kind: 'member_changed', teamId: viewer.teamId, subject: emailOf(before), detail });
    return tx.member.update({ where: { id }, data: after, include: WITH_ACCOUNT });
  });
}

/**
 * Removes a member, or revokes an invitation. The API keys of the member end, and the member's sessions leave
 * the team. Every member may leave.
 * @throws AppError `invalid` for the only owner; `unauthenticated`, `forbidden`, `not_found`;
 *   ConfirmationRequired.
 */
export async function removeMember(id: number, context: AuthContext): Promise<LoadedMember> {
  const { viewer } = context;
  // Also if the team requires a second factor that the session lacks.
  const isSelf = viewer.kind === 'account' && viewer.session !== null && viewer.memberId === id;
  if (!isSelf) requireForTeam(viewer, 'manageMembers');
  await requireConfirmation(context);
  const removed = await audited(context, async (tx, record) => {
    const row = isSelf
      ? await tx.member.findUnique({ where: { id }, include: WITH_ACCOUNT })
      : await changeableMember(tx, id, viewer as TeamViewer);
    if (!row) throw notFound();
    const { teamId } = row;
    await requireOtherOwner(tx, row);
    const kind = row.accountId === null ? 'invitation_revoked' : 'member_removed';
    record({ kind, teamId, subject: emailOf(row), detail: rightsInWords(row) });
    await deleteMember(tx, row);
    return row;
  });
  context.loaders.apiKeys.clearAll();
  return removed;
}

/** Deletes a member, whose API keys end, and whose sessions leave the team. */
export async function deleteMember(tx: Transaction, row: Member): Promise<void> {
  await moveSessions(tx, row);
  await tx.member.delete({ where: { id: row.id } });
}

/** Moves the sessions of a member who leaves to another team of the person, if there is one. */
export async function moveSessions(tx: Transaction, { id: memberId, accountId }: Member): Promise<void> {
  if (accountId === null) return;
  const other = await tx.member.findFirst({
    where: { accountId, id: { not: memberId } },
    orderBy: { id: 'asc' },
  });
  await tx.session.updateMany({ where: { memberId }, data: { memberId: other?.id ?? null } });
}

/** Removes a website that is deleted from the rights of members, who keep access to no other one for it. */
export async function forgetWebsite(tx: Transaction, teamId: number, websiteId: number): Promise<void> {
  const limited = await tx.member.findMany({ where: { teamId, websites: { not: null } } });
  for (const row of limited) {
    const only = websitesOf(row);
    if (!only?.has(websiteId)) continue;
    const websites = storedWebsites([...only].filter((id) => id !== websiteId));
    await tx.member.update({ where: { id: row.id }, data: { websites } });
  }
}
