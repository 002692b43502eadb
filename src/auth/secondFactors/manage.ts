import { z } from 'zod';
import type { Transaction } from '../../db/database.ts';
import { AppError, invalid, notFound, unauthenticated } from '../../errors.ts';
import type { Account, SecondFactor } from '../../generated/prisma/client.ts';
import { nameRule } from '../../validation/nameRule.ts';
import { parseInput, required, text, withDefault } from '../../validation/rules.ts';
import type { FactorNotice } from '../accountMails.ts';
import { accountByEmail } from '../accounts.ts';
import { requireConfirmation } from '../confirmation.ts';
import type { AuthContext, AuthDeps } from '../context.ts';
import { audited, COMMAND_LINE, insertEvent, type SecurityEvent } from '../securityLog.ts';
import { isPerson } from '../viewer.ts';
import { requireOtherLogin } from '../waysIn.ts';
import { FACTOR_METHODS, type FactorKind, type LoginMethod } from './kinds.ts';
import { canUsePasskeys, MAX_ANSWER, registrationOptions, verifyRegistration } from './passkeys.ts';
import { replaceRecoveryCodes } from './recoveryCodes.ts';
import { newTotpSecret, stepOfCode, totpAddress } from './totp.ts';
import { enabledFactors, normalize, secretPurpose, WRONG_PASSKEY } from './verify.ts';

/** A secret for an authenticator app, which is not enabled yet. */
export interface TotpSetup {
  /** In base32. */
  secret: string;
  /** The secret as an `otpauth:` address, for a QR code. */
  uri: string;
}

/** A second factor that was enabled. */
export interface EnabledFactor {
  factor: SecondFactor;
  /** New recovery codes; null if the account has some already. */
  recoveryCodes: string[] | null;
}

/** Returns the second factors of the viewer; null unless the viewer has a browser session. */
export async function listSecondFactors(context: AuthContext): Promise<SecondFactor[] | null> {
  const { viewer } = context;
  return isPerson(viewer) ? enabledFactors(viewer.accountId, context) : null;
}

/** Returns the number of unused recovery codes; null unless the viewer has a browser session. */
export async function countRecoveryCodes({ viewer, db }: AuthContext): Promise<number | null> {
  return isPerson(viewer) ? db.read.recoveryCode.count({ where: { accountId: viewer.accountId } }) : null;
}

/**
 * Returns the session of a viewer that may change second factors.
 * @throws AppError `unauthenticated` for a viewer without a session; ConfirmationRequired.
 */
async function confirmedSession(context: AuthContext): Promise<{ accountId: number; session: string }> {
  const { viewer } = context;
  if (!isPerson(viewer)) throw unauthenticated();
  await requireConfirmation(context);
  return viewer;
}

/**
 * Creates a secret for an authenticator app. It replaces an earlier one that was not enabled.
 * @throws AppError `unauthenticated`; ConfirmationRequired.
 */
export async function setUpTotp(context: AuthContext): Promise<TotpSetup> {
  const { accountId } = await confirmedSession(context);
  const { db, config, now, random, signer } = context;
  const secret = newTotpSecret(random);
  const encrypted = (await signer()).encrypt(secretPurpose(accountId), secret);
  const { email } = await db.write(async (tx) => {
    await tx.secondFactor.deleteMany({ where: { accountId, enabledAt: null } });
    const createdAt = new Date(now());
    await tx.secondFactor.create({
      data: { accountId, kind: 'totp', name: '', secret: encrypted, createdAt },
    });
    return tx.account.findUniqueOrThrow({ where: { id: accountId } });
  });
  const issuer = `Footfall (${new URL(config.baseUrl).hostname})`;
  return { secret, uri: totpAddress(secret, { issuer, label: email }) };
}

const enableSchema = z.object({
  code: required(text(100)),
  name: withDefault(nameRule, 'Authenticator app'),
});

/**
 * Enables the authenticator app of the last `setUpTotp`. It replaces an app that was enabled before.
 * @param args `code` that the app shows, and optionally the `name` of the app; unchecked.
 * @throws AppError `invalid`, also if `setUpTotp` was not called before; `unauthenticated`;
 *   `too_many_requests`; ConfirmationRequired.
 */
