import type { Config } from '../config.ts';
import type { Transaction } from '../db/database.ts';
import { invalid } from '../errors.ts';
import { NO_PASSWORD } from './accounts.ts';
import { canUsePasskeys } from './secondFactors/passkeys.ts';

/**
 * Requires that a person can log in without an identity or a passkey, which is about to be removed.
 * @param removed the id of either.
 * @throws AppError `invalid` on `id` if it is the only way to log in.
 */
export async function requireOtherLogin(
  tx: Transaction,
  accountId: number,
  removed: { identity?: number; passkey?: number },
  config: Pick<Config, 'baseUrl' | 'passwords' | 'identityProviders'>,
): Promise<void> {
  const { passwordHash } = await tx.account.findUniqueOrThrow({ where: { id: accountId } });
  if (config.passwords && passwordHash !== NO_PASSWORD) return;
  const provider = { in: config.identityProviders.map(({ id }) => id) };
  const { identity = 0, passkey = 0 } = removed;
  const identities = await tx.identity.count({ where: { accountId, provider, id: { not: identity } } });
  const passkeys = canUsePasskeys(config)
    ? await tx.secondFactor.count({ where: { accountId, kind: 'passkey', id: { not: passkey } } })
    : 0;
  if (identities + passkeys === 0)
    throw invalid({ id: ['Must not be the only way to log in. Add another one first.'] });
}
