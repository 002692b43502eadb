import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Transaction } from '../db/database.ts';
import { DatabaseFault } from '../db/health/faults.ts';
import { AppError, invalid, unauthenticated } from '../errors.ts';
import type { Account, Member, Team } from '../generated/prisma/client.ts';
import { LANGUAGES, type Language } from '../texts/languages.ts';
import { checkInput, parseInput } from '../validation/rules.ts';
import { endTokens } from './accountTokens.ts';
import type { AuthContext, AuthDeps } from './context.ts';
import type { HashClient } from './hashing.ts';
import { PASSWORD, passwordProblems } from './passwords.ts';
import { COMMAND_LINE, insertEvent } from './securityLog.ts';
import { isPerson } from './viewer.ts';

/** @throws AppError `forbidden` if PASSWORDS is off. */
export function requirePasswords({ config }: Pick<AuthDeps, 'config'>): void {
  if (!config.passwords)
    throw new AppError('forbidden', 'Passwords are off on this server. Use single sign-on instead.');
}

/** The type and maximum length of a new password. `passwordProblems` checks the other rules. */
export const passwordRule = z
  .string({ error: 'Is required.' })
  .max(PASSWORD.max, `Must be at most ${PASSWORD.max} characters long.`);

/** An email address, trimmed and in lower case. */
export const emailRule = z
  .string({ error: 'Is required.' })
  .trim()
  .toLowerCase()
  .max(254, 'Must be at most 254 characters long.')
  .pipe(z.email({ error: 'Must be an email address, for example you@example.com.' }));

const TAKEN = 'An account with this email address already exists.';

const LANGUAGE_NAMES = Object.keys(LANGUAGES) as Language[];

/** A language of mails. */
export const languageRule = z.enum(LANGUAGE_NAMES, {
  error: `Must be one of: ${LANGUAGE_NAMES.join(', ')}.`,
});

const accountSchema = z.object({
  email: emailRule,
  password: passwordRule,
  language: languageRule.nullish(),
});

/**
 * Validates an email address and a new password.
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

/** Whether no account exists yet. The first-start link is then offered. */
export async function isUnclaimed({ db }: Pick<AuthDeps, 'db'>): Promise<boolean> {
  return (await db.read.account.findFirst({ select: { id: true } })) === null;
}

const SETUP_TOKEN = 'setup_token';

/**
 * Returns the token of the first-start link. All instances of a database share it until an account exists.
 * @returns null if an account exists.
 */
export async function firstStartToken(deps: Pick<AuthDeps, 'db' | 'random'>): Promise<string | null> {
  if (!(await isUnclaimed(deps))) return null;
  const value = Buffer.from(deps.random(24)).toString('base64url');
  try {
    return await deps.db.write(async (tx) => {
      const known = await tx.setting.findUnique({ where: { key: SETUP_TOKEN } });
      if (!known) await tx.setting.create({ data: { key: SETUP_TOKEN, value } });
      return known?.value ?? value;
    });
  } catch (error) {
    // The server also starts while the database is not writable. The token is then valid on this instance
    // only.
    if (error instanceof DatabaseFault) return value;
    throw error;
  }
}

/**
 * Whether the value is the token of the first-start link. Compares in constant time, so that the duration
 * does not reveal how much of a guess is correct.
 */
export function isFirstStartToken(given: unknown, { setupToken }: Pick<AuthContext, 'setupToken'>): boolean {
  if (setupToken === null || typeof given !== 'string') return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(setupToken));
}

/** Whether the token may create the owner account: it is correct, and no account exists. */
export async function canCreateOwner(
  token: unknown,
  context: Pick<AuthContext, 'db' | 'setupToken'>,
): Promise<boolean> {
  return isFirstStartToken(token, context) && (await isUnclaimed(context));
}

/** The `passwordHash` of an account without a password. */
export const NO_PASSWORD = '';

/** Stores an account, without a team. */
export const addAccount = (
  tx: Transaction,
  data: Pick<Account, 'email' | 'passwordHash' | 'language'>,
  now: Date,
): Promise<Account> => tx.account.create({ data: { ...data, createdAt: now, updatedAt: now } });

/** Stores a team with its first owner. @returns the membership of the owner. */
export async function addTeam(
  tx: Transaction,
  accountId: number,
  name: string,
  now: Date,
): Promise<Member & { team: Team }> {
  const { id: teamId } = await tx.team.create({ data: { name, createdAt: now, updatedAt: now } });
  const data = { teamId, accountId, role: 'owner', createdAt: now };
  return tx.member.create({ data, include: { team: true } });
}

/**
 * Creates an account, and a team that it owns. It checks no viewer: only the command line and the first-start
 * page call it.
 * @param args `email`, `password` and optionally the `language` of mails to the account; unchecked.
 * @param onlyIfFirst whether to fail if an account exists.
 * @param client the client for the limits of hashing; by default the operator.
 * @throws AppError `invalid`, also if the address has an account; `forbidden` with `onlyIfFirst`;
 *   `too_many_requests`.
 */
