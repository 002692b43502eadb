import { useState } from 'react';
import type { Role } from '../../../gql/graphql.ts';
import { explain, useChange } from '../../../shared/client.ts';
import { momentOf } from '../../../shared/i18n/format.ts';
import { t } from '../../../shared/i18n/t.ts';
import { isRefusal, refusalInWords } from '../../../shared/userErrors.ts';
import { ConfirmPassword } from '../../keys/ConfirmPassword.tsx';
import { type Member, REMOVE, rolesFor, type TeamViewer, UPDATE } from './queries.ts';

interface Props {
  viewer: TeamViewer;
  onChange: () => void;
}

type Change = { id: string; role: Role } | { id: string; role: null };

/** The members of the team and its invitations, for those who manage them. */
export function Members({ viewer, onChange }: Props) {
  const [{ fetching: isUpdating }, update] = useChange(UPDATE);
  const [{ fetching: isRemoving }, remove] = useChange(REMOVE);
  const [problem, setProblem] = useState('');
  const [confirming, setConfirming] = useState<Change | null>(null);
  const members = viewer.team?.members;

  /** Changes the role of a member; removes the member if it is null. */
  async function change(wanted: Change) {
    const { id, role } = wanted;
    const { data, error } = role ? await update({ input: { id, role } }) : await remove({ input: { id } });
    const result = data && (Object.values(data)[0] as { __typename: string } | undefined);
    const needsPassword = result?.__typename === 'ConfirmationRequired';
    setConfirming(needsPassword ? wanted : null);
    if (needsPassword) return;
    if (error) setProblem(explain(error));
    else setProblem(result && isRefusal(result as never) ? refusalInWords(result as never) : '');
    onChange();
  }

  if (!members) return <p className="quiet">{t('team.membersHidden')}</p>;
  return (
    <>
      {confirming && (
        <ConfirmPassword onClose={() => setConfirming(null)} onConfirmed={() => change(confirming)} />
      )}
      <ul className="entries">
        {members.nodes.map((member) => (
          <Row
            key={`${member.id} ${member.role}`}
            member={member}
            own={viewer.role}
            busy={isUpdating || isRemoving}
            onChange={change}
          />
        ))}
      </ul>
      {problem && (
        <p className="error-text" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

interface RowProps {
  member: Member;
  /** The role of the viewer. */
  own: Role | null;
  busy: boolean;
  onChange: (change: Change) => void;
}

function Row({ member, own, busy, onChange }: RowProps) {
  const { id, email, role, status, isViewer, expiresAt, websites } = member;
  const mayChange = role !== 'OWNER' || own === 'OWNER';
  const facts = [
    isViewer && t('team.you'),
    status === 'INVITED' && expiresAt && t('team.invitedUntil', { time: momentOf(expiresAt) }),
    status === 'EXPIRED' && t('team.expired'),
    websites?.map(({ domain }) => domain).join(', '),
  ].filter(Boolean);
  return (
    <li>
      <div>
        <p className="entries-title">{email}</p>
        {facts.length > 0 && <p className="quiet">{facts.join(' · ')}</p>}
      </div>
      {mayChange ? (
        <select
          aria-label={t('team.roleOf', { email })}
          value={role}
          disabled={busy}
          onChange={({ target }) => onChange({ id, role: target.value as Role })}
        >
          {rolesFor(own).map((name) => (
            <option key={name} value={name}>
              {t(`role.${name}`)}
            </option>
          ))}
        </select>
      ) : (
        <span>{t(`role.${role}`)}</span>
      )}
      {mayChange && (
        <button
          type="button"
          className="button danger"
          disabled={busy}
          aria-label={t(isViewer ? 'team.leaveNamed' : 'team.removeNamed', { email })}
          onClick={() => onChange({ id, role: null })}
        >
          {t(isViewer ? 'team.leave' : 'team.remove')}
        </button>
      )}
    </li>
  );
}
