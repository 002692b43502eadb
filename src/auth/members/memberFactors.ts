import type { Transaction } from '../../db/database.ts';
import { invalid, notFound, unauthenticated } from '../../errors.ts';
import { requireConfirmation } from '../confirmation.ts';
import type { AuthContext } from '../context.ts';
import { requireForTeam } from '../permissions.ts';
import { notify, resetFactors } from '../secondFactors/manage.ts';
import { audited } from '../securityLog.ts';
import { isPerson } from '../viewer.ts';
import { type LoadedMember, WITH_ACCOUNT } from './members.ts';
import { requireNoKey } from './teams.ts';

/**
 * Removes the second factors and recovery codes of a member who has lost them. Only an owner of all teams of
 * the person may do that: the factors protect those teams, too.
 * @throws AppError `invalid` if the person belongs to a team that the viewer does not own; `unauthenticated`,
 *   `forbidden`, `not_found`; ConfirmationRequired.
 */
export async function resetMemberFactors(id: number, context: AuthContext): Promise<LoadedMember> {
  const { viewer } = context;
  const { teamId } = requireForTeam(viewer, 'manageTeam');
  requireNoKey(viewer);
  if (!isPerson(viewer)) throw unauthenticated();
  const { accountId: ownerId } = viewer;
  await requireConfirmation(context);
  const { member, by } = await audited(context, async (tx, record) => {
    const row = await tx.member.findFirst({ where: { id, teamId }, include: WITH_ACCOUNT });
    if (!row?.account) throw notFound();
    const { id: accountId, email: subject } = row.account;
    await requireAllTeams(tx, accountId, ownerId);
    const { email: by } = await tx.account.findUniqueOrThrow({ where: { id: ownerId } });
    const events = await resetFactors(tx, accountId);
    for (const event of events) record({ ...event, detail: `by ${by}` });
    if (events.length > 0) record({ kind: 'member_factors_removed', teamId, subject });
    const member = await tx.member.findUniqueOrThrow({ where: { id }, include: WITH_ACCOUNT });
    return { member, by: events.length > 0 ? by : null };
  });
  if (member.account && by !== null) notify(member.account, { kind: 'second_factors_reset', by }, context);
  return member;
}

async function requireAllTeams(tx: Transaction, accountId: number, ownerId: number): Promise<void> {
  const foreign = { team: { members: { none: { accountId: ownerId, role: 'owner' } } } };
  if ((await tx.member.count({ where: { accountId, ...foreign } })) === 0) return;
  throw invalid({
    id: [
      'The person also belongs to a team that you do not own. The operator of the server can remove the ' +
        'second factors: footfall account second-factor --email EMAIL --off',
    ],
  });
}
