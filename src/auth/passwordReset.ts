import { z } from 'zod';
import { invalid } from '../errors.ts';
import { limitKey } from '../validation/address.ts';
import { parseInput } from '../validation/rules.ts';
import type { AccountMails } from './accountMails.ts';
import { emailRule, languageRule, passwordRule, requirePasswords } from './accounts.ts';
import {
  afterResponse,
  findToken,
  newToken,
  requireMails,
  storeToken,
  tokenRule,
  useToken,
} from './accountTokens.ts';
import type { AuthContext } from './context.ts';
import { passwordProblems } from './passwords.ts';
import { audited, originOf, recordStranger, sayUnknown } from './securityLog.ts';
import { hashClientOf } from './viewer.ts';

/** Maximum number of requests of all clients in 15 minutes. */
const MAX_REQUESTS = 300;

/** Replaces a forgotten password on the machine of the server. */
const COMMAND = 'footfall account password --email EMAIL --password PASSWORD';

const request = z.object({ email: emailRule, language: languageRule.nullish() });

/**
 * Mails a link to set a new password, if there is an account with the address. Nothing before the response
 * depends on whether there is one: neither a statement nor a limit.
 * @param args `email`, and the `language` of the mail for an account that has none; unchecked.
 * @throws AppError `invalid`; `forbidden` if passwords are off; `unavailable` if the server does not send
 *   mail; `too_many_requests`.
 */
export async function requestPasswordReset(args: object, context: AuthContext): Promise<void> {
  const { attempts, address } = context;
  requirePasswords(context);
  const mails = requireMails(context, COMMAND);
  const { email, language = null } = parseInput(request, args);
  // The client first: one that is refused uses up no attempt of others.
  await attempts.spend(`password reset from ${limitKey(address)}`);
  await attempts.spend(`password reset for ${email}`);
  await attempts.spend('password resets', MAX_REQUESTS);
  afterResponse(() => mailLink(email, language, mails, context), context);
}

async function mailLink(
  email: string,
  language: string | null,
  mails: AccountMails,
  context: AuthContext,
): Promise<void> {
  const { db, now } = context;
  const kind = 'password_reset';
  const account = await db.read.account.findUnique({ where: { email } });
  if (!account) return sayUnknown(context, 'password_reset_requested');
  const { id: accountId } = account;
  recordStranger(context, { kind: 'password_reset_requested', accountId });
  const { id, token } = await newToken(kind, context);
  const stored = await db.write((tx) => storeToken(tx, { id, accountId, kind }, now()));
  if (stored) mails.send({ kind, to: email, language: account.language ?? language, token });
}

const reset = z.object({ token: tokenRule, password: passwordRule });

/**
 * Sets a new password with the link of a mail, and ends all sessions and all other links of the account. It
 * starts no session: whoever has the link must still log in, with a second factor if the account has one.
 * @param args `token` and `password`; unchecked.
 * @returns the email address of the account.
 * @throws AppError `invalid`, with one message for a wrong, a used and an expired token; `forbidden` if
 *   passwords are off; `too_many_requests`.
 */
export async function resetPassword(args: object, context: AuthContext): Promise<string> {
  const { db, now, viewer, address, hashing, accountMails } = context;
  requirePasswords(context);
  const { token, password } = parseInput(reset, args);
  const row = await findToken('password_reset', token, context);
  const { accountId } = row;
  const { email } = await db.read.account.findUniqueOrThrow({ where: { id: accountId } });
  const problems = await passwordProblems(password, { kind: 'account', own: email });
  if (problems.length > 0) throw invalid({ password: problems });
  const passwordHash = await hashing.hash(password, hashClientOf(viewer, address));
  const { language } = await audited(
    context,
    async (tx, record) => {
      await useToken(tx, row, now());
      await tx.session.deleteMany({ where: { accountId } });
      record({ kind: 'password_reset', accountId });
      const data = { passwordHash, updatedAt: new Date(now()) };
      return tx.account.update({ where: { id: accountId }, data });
    },
    { ...originOf(context), actor: 'browser' },
  );
  accountMails?.send({ kind: 'password_changed', to: email, language });
  return email;
}
