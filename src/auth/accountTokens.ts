import type { Transaction } from '../db/database.ts';
import { AppError, invalid } from '../errors.ts';
import type { AccountToken } from '../generated/prisma/client.ts';
import { limitKey } from '../validation/address.ts';
import { isOver } from '../validation/expiry.ts';
import { required, text } from '../validation/rules.ts';
import type { AccountMails } from './accountMails.ts';
import type { AuthContext, AuthDeps } from './context.ts';

const HOUR_MS = 3_600_000;
const TOKEN_BYTES = 32;

/** The kinds of links in mails, and of the command line, each with its lifetime in ms. */
const LIFETIME_MS = {
  password_reset: HOUR_MS,
  email_change: 24 * HOUR_MS,
  login_link: 10 * 60_000,
} as const;
type TokenKind = keyof typeof LIFETIME_MS;

/** Maximum number of links of each kind for one account in an hour, so that they do not fill a mailbox. */
export const MAX_TOKENS = 3;

/** The token of a link, as input. */
export const tokenRule = required(text(128));

/** The same for a wrong, a used and an expired token. */
export const brokenLink = () =>
  invalid({ token: ['The link is invalid, has expired or has already been used. Request a new one.'] });

/** A new token, which only its link contains, and the id of its row. */
export interface NewToken {
  token: string;
  id: string;
}

/** The kind is part of the signed text, so a token is valid for its kind only. */
const idOf = async (kind: TokenKind, token: string, { signer }: Pick<AuthContext, 'signer'>) =>
  (await signer()).sign(kind, token);

export async function newToken(kind: TokenKind, context: AuthContext): Promise<NewToken> {
  const token = Buffer.from(context.random(TOKEN_BYTES)).toString('base64url');
  return { token, id: await idOf(kind, token, context) };
}

/**
 * Stores a new token.
 * @param row.email the new address of an `email_change`.
 * @returns false if the account has had `MAX_TOKENS` of this kind within an hour; then none is stored.
 */
export async function storeToken(
  tx: Transaction,
  row: { id: string; accountId: number; kind: TokenKind; email?: string },
  now: number,
): Promise<boolean> {
  const { accountId, kind } = row;
  // A moment in the future was recorded before the clock was set back.
  const createdAt = { gt: new Date(now - HOUR_MS), lte: new Date(now) };
  if ((await tx.accountToken.count({ where: { accountId, kind, createdAt } })) >= MAX_TOKENS) return false;
  const times = { createdAt: new Date(now), expiresAt: new Date(now + LIFETIME_MS[kind]) };
  await tx.accountToken.create({ data: { ...row, ...times } });
  return true;
}

/**
 * Finds a valid token. Wrong ones count as attempts of the client.
 * @throws AppError `invalid` on `token`; `too_many_requests`.
 */
export async function findToken(kind: TokenKind, token: string, context: AuthContext): Promise<AccountToken> {
  const { attempts, address, db, now } = context;
  const id = await idOf(kind, token, context);
  const find = async () => {
    const row = await db.read.accountToken.findUnique({ where: { id } });
    return row && !isOver(row.expiresAt, now()) ? row : null;
  };
  const guesser = { address, device: null };
  const found = await attempts.guess(`links ${limitKey(address)}`, guesser, find, {
    refusal: 'Too many invalid links.',
  });
  if (!found) throw brokenLink();
  return found;
}

/**
 * Uses a token within the transaction of its change. All other tokens of the account become invalid.
 * @throws AppError `invalid` if it has been used or has expired in the meantime.
 */
export async function useToken(tx: Transaction, { id, accountId }: AccountToken, now: number): Promise<void> {
  const { count } = await tx.accountToken.deleteMany({ where: { id, expiresAt: { gt: new Date(now) } } });
  if (count === 0) throw brokenLink();
  await endTokens(tx, accountId);
}

/** Makes all tokens of an account invalid, because its password or its email address has changed. */
export async function endTokens(tx: Transaction, accountId: number): Promise<void> {
  await tx.accountToken.deleteMany({ where: { accountId } });
}

/** Deletes expired tokens that the limit of an hour no longer counts. */
export async function forgetAccountTokens({ db, now }: Pick<AuthDeps, 'db' | 'now'>): Promise<void> {
  const expired = { expiresAt: { lte: new Date(now()) }, createdAt: { lte: new Date(now() - HOUR_MS) } };
  await db.write((tx) => tx.accountToken.deleteMany({ where: expired }));
}

/**
 * Returns what sends mails.
 * @param command the command with which the operator does the same without a mail.
 * @throws AppError `unavailable` if the server does not send mail.
 */
export function requireMails({ accountMails }: AuthContext, command: string): AccountMails {
  if (accountMails) return accountMails;
  throw new AppError(
    'unavailable',
    `This server does not send mail: SMTP_URL and MAIL_FROM are not set. Its operator can run: ${command}`,
  );
}

/** Runs what follows a response, which must not wait for it. Errors are logged. */
export function afterResponse(work: () => Promise<unknown>, { log }: Pick<AuthDeps, 'log'>): void {
  setImmediate(() => {
    work().catch((error) => log.error({ err: error }, 'A mail about an account could not be prepared'));
  });
}
