import { z } from 'zod';
import { DAY_MS } from '../../calendar/days.ts';
import type { Transaction } from '../../db/database.ts';
import { AppError, invalid } from '../../errors.ts';
import type { Account, Member, Team } from '../../generated/prisma/client.ts';
import { limitKey } from '../../validation/address.ts';
import { isOver } from '../../validation/expiry.ts';
import type { Role } from '../../validation/roles.ts';
import { parseInput, required, text } from '../../validation/rules.ts';
import type { AccountMail } from '../accountMails.ts';
import { addAccount, emailRule, passwordRule, requirePasswords } from '../accounts.ts';
import { requireConfirmation } from '../confirmation.ts';
import type { AuthContext } from '../context.ts';
import { guessLogin } from '../guess.ts';
import { passwordProblems } from '../passwords.ts';
import { requireForTeam, type TeamViewer } from '../permissions.ts';
import { enabledFactors } from '../secondFactors/verify.ts';
import { audited, countOfDay, type SecurityEvent } from '../securityLog.ts';
import { startSession } from '../sessions.ts';
import { hashClientOf, hashKey, isPerson } from '../viewer.ts';
import {
  checkRights,
  type LoadedMember,
  memberRules,
  rightsInWords,
  storedWebsites,
  WITH_ACCOUNT,
} from './members.ts';
import { switchTeam } from './teams.ts';

const TOKEN_BYTES = 32;
/** How long an invitation is valid. */
export const INVITATION_MS = 7 * DAY_MS;
/** Maximum number of members of a team, with invitations. */
export const MAX_MEMBERS = 1_000;
/** Maximum number of invitations of a team in 24 hours. */
export const MAX_INVITATIONS = 100;
/** Maximum number of mails of a team to one address in 24 hours, so that they do not fill a mailbox. */
export const MAX_INVITATION_MAILS = 3;

const schema = z.object({ email: emailRule, ...memberRules });

/** A new invitation. */
export interface Invited {
  member: LoadedMember;
  /** The address of the page where the person accepts, which is not stored. */
  url: string;
  /** Whether the server also mails the address to the person. */
  mailed: boolean;
}

/**
 * Invites a person to the viewer's team, once for seven days. An invitation of the same address is replaced.
 * A server that sends mail mails the link to the person, too.
 * @param args `email`, `role`, and `websites`, the only websites of the member (by default all); unchecked.
 * @throws AppError `invalid`, `unauthenticated`, `forbidden`; `too_many_requests`; ConfirmationRequired.
 */
export async function inviteMember(args: object, context: AuthContext): Promise<Invited> {
  const viewer = requireForTeam(context.viewer, 'manageMembers');
  const { email, role, websites: only } = parseInput(schema, args);
  const websites = only ?? null;
  await requireConfirmation(context);
  const { teamId } = viewer;
  const now = context.now();
  const token = Buffer.from(context.random(TOKEN_BYTES)).toString('base64url');
  const url = invitationUrl(context.config.baseUrl, token);
  const data = {
    role,
    websites: storedWebsites(websites),
    tokenHash: hashKey(token),
    expiresAt: new Date(now + INVITATION_MS),
    createdAt: new Date(now),
  };
  const { member, mail } = await audited(context, async (tx, record) => {
    await checkRights(tx, { role, websites }, viewer);
    if (await tx.member.findFirst({ where: { teamId, account: { email } } }))
      throw invalid({ email: ['Is already a member of the team.'] });
    const before = await tx.member.findUnique({ where: { teamId_email: { teamId, email } } });
    if (before?.role === 'owner') requireForTeam(viewer, 'manageTeam');
    await requireRoom(tx, teamId, before === null, now);
    const event = { kind: 'member_invited', teamId, subject: email } as const;
    const isMailed = context.accountMails && (await countOfDay(tx, event, now)) < MAX_INVITATION_MAILS;
    record({ ...event, detail: rightsInWords(data) });
    const member = before
      ? await tx.member.update({ where: { id: before.id }, data, include: WITH_ACCOUNT })
      : await tx.member.create({ data: { ...data, teamId, email }, include: WITH_ACCOUNT });
    return { member, mail: isMailed ? await invitationMail(tx, { email, role, url }, viewer) : null };
  });
  if (mail) context.accountMails?.send(mail);
  return { member, url, mailed: mail !== null };
}

/** Returns the mail of an invitation, in the language of its recipient, or else of the inviting person. */
async function invitationMail(
  tx: Transaction,
  { email, role, url }: { email: string; role: Role; url: string },
  { teamId, accountId }: TeamViewer,
): Promise<AccountMail> {
  const team = await tx.team.findUniqueOrThrow({ where: { id: teamId } });
  const known = await tx.account.findUnique({ where: { email } });
  const inviter = accountId === null ? null : await tx.account.findUnique({ where: { id: accountId } });
  return {
    kind: 'invitation',
    to: email,
    language: (known ?? inviter)?.language ?? null,
    url,
    team: team.name,
    role,
    inviter: inviter?.email ?? null,
  };
}

/** The page where a person accepts an invitation. */
const invitationUrl = (baseUrl: string, token: string) => `${baseUrl}/join?token=${token}`;

