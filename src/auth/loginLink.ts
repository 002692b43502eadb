import { z } from 'zod';
import { AppError } from '../errors.ts';
import type { Account } from '../generated/prisma/client.ts';
import { parseInput } from '../validation/rules.ts';
import { accountByEmail } from './accounts.ts';
import { findToken, MAX_TOKENS, newToken, storeToken, tokenRule, useToken } from './accountTokens.ts';
import type { AuthContext } from './context.ts';
import { COMMAND_LINE, insertEvent } from './securityLog.ts';
import { startSession } from './sessions.ts';

/**
 * Creates a link that logs in once within ten minutes, without password and second factor. For the command
 * line: the way back in for a person who has lost all others.
 * @returns the account, and the address.
 * @throws AppError `invalid` if there is no account with this email address; `too_many_requests`.
 */
export async function createLoginLink(
  address: string,
  context: AuthContext,
): Promise<{ account: Account; url: string }> {
  const { db, config, now } = context;
  const account = await accountByEmail(address, context);
  const { id: accountId } = account;
  const kind = 'login_link';
  const { id, token } = await newToken(kind, context);
  await db.write(async (tx) => {
    if (!(await storeToken(tx, { id, accountId, kind }, now())))
      throw new AppError(
        'too_many_requests',
        `An account gets at most ${MAX_TOKENS} such links an hour. Try again later.`,
      );
    await insertEvent(tx, { kind: 'login_link_created', accountId }, COMMAND_LINE, now());
  });
  return { account, url: `${config.baseUrl}/login-link?token=${token}` };
}

const input = z.object({ token: tokenRule });

/**
 * Logs in with a link of {@link createLoginLink}. All other links of the account become invalid.
 * @param args `token`; unchecked.
 * @throws AppError `invalid`, with one message for a wrong, a used and an expired token; `too_many_requests`.
 */
export async function logInWithLink(args: object, context: AuthContext): Promise<Account> {
  const { db, now } = context;
  const { token } = parseInput(input, args);
  const row = await findToken('login_link', token, context);
  const account = await db.write(async (tx) => {
    await useToken(tx, row, now());
    return tx.account.findUniqueOrThrow({ where: { id: row.accountId } });
  });
  await startSession(account, { kind: 'logged_in', method: 'login_link' }, context);
  return account;
}
