import { z } from 'zod';
import { DAY_MS } from '../calendar/days.ts';
import { AppError, invalid, unauthenticated } from '../errors.ts';
import type { Account } from '../generated/prisma/client.ts';
import { isOver } from '../validation/expiry.ts';
import { parseInput, required, text } from '../validation/rules.ts';
import { createAccount, isFirstStartToken, passwordRule, requirePasswords } from './accounts.ts';
import { endTokens } from './accountTokens.ts';
import { checkPassword } from './confirmation.ts';
import type { AuthContext, AuthDeps } from './context.ts';
import { accountLock, deviceFor, guessLogin, rememberFor } from './guess.ts';
import { passwordProblems } from './passwords.ts';
import type { LoginMethod } from './secondFactors/kinds.ts';
import { MAX_ANSWER } from './secondFactors/passkeys.ts';
import {
  enabledFactors,
  guessPasskey,
  LOGIN_PURPOSE,
  passSecondFactor,
  proofRules,
  WRONG_PASSKEY,
} from './secondFactors/verify.ts';
import { audited, originOf, sayUnknown } from './securityLog.ts';
import { sessionsInWords } from './sessionList.ts';
import { newSessionToken, renewSession, sessionIdOf } from './sessionTokens.ts';
import type { Signer } from './signer.ts';
import {
  anonymous,
  hashClientOf,
  isPerson,
  type Membership,
  membershipOfSession,
  opensNothing,
  SCOPES,
  type Viewer,
  type ViewerRows,
} from './viewer.ts';

/** Maximum lifetime of a session, even if it is used. */
export const SESSION_MS = 30 * DAY_MS;
/** A session expires if it is not used for this long. */
const IDLE_MS = 14 * DAY_MS;
/** Minimum interval between two writes of the last use. A write for every request would be wasteful. */
const LAST_SEEN_MS = 3_600_000;

const credentials = z.object({
  email: required(text(254)),
  password: required(text(128)),
  ...proofRules,
});

/**
 * The same message for an unknown address and a wrong password, so that it does not reveal which addresses
 * have an account.
 */
const WRONG = 'Email address or password is wrong.';

/**
 * Returns the viewer of a session token. Records the use of the session, at most once an hour.
 * @returns the anonymous viewer if the session has expired, was ended or never existed.
 */
export async function viewerOfSession(
  token: string,
  signer: Signer,
  rows: Pick<ViewerRows, 'sessions' | 'members' | 'teams'>,
  { db, now, log }: AuthDeps,
): Promise<Viewer> {
  const id = sessionIdOf(signer, token);
  const [session] = await rows.sessions([id]);
  if (!session) return anonymous;
  const { createdAt, expiresAt, lastSeenAt } = session;
  const end = createdAt.getTime() + SESSION_MS;
  if (isOver(expiresAt, now()) || isOver(new Date(end), now())) return anonymous;
  // It was seen in the future if the clock was set back.
  if (Math.abs(now() - (lastSeenAt ?? createdAt).getTime()) >= LAST_SEEN_MS) {
    const data = { lastSeenAt: new Date(now()), expiresAt: new Date(Math.min(now() + IDLE_MS, end)) };
    // Not awaited: the request neither waits for this write nor fails with it.
    db.write((tx) => tx.session.updateMany({ where: { id }, data })).catch((error) =>
      log.warn({ err: error }, 'A session could not be extended'),
    );
  }
  const { accountId, memberId, method } = session;
  const [member = null] = memberId === null ? [] : await rows.members([memberId]);
  // Sessions with a second factor meet the rule of every team.
  const [team = null] = member && method === 'password' ? await rows.teams([member.teamId]) : [];
  return sessionViewer(accountId, membershipOfSession(member, team, method), id, opensNothing);
}

const sessionViewer = (
  accountId: number,
  membership: Membership,
  session: string,
  opens: Viewer['opens'],
): Viewer => ({
  kind: 'account',
  ...membership,
  accountId,
  scopes: new Set(SCOPES),
  websiteId: null,
  segmentId: null,
  key: null,
  session,
  opens,
});

