import { z } from 'zod';
import { AppError, invalid, unauthenticated } from '../errors.ts';
import type { Account } from '../generated/prisma/client.ts';
import { parseInput, required, text } from '../validation/rules.ts';
import type { AuthContext } from './context.ts';
import { accountLock, guessPassword } from './guess.ts';
import { PASSWORD } from './passwords.ts';
import { passSecondFactor, proofRules } from './secondFactors/verify.ts';
import { recordEvent } from './securityLog.ts';

/** How long a session may perform protected actions after its password was given. */
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
  const { viewer, db } = context;
  if (viewer.kind === 'anonymous' || !viewer.session) throw unauthenticated();
  const account = await db.read.account.findUniqueOrThrow({ where: { id: viewer.accountId } });
  const { email, passwordHash } = account;
  const right = await guessPassword(accountLock(email), { passwordHash, password }, context, viewer.session);
  if (right) return account;
  await recordEvent(context, { kind: 'confirmation_failed', accountId: account.id });
  throw invalid({ [field]: ['The password is wrong.'] });
}

const input = z.object({ password: required(text(PASSWORD.max)), ...proofRules });

/**
 * Confirms the password of a session, and the second factor if the account has one. The session may then
 * perform protected actions for ten minutes.
 * @param args `password` and `code`; unchecked.
 * @throws AppError as `checkPassword` and `passSecondFactor`.
 */
export async function confirmPassword(args: object, context: AuthContext): Promise<Account> {
  const { password, ...proof } = parseInput(input, args);
  const account = await checkPassword(password, 'password', context);
  const { viewer, db, now } = context;
  const id = viewer.kind === 'account' ? (viewer.session ?? '') : '';
  await passSecondFactor(account, proof, { device: id }, context);
  await db.write((tx) => tx.session.updateMany({ where: { id }, data: { confirmedAt: new Date(now()) } }));
  return account;
}
