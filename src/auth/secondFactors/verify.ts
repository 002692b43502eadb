import type { z } from 'zod';
import { AppError, invalid } from '../../errors.ts';
import type { Account, SecondFactor } from '../../generated/prisma/client.ts';
import { optional, text } from '../../validation/rules.ts';
import { type AttemptLimits, TooManyAttempts } from '../attempts.ts';
import type { AuthContext, AuthDeps } from '../context.ts';
import { audited, recordRepeated } from '../securityLog.ts';
import type { FactorKind, LoginMethod } from './kinds.ts';
import { acceptPasskey, authenticationOptions, canUsePasskeys, MAX_ANSWER } from './passkeys.ts';
import { useRecoveryCode } from './recoveryCodes.ts';
import { isTotpCode, stepAt, stepOfCode } from './totp.ts';

/**
 * Limits of wrong codes of an app. A code has six digits, and three are valid at a time, so unknown devices
 * have far fewer attempts than at a password. Recovery codes and passkeys work beyond the limits, so nobody
 * who knows the password can lock the person out.
 */
export const CODE_LIMITS = { pair: 10, slowFrom: 20, lock: 20 } as const satisfies AttemptLimits;

/** Limits of wrong recovery codes and passkeys, which cannot be guessed: only those of one address. */
const ADDRESS_LIMITS: AttemptLimits = {
  pair: 10,
  slowFrom: Number.POSITIVE_INFINITY,
  lock: Number.POSITIVE_INFINITY,
};

const TOO_MANY = 'Too many wrong codes.';
const ADDRESS_OPTIONS = { limits: ADDRESS_LIMITS, refusal: TOO_MANY };

const codeLock = (accountId: number) => `code ${accountId}`;
const recoveryLock = (accountId: number) => `recovery code ${accountId}`;
const passkeyLock = (purpose: string) => `passkey ${purpose}`;

/** The rules of an input that may contain the proof of a second factor. */
export const proofRules = { code: optional(text(100)), passkey: optional(text(MAX_ANSWER)) };

/** The proof of a second factor. */
export type Proof = z.output<z.ZodObject<typeof proofRules>>;

/** The client that gives a code: the id of its known device or session, or null. */
interface Prover {
  device: string | null;
}

/** The password was correct, and a second factor is needed as well. */
export class SecondFactorRequired extends AppError {
  readonly kinds: readonly FactorKind[];
  /** The options for a passkey, as JSON; null if the account has none, or BASE_URL is an IP address. */
  readonly passkeyOptions: string | null;

  constructor(kinds: readonly FactorKind[], passkeyOptions: string | null) {
    super('forbidden', 'Give the second factor of the account, or a recovery code.');
    this.kinds = kinds;
    this.passkeyOptions = passkeyOptions;
  }
}

/** Returns the enabled second factors of an account, oldest first. */
export function enabledFactors(accountId: number, { db }: Pick<AuthDeps, 'db'>): Promise<SecondFactor[]> {
  return db.read.secondFactor.findMany({
    where: { accountId, enabledAt: { not: null } },
    orderBy: { id: 'asc' },
  });
}

/**
 * Checks the second factor of an account whose password was correct.
 * @param prover whose attempts are counted separately from those of unknown clients.
 * @returns how the person has identified; `password` if the account has no second factor.
 * @throws SecondFactorRequired if a proof is missing; AppError `invalid` on `code` or `passkey` if it is
 *   wrong; `too_many_requests`.
 */
export async function passSecondFactor(
  account: Account,
  { code, passkey }: Proof,
  prover: Prover,
  context: AuthContext,
): Promise<LoginMethod> {
  const factors = await enabledFactors(account.id, context);
  if (factors.length === 0) return 'password';
  if (passkey !== undefined) return passPasskey(account, passkey, prover, context);
  if (code === undefined) {
    const kinds = new Set(factors.map(({ kind }) => kind as FactorKind));
    throw new SecondFactorRequired([...kinds], await optionsFor(account, factors, context));
  }
  const method = await guessCode(account, factors, code, prover, context).catch((error: unknown) => {
    if (error instanceof TooManyAttempts && error.first)
      recordRepeated(context, { kind: 'second_factor_locked_out', accountId: account.id });
    throw error;
  });
  if (method) return method;
  recordRepeated(context, { kind: 'second_factor_failed', accountId: account.id });
  throw invalid({ code: ['The code is wrong, has expired, or was used before.'] });
}

/** The purpose of a challenge for a passkey instead of the password. */
export const LOGIN_PURPOSE = 'log in';

