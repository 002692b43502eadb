import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Context, Deps } from '../context.ts';
import { DatabaseFault } from '../db/health/faults.ts';
import { AppError, invalid } from '../errors.ts';
import type { Account } from '../generated/prisma/client.ts';
import { checkInput } from '../validation/rules.ts';
import type { Requester } from './hashing.ts';
import { PASSWORD, passwordProblems } from './passwords.ts';
import { COMMAND_LINE, insertEvent } from './securityLog.ts';

/** A new password as it is given; `passwordProblems` has the rules. */
export const passwordRule = z
  .string({ error: 'Is required.' })
  .max(PASSWORD.max, `Must be at most ${PASSWORD.max} characters long.`);

/** What an email address must be. */
export const emailRule = z
  .string({ error: 'Is required.' })
  .trim()
  .toLowerCase()
  .max(254, 'Must be at most 254 characters long.')
  .pipe(z.email({ error: 'Must be an email address, for example you@example.com.' }));

const accountSchema = z.object({ email: emailRule, password: passwordRule });

/**
 * An address and a new password for it, checked.
 * @throws AppError `invalid` with every wrong field.
 */
async function accountInput(args: object): Promise<z.output<typeof accountSchema>> {
  const { data, fields } = checkInput(accountSchema, args);
  const { email, password } = args as { email?: unknown; password?: unknown };
  const wrong = { ...fields };
  if (!wrong.password && typeof password === 'string') {
    const own = emailRule.safeParse(email).data ?? '';
    const problems = await passwordProblems(password, { kind: 'account', own });
    if (problems.length > 0) wrong.password = problems;
  }
  if (!data || Object.keys(wrong).length > 0) throw invalid(wrong);
  return data;
}

/** Whether nobody has an account yet, so that the first-start link is to be offered. */
export async function isUnclaimed({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  return (await db.read.account.findFirst({ select: { id: true } })) === null;
}

const SETUP_TOKEN = 'setup_token';

/**
 * What the first-start link carries: the same for all instances of a database, until there is an account.
 * @returns null when there is one.
 */
export async function firstStartToken(deps: Pick<Deps, 'db' | 'random'>): Promise<string | null> {
  if (!(await isUnclaimed(deps))) return null;
  const value = Buffer.from(deps.random(24)).toString('base64url');
  try {
    return await deps.db.write(async (tx) => {
      const known = await tx.setting.findUnique({ where: { key: SETUP_TOKEN } });
      if (!known) await tx.setting.create({ data: { key: SETUP_TOKEN, value } });
      return known?.value ?? value;
    });
  } catch (error) {
    // A server starts also while nothing can be written; then the link is its own.
    if (error instanceof DatabaseFault) return value;
    throw error;
  }
}

/** Whether that is what the first-start link carries. In constant time: how much of a guess was right must not be measurable. */
export function isFirstStartToken(given: unknown, { setupToken }: Pick<Context, 'setupToken'>): boolean {
  if (setupToken === null || typeof given !== 'string') return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(setupToken));
}

/** Whether the first-start link that carries this creates the owner account: it is right, and nobody has one yet. */
export async function canCreateOwner(
  token: unknown,
  context: Pick<Context, 'db' | 'setupToken'>,
): Promise<boolean> {
  return isFirstStartToken(token, context) && (await isUnclaimed(context));
}

/**
 * Creates an account. Not for a request's viewer: only the command line and the first-start page call it.
 * @param args `email` and `password`; unchecked.
 * @param onlyIfFirst refuses where there is an account already.
 * @param requester for whom the password is hashed; the operator by default.
 * @throws AppError `invalid`, also for an address that has an account; `forbidden` under `onlyIfFirst`; `too_many_requests`.
 */
export async function createAccount(
  args: object,
  deps: Deps,
  onlyIfFirst = false,
  requester?: Requester,
): Promise<Account> {
  const { email, password } = await accountInput(args);
  const passwordHash = await deps.hashing.hash(password, requester);
  const now = new Date(deps.now());
  return deps.db.write(async (tx) => {
    if (onlyIfFirst && (await tx.account.count()) > 0) {
      throw new AppError('forbidden', 'The owner account exists already.');
    }
    if (await tx.account.findUnique({ where: { email } })) {
      throw invalid({ email: ['An account of this address exists already.'] });
    }
    await tx.setting.deleteMany({ where: { key: SETUP_TOKEN } });
    const account = await tx.account.create({
      data: { email, passwordHash, createdAt: now, updatedAt: now },
    });
    // The first start keeps it with the session that it begins.
    const event = { kind: 'account_created', accountId: account.id } as const;
    if (!onlyIfFirst) await insertEvent(tx, event, COMMAND_LINE, deps.now());
    return account;
  });
}

/**
 * Gives an account another password, and ends its sessions. For the command line: it does not ask for the one so far.
 * @param args `email` and `password`; unchecked.
 * @throws AppError `invalid`.
 */
export async function replacePassword(args: object, deps: Deps): Promise<Account> {
  const { email, password } = await accountInput(args);
  const { id } = await accountByEmail(email, deps);
  const passwordHash = await deps.hashing.hash(password);
  return deps.db.write(async (tx) => {
    await tx.session.deleteMany({ where: { accountId: id } });
    await insertEvent(tx, { kind: 'password_changed', accountId: id }, COMMAND_LINE, deps.now());
    return tx.account.update({ where: { id }, data: { passwordHash, updatedAt: new Date(deps.now()) } });
  });
}

/**
 * The account of an address, for the command line.
 * @throws AppError `invalid` on `email` when there is none.
 */
export async function accountByEmail(email: string, { db }: Pick<Deps, 'db'>): Promise<Account> {
  const account = await db.read.account.findUnique({ where: { email: email.trim().toLowerCase() } });
  if (!account) throw invalid({ email: ['No account has this address.'] });
  return account;
}