async function requireRoom(tx: Transaction, teamId: number, isNew: boolean, now: number): Promise<void> {
  if (isNew && (await tx.member.count({ where: { teamId } })) >= MAX_MEMBERS)
    throw invalid({
      email: [
        `The team already has the maximum of ${MAX_MEMBERS} members and invitations. Remove one first.`,
      ],
    });
  if ((await countOfDay(tx, { kind: 'member_invited', teamId }, now)) >= MAX_INVITATIONS)
    throw new AppError(
      'too_many_requests',
      `A team can send ${MAX_INVITATIONS} invitations in 24 hours. Try again later.`,
      { retryAfter: 3_600 },
    );
}

/** An invitation that can be accepted. */
export type Invitation = Member & { team: Team; email: string };

/**
 * Returns the invitation with a token.
 * @throws AppError `invalid` on `token` if it was accepted or revoked, has expired or never existed;
 *   `too_many_requests` after many wrong tokens of a client.
 */
export async function findInvitation(token: unknown, context: AuthContext): Promise<Invitation> {
  const tokenHash = typeof token === 'string' && token.length <= 100 ? hashKey(token) : '';
  const row =
    tokenHash && (await context.db.read.member.findUnique({ where: { tokenHash }, include: { team: true } }));
  if (row && row.email !== null && row.expiresAt && !isOver(row.expiresAt, context.now()))
    return { ...row, email: row.email };
  await context.attempts.spend(`invitation ${limitKey(context.address)}`);
  throw invalidInvitation();
}

const invalidInvitation = () =>
  invalid({
    token: ['This invitation is not valid: it was accepted or revoked, or has expired. Ask for another one.'],
  });

const acceptance = z.object({ token: required(text(100)), password: text(128).nullish() });

/**
 * Accepts an invitation and logs in. A person without an account gets one with the password; another one must
 * give the password of the account, or be logged in.
 * @param args `token` and `password`; unchecked.
 * @throws AppError `invalid`, also as {@link findInvitation}; `forbidden` if another person is logged in, or
 *   passwords are off; `too_many_requests`.
 */
export async function acceptInvitation(args: object, context: AuthContext): Promise<Account> {
  const { token, password } = parseInput(acceptance, args);
  const invitation = await findInvitation(token, context);
  const { email } = invitation;
  const { viewer, db } = context;
  const known = await db.read.account.findUnique({ where: { email } });
  if (isPerson(viewer)) {
    if (viewer.accountId !== known?.id)
      throw new AppError('forbidden', `This invitation is for ${email}. Log out, and open it again.`);
    await join(invitation, async () => known, context);
    await switchTeam(invitation.teamId, context);
    return known;
  }
  requirePasswords(context);
  const open = known
    ? await withPassword(known, password ?? '', context)
    : await withNewPassword(email, password, context);
  const { account, ...member } = await join(invitation, open, context);
  const kind = known ? 'logged_in' : 'account_created';
  const { passwordHash } = account;
  await startSession(account, { kind, method: 'password', passwordHash }, context, member.id);
  return account;
}

const NOT_YOURS = 'Must be the password of your account with this email address.';

/** Returns or creates the account of the invited person, in the transaction in which the person joins. */
export type OpenAccount = (tx: Transaction, record: (event: SecurityEvent) => void) => Promise<Account>;

async function withPassword(account: Account, password: string, context: AuthContext): Promise<OpenAccount> {
  if (!(await guessLogin(account.email, account, password, context)))
    throw invalid({ password: [NOT_YOURS] });
  // The password alone starts no session of such an account.
  if ((await enabledFactors(account.id, context)).length > 0)
    throw invalid({
      password: ['Your account has a second factor. Log in first, and then open the invitation again.'],
    });
  const { id, passwordHash } = account;
  return async (tx) => {
    // The password may have been changed since.
    if ((await tx.account.count({ where: { id, passwordHash } })) === 0)
      throw invalid({ password: [NOT_YOURS] });
    return account;
  };
}

async function withNewPassword(
  email: string,
  given: string | null | undefined,
  context: AuthContext,
): Promise<OpenAccount> {
  const { password } = parseInput(z.object({ password: passwordRule }), { password: given ?? undefined });
  const problems = await passwordProblems(password, { kind: 'account', own: email });
  if (problems.length > 0) throw invalid({ password: problems });
  const client = hashClientOf(context.viewer, context.address);
  const passwordHash = await context.hashing.hash(password, client);
  const now = new Date(context.now());
  return async (tx) => {
    // The account may have been created since, with an invitation to another team.
    if (await tx.account.findUnique({ where: { email } })) throw invalid({ password: [NOT_YOURS] });
    return addAccount(tx, { email, passwordHash, language: null }, now);
  };
}

/** Makes the person of an invitation a member. Two attempts at once: one of them succeeds. */
export function join(
  { id, teamId, tokenHash, role, websites, email }: Invitation,
  open: OpenAccount,
  context: AuthContext,
): Promise<Member & { account: Account }> {
  return audited(context, async (tx, record) => {
    const current = await tx.member.findUnique({ where: { id } });
    if (!current || current.tokenHash !== tokenHash) throw invalidInvitation();
    const account = await open(tx, record);
    // The address may have become that of a member since the invitation.
    const own = { teamId_accountId: { teamId, accountId: account.id } };
    if (await tx.member.findUnique({ where: own }))
      throw invalid({ token: ['You already belong to the team.'] });
    const data = { accountId: account.id, email: null, tokenHash: null, expiresAt: null };
    const { count } = await tx.member.updateMany({ where: { id, tokenHash }, data });
    if (count === 0) throw invalidInvitation();
    record({ kind: 'member_joined', teamId, subject: email, detail: rightsInWords({ role, websites }) });
    return { ...current, ...data, account };
  });
}