/**
 * Creates the options to log in with a passkey, or to confirm a session with one instead of the password.
 * @returns `PublicKeyCredentialRequestOptionsJSON` as text.
 * @throws AppError `bad_request` if BASE_URL is an IP address.
 */
export const startPasskeyLogin = (context: AuthContext): Promise<string> =>
  authenticationOptions(LOGIN_PURPOSE, null, context);

const factorPurpose = (accountId: number) => `second factor ${accountId}`;

/** Returns the options for the passkeys of an account; null if it has none that the browser can use. */
async function optionsFor(
  { id }: Account,
  factors: readonly SecondFactor[],
  context: AuthContext,
): Promise<string | null> {
  const passkeys = factors.filter(({ kind }) => kind === 'passkey');
  if (passkeys.length === 0 || !canUsePasskeys(context.config)) return null;
  return authenticationOptions(factorPurpose(id), passkeys, context);
}

/** Checks a passkey as second factor. */
async function passPasskey(
  { id: accountId }: Account,
  answer: string,
  { device }: Prover,
  context: AuthContext,
): Promise<LoginMethod> {
  const purpose = factorPurpose(accountId);
  const expected = { accountId, verifiesPerson: false };
  if (await guessPasskey(purpose, answer, expected, device, context)) return 'password_passkey';
  recordRepeated(context, { kind: 'second_factor_failed', accountId });
  throw invalid({ passkey: [WRONG_PASSKEY] });
}

export const WRONG_PASSKEY = 'The passkey was not accepted. Try again.';

/** Checks a passkey as one attempt. Parameters as those of `acceptPasskey`. */
export async function guessPasskey(
  purpose: string,
  answer: string,
  expected: Parameters<typeof acceptPasskey>[2],
  device: string | null,
  context: AuthContext,
): Promise<SecondFactor | null> {
  const { attempts, address } = context;
  const check = () => acceptPasskey(purpose, answer, expected, context);
  return attempts.guess(passkeyLock(purpose), { address, device }, check, ADDRESS_OPTIONS);
}

/** Checks a code as one attempt; null if it is wrong. */
async function guessCode(
  { id: accountId }: Account,
  factors: readonly SecondFactor[],
  given: string,
  { device }: Prover,
  context: AuthContext,
): Promise<LoginMethod | null> {
  const code = normalize(given);
  const { attempts, address } = context;
  const guesser = { address, device };
  if (!isTotpCode(code)) {
    const check = async () => ((await recover(accountId, code, context)) ? true : null);
    const right = await attempts.guess(recoveryLock(accountId), guesser, check, ADDRESS_OPTIONS);
    return right && 'password_recovery_code';
  }
  const check = async () => {
    for (const factor of factors) if (await acceptCode(factor, code, context)) return true;
    return null;
  };
  const right = await attempts.guess(codeLock(accountId), guesser, check, {
    limits: CODE_LIMITS,
    refusal: TOO_MANY,
  });
  return right && 'password_totp';
}

/** Removes the blanks and dashes that make a code readable. Other digits, such as full-width ones, count. */
export const normalize = (code: string): string =>
  code
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase();

/**
 * Accepts the code of a TOTP factor if it is correct, and later than the last one that was accepted.
 * @returns whether it was accepted. Of several attempts with one code, only one is.
 */
async function acceptCode(
  { id, kind, accountId, secret }: SecondFactor,
  code: string,
  { db, now, signer, log }: AuthContext,
): Promise<boolean> {
  if (kind !== 'totp' || secret === null) return false;
  const plain = (await signer()).decrypt(secretPurpose(accountId), secret);
  if (plain === null) {
    log.warn({ account: accountId }, 'The secret of an authenticator app was encrypted with another SECRET');
    return false;
  }
  const step = stepOfCode(plain, code, now());
  if (step === null) return false;
  return db.write(async (tx) => {
    const { count } = await tx.secondFactor.updateMany({
      // A later step was recorded before the clock was set back.
      where: {
        id,
        OR: [{ lastStep: null }, { lastStep: { lt: step } }, { lastStep: { gt: stepAt(now()) + 1 } }],
      },
      data: { lastStep: step, lastUsedAt: new Date(now()) },
    });
    return count === 1;
  });
}

/** The purpose of the encryption of a secret. It contains the account, so rows cannot be exchanged. */
export const secretPurpose = (accountId: number) => `totp ${accountId}`;

/** Uses up a recovery code, and records that. */
const recover = (accountId: number, code: string, context: AuthContext): Promise<boolean> =>
  audited(context, async (tx, record) => {
    const used = await useRecoveryCode(tx, accountId, code);
    if (used) record({ kind: 'recovery_code_used', accountId });
    return used;
  });