/**
 * Logs in: starts a session and sets its cookie.
 * @param args `email`, `password` and, if the account has a second factor, its `code`; unchecked.
 * @throws AppError `invalid` on `password`, also for an unknown address; `too_many_requests`. Only if the
 *   password is correct: SecondFactorRequired, or AppError `invalid` on `code`. `forbidden` if passwords are
 *   off.
 */
export async function logIn(args: object, context: AuthContext): Promise<Account> {
  requirePasswords(context);
  const given = parseInput(credentials, args);
  const email = given.email.trim().toLowerCase();
  const account = await context.db.read.account.findUnique({ where: { email } });
  const right = await guessLogin(email, account, given.password, context);
  if (!account || !right) throw invalid({ password: [WRONG] });
  const device = await deviceFor(accountLock(email), context);
  const method = await passSecondFactor(account, given, { device }, context);
  const passwordHash = await renewHash(account, given.password, context);
  await startSession(account, { kind: 'logged_in', method, passwordHash }, context);
  return account;
}

/**
 * Hashes a correct password again if its hash has other parameters than new ones, of an earlier version.
 * @returns the hash of the password from now on.
 */
async function renewHash(
  { id, passwordHash: old }: Account,
  password: string,
  { hashing, db, viewer, address }: AuthContext,
): Promise<string> {
  const client = hashClientOf(viewer, address);
  if (await hashing.isCurrent(old, client)) return old;
  const passwordHash = await hashing.hash(password, client);
  // The password may have been changed since.
  const where = { id, passwordHash: old };
  const { count } = await db.write((tx) => tx.account.updateMany({ where, data: { passwordHash } }));
  return count > 0 ? passwordHash : old;
}

const passkeyLogin = z.object({ response: required(text(MAX_ANSWER)) });

/**
 * Logs in with a passkey instead of the password. The authenticator must verify the person.
 * @param args `response` of the browser to `startPasskeyLogin`, as JSON; unchecked.
 * @throws AppError `invalid` on `response`; `too_many_requests`.
 */
export async function logInWithPasskey(args: object, context: AuthContext): Promise<Account> {
  const { response } = parseInput(passkeyLogin, args);
  const expected = { accountId: null, verifiesPerson: true };
  const passkey = await guessPasskey(LOGIN_PURPOSE, response, expected, null, context);
  if (!passkey) {
    sayUnknown(context, 'passkey_refused');
    throw invalid({ response: [WRONG_PASSKEY] });
  }
  const account = await context.db.read.account.findUniqueOrThrow({ where: { id: passkey.accountId } });
  await startSession(account, { kind: 'logged_in', method: 'passkey' }, context);
  return account;
}

/**
 * Creates the owner account with the token of the first-start link, and logs in.
 * @param args `token` of the link, `email`, `password` and optionally `language`; unchecked.
 * @throws AppError `invalid`; `forbidden` if the link has been used or was never valid.
 */
export async function createOwner(args: object, context: AuthContext): Promise<Account> {
  const { token } = args as { token?: unknown };
  if (!isFirstStartToken(token, context)) {
    sayUnknown(context, 'first_start_refused');
    throw new AppError('forbidden', 'This link is invalid or has already been used.');
  }
  const account = await createAccount(args, context, true, hashClientOf(context.viewer, context.address));
  context.log.info('The owner account was created; the first-start link is no longer valid');
  await startSession(account, { kind: 'account_created', method: 'password' }, context);
  return account;
}

/** How a person has proved the identity for a session. */
interface Login {
  kind: 'logged_in' | 'account_created';
  method: LoginMethod;
  /** For the security log. */
  detail?: string;
  /**
   * The hash of the password that was given. A session that started after a change of the password would
   * otherwise outlive that, which ends all others.
   */
  passwordHash?: string;
}

/**
 * Starts a session of a person whose identity is proved, and sets its cookie. The session that the browser
 * had ends.
 * @param member the membership in the team that it shows; by default the oldest one.
 * @throws AppError `invalid` on `password` if the password was changed meanwhile.
 */
