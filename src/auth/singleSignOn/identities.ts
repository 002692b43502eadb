import type { Transaction } from '../../db/database.ts';
import { notFound, unauthenticated } from '../../errors.ts';
import type { Account, Identity } from '../../generated/prisma/client.ts';
import type { IdentityProvider } from '../../validation/identityProviders.ts';
import { requireConfirmation } from '../confirmation.ts';
import type { AuthContext } from '../context.ts';
import { audited } from '../securityLog.ts';
import { isPerson } from '../viewer.ts';
import { requireOtherLogin } from '../waysIn.ts';
import type { Joining } from './membership.ts';
import type { ProvidedPerson } from './person.ts';
import { SignOnError } from './problems.ts';

/** Maximum number of identities of an account. */
export const MAX_IDENTITIES = 10;

/** Finds the identity of a person by issuer and subject, with its account. */
export const findIdentity = (
  tx: Pick<Transaction, 'identity'>,
  { issuer, subject }: Pick<ProvidedPerson, 'issuer' | 'subject'>,
): Promise<(Identity & { account: Account }) | null> =>
  tx.identity.findUnique({ where: { issuer_subject: { issuer, subject } }, include: { account: true } });

/** Connects an identity with an account. @throws SignOnError `too_many` */
export async function addIdentity(
  { id: provider, label }: Pick<IdentityProvider, 'id' | 'label'>,
  { issuer, subject }: Pick<ProvidedPerson, 'issuer' | 'subject'>,
  accountId: number,
  { tx, record, now }: Joining,
): Promise<Identity & { account: Account }> {
  if ((await tx.identity.count({ where: { accountId } })) >= MAX_IDENTITIES)
    throw new SignOnError('too_many');
  record({ kind: 'identity_linked', accountId, subject: label });
  const data = { accountId, issuer, subject, provider, createdAt: new Date(now) };
  return tx.identity.create({ data, include: { account: true } });
}

/** Returns the identities of the viewer, oldest first; null unless the viewer has a browser session. */
export async function listIdentities({ viewer, db }: AuthContext): Promise<Identity[] | null> {
  if (!isPerson(viewer)) return null;
  return db.read.identity.findMany({ where: { accountId: viewer.accountId }, orderBy: { id: 'asc' } });
}

/** Returns the text of the provider's button; its name if the server does not have the provider any more. */
export const labelOf = (
  { provider }: Pick<Identity, 'provider'>,
  { config }: Pick<AuthContext, 'config'>,
): string => config.identityProviders.find(({ id }) => id === provider)?.label ?? provider;

/**
 * Disconnects an identity from the viewer's account.
 * @throws AppError `invalid` if the person could not log in any more; `not_found`, `unauthenticated`;
 *   ConfirmationRequired.
 */
export async function removeIdentity(id: number, context: AuthContext): Promise<Account> {
  const { viewer, config } = context;
  if (!isPerson(viewer)) throw unauthenticated();
  await requireConfirmation(context);
  const { accountId } = viewer;
  return audited(context, async (tx, record) => {
    const identity = await tx.identity.findFirst({ where: { id, accountId }, include: { account: true } });
    if (!identity) throw notFound();
    await requireOtherLogin(tx, accountId, { identity: id }, config);
    await tx.identity.delete({ where: { id } });
    record({ kind: 'identity_removed', accountId, subject: labelOf(identity, context) });
    return identity.account;
  });
}
