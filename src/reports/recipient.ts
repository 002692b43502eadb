import type { Account } from '../generated/prisma/client.ts';

/** Selects the owner of a team to whom reports are sent: the first one. */
export const FIRST_OWNER = {
  where: { role: 'owner', accountId: { not: null } },
  orderBy: { id: 'asc' },
  take: 1,
  select: { account: { select: { email: true, language: true } } },
} as const;

type Recipient = Pick<Account, 'email' | 'language'>;

/** A team with what `FIRST_OWNER` selects. */
export interface TeamWithOwner {
  members: { account: Recipient | null }[];
}

/** Returns the recipient of reports on the websites of a team. A team always has an owner. */
export function recipientOf({ members: [owner] }: TeamWithOwner): Recipient {
  if (!owner?.account) throw new Error('The team has no owner.');
  return owner.account;
}