export async function startSession(
  account: Account,
  login: Login,
  context: AuthContext,
  member?: number,
): Promise<void> {
  const { now, cookies, viewer } = context;
  const { kind, method, detail, passwordHash } = login;
  const origin = { ...originOf(context), actor: 'browser', accountId: account.id } as const;
  const { token, id } = await newSessionToken(context);
  const accountId = account.id;
  const at = new Date(now());
  const times = { createdAt: at, confirmedAt: at, expiresAt: new Date(now() + IDLE_MS) };
  const { device, country } = origin;
  const membership = await audited(
    context,
    async (tx, record) => {
      if (passwordHash !== undefined) {
        const same = await tx.account.count({ where: { id: accountId, passwordHash } });
        if (same === 0) throw invalid({ password: [WRONG] });
      }
      const first = await tx.member.findFirst({
        where: { accountId, ...(member !== undefined && { id: member }) },
        orderBy: { id: 'asc' },
        include: { team: true },
      });
      const memberId = first?.id ?? null;
      if (isPerson(viewer)) await tx.session.deleteMany({ where: { id: viewer.session } });
      await tx.session.create({ data: { id, accountId, memberId, ...times, device, country, method } });
      record({ kind, accountId, detail });
      return membershipOfSession(first, first?.team ?? null, method);
    },
    origin,
  );
  cookies.session(token);
  // The rest of this operation has the rights of the session.
  context.viewer = sessionViewer(accountId, membership, id, context.viewer.opens);
  await rememberFor(accountLock(account.email), context);
}

/** Logs out: ends the viewer's session, or all sessions of the account. */
export async function logOut(everywhere: boolean, context: AuthContext): Promise<void> {
  const { viewer, cookies } = context;
  if (isPerson(viewer)) {
    const { session: id, accountId } = viewer;
    await audited(context, async (tx, record) => {
      const { count } = await tx.session.deleteMany({ where: everywhere ? { accountId } : { id } });
      if (everywhere) record({ kind: 'sessions_ended', accountId, detail: sessionsInWords(count) });
      else if (count > 0) record({ kind: 'logged_out', accountId });
    });
  }
  cookies.session(null);
}

const change = z.object({ current: required(text(128)), password: passwordRule });

/**
 * Changes the password of the account, and ends its other sessions and the links in its mails. The session of
 * the viewer gets a new token.
 * @param args `current` and `password`; unchecked.
 * @throws AppError `invalid`; `unauthenticated` for a viewer without a session; `forbidden` if passwords are
 *   off; `too_many_requests`.
 */
export async function changePassword(args: object, context: AuthContext): Promise<Account> {
  const { viewer, db, now, address, hashing } = context;
  if (!isPerson(viewer)) throw unauthenticated();
  requirePasswords(context);
  const { session: id, accountId } = viewer;
  const { current, password } = parseInput(change, args);
  const { email } = await db.read.account.findUniqueOrThrow({ where: { id: accountId } });
  const problems = await passwordProblems(password, { kind: 'account', own: email });
  if (problems.length > 0) throw invalid({ password: problems });
  await checkPassword(current, 'current', context);
  const passwordHash = await hashing.hash(password, hashClientOf(viewer, address));
  const hasFactors = (await enabledFactors(accountId, context)).length > 0;
  const token = await newSessionToken(context);
  const { account, setCookie } = await audited(context, async (tx, record) => {
    record({ kind: 'password_changed', accountId });
    await endTokens(tx, accountId);
    await tx.session.deleteMany({ where: { accountId, id: { not: id } } });
    // With a second factor, the password alone confirms nothing.
    const renewed = await renewSession(tx, token, !hasFactors, context);
    const data = { passwordHash, updatedAt: new Date(now()) };
    return { account: await tx.account.update({ where: { id: accountId }, data }), setCookie: renewed };
  });
  setCookie();
  context.accountMails?.send({ kind: 'password_changed', to: email, language: account.language });
  return account;
}

/** Deletes expired sessions. */
export async function forgetSessions({ db, now }: Pick<AuthDeps, 'db' | 'now'>): Promise<void> {
  await db.write((tx) => tx.session.deleteMany({ where: { expiresAt: { lte: new Date(now()) } } }));
}
