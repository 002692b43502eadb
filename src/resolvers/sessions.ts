import { z } from 'zod';
import { accountLock, guessPassword, rememberFor } from '../auth/guess.ts';
import { passwordProblems } from '../auth/passwords.ts';
import type { Context, Deps } from '../context.ts';
import { AppError, invalid, unauthenticated } from '../errors.ts';
import type { Account } from '../generated/prisma/client.ts';
import { anonymous, opensNothing, requesterOf, SCOPES, type Viewer } from './access.ts';
import { createAccount, isFirstStartToken, passwordRule } from './accounts.ts';
import { parseInput, required, text } from './input.ts';
import type { Signer } from './secret.ts';

const TOKEN_BYTES = 32;
const DAY_MS = 86_400_000;
/** How long a session lasts that nobody uses. */
export const SESSION_MS = 30 * DAY_MS;

const credentials = z.object({ email: required(text(254)), password: required(text(128)) });

/** The same for an unknown address and a wrong password: which addresses have an account is nobody's business. */
const WRONG = 'Email address or password is wrong.';

const idOf = (signer: Signer, token: string) => signer.sign('session', token);

/**
 * The viewer behind a session's cookie; moves its end on, once a day.
 * @returns anonymous for one that is over, was ended or never was.
 */
export async function viewerOfSession(
  token: string,
  signer: Signer,
  { db, now, log }: Deps,
): Promise<Viewer> {
  const id = idOf(signer, token);
  const session = await db.read.session.findUnique({ where: { id } });
  if (!session || session.expiresAt.getTime() <= now()) return anonymous;
  const expiresAt = new Date(now() + SESSION_MS);
  if (expiresAt.getTime() - session.expiresAt.getTime() > DAY_MS) {
    // Nobody's reading waits for it, or fails with it.
    db.write((tx) => tx.session.updateMany({ where: { id }, data: { expiresAt } })).catch((error) =>
      log.warn({ err: error }, 'A session could not be prolonged'),
    );
  }
  return {
    kind: 'account',
    accountId: session.accountId,
    scopes: new Set(SCOPES),
    websiteId: null,
    key: null,
    session: id,
    opens: opensNothing,
  };
}

/**
 * Logs in: starts a session, and hands its token to the browser.
 * @param args `email` and `password`; unchecked.
 * @throws AppError `invalid`, on `password`, also for an unknown address; `too_many_requests`.
 */
export async function logIn(args: object, context: Context): Promise<Account> {
  const given = parseInput(credentials, args);
  const email = given.email.trim().toLowerCase();
  const account = await context.db.read.account.findUnique({ where: { email } });
  const passwordHash = account?.passwordHash ?? null;
  const right = await guessPassword(accountLock(email), { passwordHash, password: given.password }, context);
  if (!account || !right) throw invalid({ password: [WRONG] });
  await startSession(account, context);
  return account;
}

/**
 * Creates the owner account behind the first-start link, and logs in.
 * @param args `token` of the link, `email` and `password`; unchecked.
 * @throws AppError `invalid`; `forbidden` where the link is used up or was never one.
 */
export async function createOwner(args: object, context: Context): Promise<Account> {
  const { token } = args as { token?: unknown };
  if (!isFirstStartToken(token, context))
    throw new AppError('forbidden', 'This link is used up, or was never one.');
  const account = await createAccount(args, context, true, requesterOf(context.viewer, context.address));
  context.log.info('The owner account was created; the first-start link is used up');
  await startSession(account, context);
  return account;
}

async function startSession(account: Account, context: Context): Promise<void> {
  const { db, now, random, cookies } = context;
  const token = Buffer.from(random(TOKEN_BYTES)).toString('base64url');
  const id = idOf(await context.signer(), token);
  const accountId = account.id;
  await db.write((tx) =>
    tx.session.create({
      data: { id, accountId, createdAt: new Date(now()), expiresAt: new Date(now() + SESSION_MS) },
    }),
  );
  cookies.session(token);
  await rememberFor(accountLock(account.email), context);
}

/** Logs out: ends the viewer's session, or all of the account's. */
export async function logOut(everywhere: boolean, { viewer, db, cookies }: Context): Promise<void> {
  if (viewer.kind === 'account' && viewer.session) {
    const { session: id, accountId } = viewer;
    await db.write((tx) => tx.session.deleteMany({ where: everywhere ? { accountId } : { id } }));
  }
  cookies.session(null);
}

const change = z.object({ current: required(text(128)), password: passwordRule });

/**
 * Changes the password of the account, and ends its other sessions.
 * @param args `current` and `password`; unchecked.
 * @throws AppError `invalid`; `unauthenticated` for anything but a session; `too_many_requests`.
 */
export async function changePassword(args: object, context: Context): Promise<Account> {
  const { viewer, db, now, address, hashing } = context;
  if (viewer.kind !== 'account' || !viewer.session) throw unauthenticated();
  const { session: id, accountId } = viewer;
  const { current, password } = parseInput(change, args);
  const account = await db.read.account.findUniqueOrThrow({ where: { id: accountId } });
  const { email, passwordHash: before } = account;
  const problems = await passwordProblems(password, { kind: 'account', own: email });
  if (problems.length > 0) throw invalid({ password: problems });
  const given = { passwordHash: before, password: current };
  if (!(await guessPassword(accountLock(email), given, context, id)))
    throw invalid({ current: ['Is not the password.'] });
  const passwordHash = await hashing.hash(password, requesterOf(viewer, address));
  return db.write(async (tx) => {
    await tx.session.deleteMany({ where: { accountId, id: { not: id } } });
    return tx.account.update({
      where: { id: accountId },
      data: { passwordHash, updatedAt: new Date(now()) },
    });
  });
}

/** Deletes sessions that are over. */
export async function forgetSessions({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.write((tx) => tx.session.deleteMany({ where: { expiresAt: { lte: new Date(now()) } } }));
}
