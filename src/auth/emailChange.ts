import { z } from 'zod';
import { AppError, invalid, unauthenticated } from '../errors.ts';
import type { Account } from '../generated/prisma/client.ts';
import { parseInput } from '../validation/rules.ts';
import { emailRule, setEmail } from './accounts.ts';
import {
  afterResponse,
  findToken,
  MAX_TOKENS,
  newToken,
  requireMails,
  storeToken,
  tokenRule,
  useToken,
} from './accountTokens.ts';
import { requireConfirmation } from './confirmation.ts';
import type { AuthContext } from './context.ts';
import { audited, originOf } from './securityLog.ts';
import { isPerson } from './viewer.ts';

/** Changes the address on the machine of the server. */
const COMMAND = 'footfall account email --email OLD --to NEW';

const HOUR_S = 3_600;
const tooMany = () =>
  new AppError(
    'too_many_requests',
    `The email address can be changed at most ${MAX_TOKENS} times an hour. Try again later.`,
    { retryAfter: HOUR_S },
  );

const change = z.object({ email: emailRule });

/**
 * Mails a link to a new email address of the account, which changes when the link is used. The link of an
 * earlier request becomes invalid. The present address gets a notice. Nothing before the response depends on
 * whether the new address has an account.
 * @param args `email`; unchecked.
 * @throws AppError `invalid`; `unauthenticated` for a viewer without a session; ConfirmationRequired;
 *   `unavailable` if the server does not send mail; `too_many_requests`.
 */
export async function changeEmail(args: object, context: AuthContext): Promise<Account> {
  const { viewer, db, now } = context;
  if (!isPerson(viewer)) throw unauthenticated();
  const { accountId } = viewer;
  const mails = requireMails(context, COMMAND);
  const { email } = parseInput(change, args);
  await requireConfirmation(context);
  const account = await db.read.account.findUniqueOrThrow({ where: { id: accountId } });
  const { email: present, language } = account;
  if (email === present) throw invalid({ email: ['Must differ from the present email address.'] });
  const kind = 'email_change';
  const { id, token } = await newToken(kind, context);
  await audited(context, async (tx, record) => {
    const at = new Date(now());
    // Otherwise, a mistyped address could still take over the account.
    const earlier = { accountId, kind, expiresAt: { gt: at } };
    await tx.accountToken.updateMany({ where: earlier, data: { expiresAt: at } });
    if (!(await storeToken(tx, { id, accountId, kind, email }, now()))) throw tooMany();
    record({ kind: 'email_change_requested', accountId, detail: `${present} → ${email}` });
  });
  afterResponse(async () => {
    const other = await db.read.account.findUnique({ where: { email } });
    if (other) mails.send({ kind: 'email_taken', to: email, language: other.language });
    else mails.send({ kind, to: email, language, token, present });
    mails.send({ kind: 'email_change_requested', to: present, language, address: email });
  }, context);
  return account;
}

const confirm = z.object({ token: tokenRule });

/**
 * Changes the email address of an account with the link of a mail. All other links of the account become
 * invalid, so that one to the earlier address cannot replace the password. Sessions stay.
 * @param args `token`; unchecked.
 * @returns the new email address.
 * @throws AppError `invalid`, with one message for a wrong, a used and an expired token; `too_many_requests`.
 */
export async function confirmEmail(args: object, context: AuthContext): Promise<string> {
  const { now, accountMails } = context;
  const { token } = parseInput(confirm, args);
  const row = await findToken('email_change', token, context);
  const { accountId } = row;
  const address = row.email ?? '';
  const { present, language } = await audited(
    context,
    async (tx, record) => {
      await useToken(tx, row, now());
      const { email: present } = await tx.account.findUniqueOrThrow({ where: { id: accountId } });
      const { language } = await setEmail(tx, accountId, address, now());
      record({ kind: 'email_changed', accountId, detail: `${present} → ${address}` });
      return { present, language };
    },
    { ...originOf(context), actor: 'browser' },
  );
  accountMails?.send({ kind: 'email_changed', to: present, language, address });
  return address;
}