export async function createAccount(
  args: object,
  deps: AuthDeps,
  onlyIfFirst = false,
  client?: HashClient,
): Promise<Account> {
  const { email, password, language = null } = await accountInput(args);
  const passwordHash = await deps.hashing.hash(password, client);
  const now = new Date(deps.now());
  return deps.db.write(async (tx) => {
    if (onlyIfFirst && (await tx.account.count()) > 0) {
      throw new AppError('forbidden', 'The owner account already exists.');
    }
    if (await tx.account.findUnique({ where: { email } })) {
      throw invalid({ email: [TAKEN] });
    }
    await tx.setting.deleteMany({ where: { key: SETUP_TOKEN } });
    const account = await addAccount(tx, { email, passwordHash, language }, now);
    await addTeam(tx, account.id, email, now);
    // The first-start page records this event when it starts the session.
    const event = { kind: 'account_created', accountId: account.id } as const;
    if (!onlyIfFirst) await insertEvent(tx, event, COMMAND_LINE, deps.now());
    return account;
  });
}

/**
 * Sets a new password for an account, and ends its sessions and the links in its mails. For the command
 * line: it does not ask for the current password.
 * @param args `email` and `password`; unchecked.
 * @throws AppError `invalid`.
 */
export async function replacePassword(args: object, deps: AuthDeps): Promise<Account> {
  const { email, password } = await accountInput(args);
  const { id } = await accountByEmail(email, deps);
  const passwordHash = await deps.hashing.hash(password);
  return deps.db.write(async (tx) => {
    await tx.session.deleteMany({ where: { accountId: id } });
    await endTokens(tx, id);
    await insertEvent(tx, { kind: 'password_changed', accountId: id }, COMMAND_LINE, deps.now());
    return tx.account.update({ where: { id }, data: { passwordHash, updatedAt: new Date(deps.now()) } });
  });
}

const newEmail = z.object({ to: emailRule });

/**
 * Changes the email address of an account. For the command line: it mails no link to the new address.
 * @param args `email`, the present address, and `to`, the new one; unchecked.
 * @throws AppError `invalid`, also if the new address has an account.
 */
export async function replaceEmail(args: { email: string; to: string }, deps: AuthDeps): Promise<Account> {
  const { to } = parseInput(newEmail, args);
  const { id, email } = await accountByEmail(args.email, deps);
  return deps.db.write(async (tx) => {
    const detail = `${email} → ${to}`;
    await insertEvent(tx, { kind: 'email_changed', accountId: id, detail }, COMMAND_LINE, deps.now());
    return setEmail(tx, id, to, deps.now());
  });
}

/**
 * Sets the email address of an account, and makes the links in its mails invalid.
 * @param email a valid address in lower case.
 * @throws AppError `invalid` if the address has an account.
 */
export async function setEmail(tx: Transaction, id: number, email: string, now: number): Promise<Account> {
  if (await tx.account.findUnique({ where: { email } })) throw invalid({ email: [TAKEN] });
  await endTokens(tx, id);
  return tx.account.update({ where: { id }, data: { email, updatedAt: new Date(now) } });
}

const languageInput = z.object({ language: languageRule });

/**
 * Sets the language of mails to the account of the session.
 * @param args `language`; unchecked.
 * @throws AppError `invalid`; `unauthenticated` for a viewer without a session.
 */
export async function changeLanguage(args: object, { viewer, db, now }: AuthContext): Promise<Account> {
  if (!isPerson(viewer)) throw unauthenticated();
  const { language } = parseInput(languageInput, args);
  const { accountId: id } = viewer;
  const data = { language, updatedAt: new Date(now()) };
  return db.write((tx) => tx.account.update({ where: { id }, data }));
}

/**
 * Finds the account of an email address, for the command line.
 * @throws AppError `invalid` on `email` if there is none.
 */
export async function accountByEmail(email: string, { db }: Pick<AuthDeps, 'db'>): Promise<Account> {
  const account = await db.read.account.findUnique({ where: { email: email.trim().toLowerCase() } });
  if (!account) throw invalid({ email: ['There is no account with this email address.'] });
  return account;
}

/**
 * Finds the membership of an email address, for the command line.
 * @param team the id of the team; undefined for the only team of the person.
 * @throws AppError `invalid` on `email` or `team`.
 */
export async function membershipByEmail(
  email: string,
  team: number | undefined,
  deps: Pick<AuthDeps, 'db'>,
): Promise<Member> {
  const { id: accountId } = await accountByEmail(email, deps);
  const members = await deps.db.read.member.findMany({ where: { accountId }, orderBy: { id: 'asc' } });
  const teams = members.map(({ teamId }) => teamId).join(', ');
  if (members.length === 0) throw invalid({ email: ['This person belongs to no team.'] });
  if (team === undefined && members.length > 1)
    throw invalid({ team: [`Is required: this person belongs to the teams ${teams}.`] });
  const found = members.find(({ teamId }) => team === undefined || teamId === team);
  if (found) return found;
  throw invalid({ team: [`Must be the id of a team of this person: ${teams}.`] });
}