export async function enableTotp(args: object, context: AuthContext): Promise<EnabledFactor> {
  const { code, name } = parseInput(enableSchema, args);
  const viewer = await confirmedSession(context);
  const { accountId, session } = viewer;
  const { db, now, attempts, address } = context;
  const pending = await db.read.secondFactor.findFirst({
    where: { accountId, kind: 'totp', enabledAt: null },
  });
  const secret =
    pending?.secret && (await context.signer()).decrypt(secretPurpose(accountId), pending.secret);
  if (!pending || !secret) throw invalid({ code: ['Set up an authenticator app first.'] });
  const lock = `new code ${accountId}`;
  const check = async () => stepOfCode(secret, normalize(code), now());
  const lastStep = await attempts.guess(lock, { address, device: session }, check);
  if (lastStep === null)
    throw invalid({ code: ['The code is wrong. Check that the clock of your device is right.'] });
  const at = new Date(now());
  return enable(viewer, context, async (tx) => {
    await tx.secondFactor.deleteMany({ where: { accountId, kind: 'totp', enabledAt: { not: null } } });
    const { count } = await tx.secondFactor.updateMany({
      where: { id: pending.id, enabledAt: null },
      data: { name, enabledAt: at, lastStep, lastUsedAt: at },
    });
    if (count === 0) throw invalid({ code: ['Set up an authenticator app first.'] });
    return tx.secondFactor.findUniqueOrThrow({ where: { id: pending.id } });
  });
}

/** Maximum number of passkeys of an account. */
export const MAX_PASSKEYS = 10;

const registrationPurpose = (accountId: number) => `register ${accountId}`;

/**
 * Creates the options to register a passkey, and the challenge in the browser's cookie.
 * @returns `PublicKeyCredentialCreationOptionsJSON` as text.
 * @throws AppError `unauthenticated`; `bad_request` if BASE_URL is an IP address; ConfirmationRequired.
 */
export async function startPasskeyRegistration(context: AuthContext): Promise<string> {
  const { accountId } = await confirmedSession(context);
  const { email } = await context.db.read.account.findUniqueOrThrow({ where: { id: accountId } });
  const factors = await enabledFactors(accountId, context);
  return registrationOptions(registrationPurpose(accountId), { accountId, email, factors }, context);
}

const passkeySchema = z.object({ name: nameRule, response: required(text(MAX_ANSWER)) });

/**
 * Registers a passkey.
 * @param args `name` of the passkey, and the `response` of the browser as JSON; unchecked.
 * @throws AppError `invalid`, `unauthenticated`; ConfirmationRequired.
 */
export async function registerPasskey(args: object, context: AuthContext): Promise<EnabledFactor> {
  const { name, response } = parseInput(passkeySchema, args);
  const viewer = await confirmedSession(context);
  const { accountId } = viewer;
  const passkey = await verifyRegistration(registrationPurpose(accountId), response, context);
  if (!passkey?.credentialId) throw invalid({ response: [WRONG_PASSKEY] });
  const { credentialId } = passkey;
  const at = new Date(context.now());
  return enable(viewer, context, async (tx) => {
    const passkeys = await tx.secondFactor.count({ where: { accountId, kind: 'passkey' } });
    if (passkeys >= MAX_PASSKEYS)
      throw invalid({ name: [`The account already has the maximum of ${MAX_PASSKEYS} passkeys.`] });
    if (await tx.secondFactor.findUnique({ where: { credentialId } }))
      throw invalid({ response: [WRONG_PASSKEY] });
    const data = { accountId, kind: 'passkey', name, createdAt: at, enabledAt: at, ...passkey };
    return tx.secondFactor.create({ data });
  });
}

/** The method of a session in which a factor of a kind was added after the password. */
const METHOD_AFTER: Readonly<Record<FactorKind, LoginMethod>> = {
  totp: 'password_totp',
  passkey: 'password_passkey',
};

/**
 * Stores an enabled factor, with recovery codes if the account has none. The session then counts as one with
 * a second factor, because the person has just proved it.
 */
async function enable(
  { accountId, session: id }: { accountId: number; session: string },
  context: AuthContext,
  store: (tx: Transaction) => Promise<SecondFactor>,
): Promise<EnabledFactor> {
  const { account, ...enabled } = await audited(context, async (tx, record) => {
    const factor = await store(tx);
    record({ kind: 'second_factor_enabled', accountId, subject: factor.name });
    const method = METHOD_AFTER[factor.kind as FactorKind];
    await tx.session.updateMany({ where: { id, method: 'password' }, data: { method } });
    const hasCodes = (await tx.recoveryCode.count({ where: { accountId } })) > 0;
    const recoveryCodes = hasCodes ? null : await replaceRecoveryCodes(tx, accountId, context.random);
    return { factor, recoveryCodes, account: await accountOf(tx, accountId) };
  });
  notify(account, { kind: 'second_factor_added', name: enabled.factor.name }, context);
  return enabled;
}

