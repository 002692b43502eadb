import { z } from 'zod';
import { AppError, invalid, unauthenticated } from '../errors.ts';
import type { Account } from '../generated/prisma/client.ts';
import { parseInput, required, text } from '../validation/rules.ts';
import { requirePasswords } from './accounts.ts';
import type { AuthContext } from './context.ts';
import { accountLock, guessPassword } from './guess.ts';
import { PASSWORD } from './passwords.ts';
import { MAX_ANSWER } from './secondFactors/passkeys.ts';
import {
  guessPasskey,
  LOGIN_PURPOSE,
  passSecondFactor,
  proofRules,
  WRONG_PASSKEY,
} from './secondFactors/verify.ts';
import { recordEvent, sayOnly } from './securityLog.ts';
import { newSessionToken, renewSession } from './sessionTokens.ts';
import { isPerson } from './viewer.ts';

/** How long a session may perform protected actions after its person has proved the identity. */
const CONFIRMED_MS = 10 * 60_000;

/** The viewer must give the password again. */
export class ConfirmationRequired extends AppError {
  constructor() {
    super('forbidden', 'Confirm your password to continue.');
  }
}

/**
 * Requires that the viewer's session confirmed its password within `CONFIRMED_MS`. Viewers without a session
 * pass: an API key has no password, and its scopes limit it.
 * @throws ConfirmationRequired
 */
export async function requireConfirmation({ viewer, db, now }: AuthContext): Promise<void> {
  if (viewer.kind === 'anonymous' || !viewer.session) return;
  const session = await db.read.session.findUnique({ where: { id: viewer.session } });
  const at = session?.confirmedAt?.getTime();
  // A moment in the future was recorded before the clock was set back.
  if (at === undefined || !(Math.abs(now() - at) < CONFIRMED_MS)) throw new ConfirmationRequired();
}

/**
 * Checks the password of the signed-in account. The attempt counts for the session alone, so other clients
 * cannot use up its attempts.
 * @param field the input field of the password, for the error message.
 * @throws AppError `invalid` for a wrong password; `unauthenticated` without a session; `too_many_requests`.
 */
export async function checkPassword(password: string, field: string, context: AuthContext): Promise<Account> {
  const { id, accountId } = sessionOf(context);
  const account = await context.db.read.account.findUniqueOrThrow({ where: { id: accountId } });
  const { email, passwordHash } = account;
  const right = await guessPassword(accountLock(email), { passwordHash, password }, context, id);
  if (right) return account;
  await recordEvent(context, { kind: 'confirmation_failed', accountId: account.id });
  throw invalid({ [field]: ['The password is wrong.'] });
}

const input = z.object({ password: required(text(PASSWORD.max)), ...proofRules });

/**
 * Confirms the password of a session, and the second factor if the account has one. The session gets a new
 * token, and may then perform protected actions for ten minutes.
 * @param args `password` and `code`; unchecked.
 * @throws AppError as `checkPassword` and `passSecondFactor`; `forbidden` if passwords are off.
 */
export async function confirmPassword(args: object, context: AuthContext): Promise<Account> {
  requirePasswords(context);
  const { password, ...proof } = parseInput(input, args);
  const account = await checkPassword(password, 'password', context);
  sayOnly(context, 'password_confirmed', { accountId: account.id });
  const { id } = sessionOf(context);
  await passSecondFactor(account, proof, { device: id }, context);
  await setConfirmed(context);
  return account;
}

/** Returns the viewer's session and its account. @throws AppError `unauthenticated` */
function sessionOf({ viewer }: AuthContext): { id: string; accountId: number } {
  if (!isPerson(viewer)) throw unauthenticated();
  return { id: viewer.session, accountId: viewer.accountId };
}

/**
 * Allows protected actions of the viewer's session, because its person has proved the identity. The session
 * gets a new token.
 * @throws AppError `unauthenticated` without a session.
 */
export async function setConfirmed(context: AuthContext): Promise<void> {
  const token = await newSessionToken(context);
  const setCookie = await context.db.write((tx) => renewSession(tx, token, true, context));
  setCookie();
}

const passkeyInput = z.object({ response: required(text(MAX_ANSWER)) });

/**
 * Confirms a session with a passkey of its account instead of the password and the second factor. The
 * authenticator must verify the person, so the passkey is two factors.
 * @param args `response` of the browser to `startPasskeyLogin`, as JSON; unchecked.
 * @throws AppError `invalid` on `response`; `unauthenticated`; `too_many_requests`.
 */
export async function confirmWithPasskey(args: object, context: AuthContext): Promise<Account> {
  const { response } = parseInput(passkeyInput, args);
  const { id, accountId } = sessionOf(context);
  const expected = { accountId, verifiesPerson: true };
  if (!(await guessPasskey(LOGIN_PURPOSE, response, expected, id, context))) {
    await recordEvent(context, { kind: 'confirmation_failed', accountId });
    throw invalid({ response: [WRONG_PASSKEY] });
  }
  await setConfirmed(context);
  return context.db.read.account.findUniqueOrThrow({ where: { id: accountId } });
}
