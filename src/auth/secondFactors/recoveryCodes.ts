import { hash } from 'node:crypto';
import type { Transaction } from '../../db/database.ts';
import { randomBase32 } from './totp.ts';

/** The number of recovery codes that an account gets at once. */
export const RECOVERY_CODES = 10;
/** 120 bits: a fast hash is enough for codes of 112 bits or more (ASVS 5.0, 6.5.2). */
const CODE_BYTES = 15;

const hashOf = (code: string) => hash('sha256', code, 'hex');

/**
 * Replaces the recovery codes of an account by new ones.
 * @returns the codes, which are not stored: four groups of six letters and digits each.
 */
export async function replaceRecoveryCodes(
  tx: Transaction,
  accountId: number,
  random: (bytes: number) => Uint8Array,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomBase32(random, CODE_BYTES));
  await tx.recoveryCode.deleteMany({ where: { accountId } });
  await tx.recoveryCode.createMany({ data: codes.map((code) => ({ accountId, hash: hashOf(code) })) });
  return codes.map((code) => (code.match(/.{6}/g) ?? []).join('-'));
}

/**
 * Uses up a recovery code.
 * @param code without blanks and dashes, in upper case.
 * @returns whether it was one, and nobody has used it.
 */
export async function useRecoveryCode(tx: Transaction, accountId: number, code: string): Promise<boolean> {
  const { count } = await tx.recoveryCode.deleteMany({ where: { accountId, hash: hashOf(code) } });
  return count === 1;
}