const accountOf = (tx: Transaction, id: number): Promise<Account> =>
  tx.account.findUniqueOrThrow({ where: { id } });

/** Mails what happened to the second factors of an account, if the server sends mail. */
export function notify(
  { email: to, language }: Account,
  notice: FactorNotice,
  { accountMails }: Pick<AuthContext, 'accountMails'>,
): void {
  accountMails?.send({ ...notice, to, language });
}

/**
 * Removes a second factor. The recovery codes are deleted with the last one.
 * @throws AppError `invalid` for a passkey that is the only way to log in; `not_found`, `unauthenticated`;
 *   ConfirmationRequired.
 */
export async function removeSecondFactor(id: number, context: AuthContext): Promise<Account> {
  const { accountId } = await confirmedSession(context);
  const { account, name } = await audited(context, async (tx, record) => {
    const where = { accountId, enabledAt: { not: null } };
    const factor = await tx.secondFactor.findFirst({ where: { ...where, id } });
    if (!factor) throw notFound();
    const isLogin = factor.kind === 'passkey' && canUsePasskeys(context.config);
    if (isLogin) await requireOtherLogin(tx, accountId, { passkey: id }, context.config);
    await tx.secondFactor.delete({ where: { id } });
    if ((await tx.secondFactor.count({ where })) === 0) await endSecondFactor(tx, accountId);
    record(removed(factor));
    return { account: await accountOf(tx, accountId), name: factor.name };
  });
  notify(account, { kind: 'second_factor_removed', name }, context);
  return account;
}

/**
 * Deletes what remains after the last factor of an account. Its sessions then count as opened with the
 * password alone: otherwise, a factor that was added and removed would satisfy teams that require one.
 */
async function endSecondFactor(tx: Transaction, accountId: number): Promise<void> {
  await tx.recoveryCode.deleteMany({ where: { accountId } });
  const where = { accountId, method: { in: [...FACTOR_METHODS] } };
  await tx.session.updateMany({ where, data: { method: 'password' satisfies LoginMethod } });
}

const removed = ({ accountId, name }: SecondFactor): SecurityEvent => ({
  kind: 'second_factor_removed',
  accountId,
  subject: name,
});

/**
 * Replaces the recovery codes of the viewer.
 * @throws AppError `bad_request` without a second factor; `unauthenticated`; ConfirmationRequired.
 */
export async function createRecoveryCodes(context: AuthContext): Promise<string[]> {
  const { accountId } = await confirmedSession(context);
  const { account, codes } = await audited(context, async (tx, record) => {
    if ((await tx.secondFactor.count({ where: { accountId, enabledAt: { not: null } } })) === 0)
      throw new AppError('bad_request', 'Recovery codes require a second factor. Add one first.');
    record({ kind: 'recovery_codes_created', accountId });
    const codes = await replaceRecoveryCodes(tx, accountId, context.random);
    return { codes, account: await accountOf(tx, accountId) };
  });
  notify(account, { kind: 'recovery_codes_created' }, context);
  return codes;
}

/**
 * Removes all second factors and recovery codes of an account, for a person who has lost them.
 * @returns the events for the security log of the person: one for each factor.
 */
export async function resetFactors(tx: Transaction, accountId: number): Promise<SecurityEvent[]> {
  const factors = await tx.secondFactor.findMany({ where: { accountId, enabledAt: { not: null } } });
  await tx.secondFactor.deleteMany({ where: { accountId } });
  await endSecondFactor(tx, accountId);
  return factors.map(removed);
}

/**
 * Removes all second factors and recovery codes of an account, for the command line.
 * @returns the account, and the names of the factors.
 * @throws AppError `invalid` if there is no account with this email address.
 */
export async function removeAllSecondFactors(
  address: string,
  deps: AuthDeps & Pick<AuthContext, 'accountMails'>,
): Promise<{ account: Account; names: string[] }> {
  const account = await accountByEmail(address, deps);
  const events = await deps.db.write(async (tx) => {
    const events = await resetFactors(tx, account.id);
    for (const event of events) await insertEvent(tx, event, COMMAND_LINE, deps.now());
    return events;
  });
  if (events.length > 0) notify(account, { kind: 'second_factors_reset', by: null }, deps);
  return { account, names: events.map(({ subject = '' }) => subject) };
}
