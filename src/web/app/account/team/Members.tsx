import { useState } from 'react';
import type { Role } from '../../../gql/graphql.ts';
import { explain, useChange } from '../../../shared/client.ts';
import { momentOf } from '../../../shared/i18n/format.ts';
import { t } from '../../../shared/i18n/t.ts';
import { isRefusal, refusalInWords } from '../../../shared/userErrors.ts';
import { AskFirst } from '../../keys/AskFirst.tsx';
import { ConfirmPassword } from '../../keys/ConfirmPassword.tsx';
import { MemberWebsites } from './MemberWebsites.tsx';
import {
  canBeLimited,
  type Member,
  REMOVE,
  RESET_FACTORS,
  rolesFor,
  type TeamViewer,
  UPDATE,
} from './queries.ts';

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
  const [limiting, setLimiting] = useState<Member | null>(null);
  const [resetting, setResetting] = useState<Member | null>(null);
  const [, reset] = useChange(RESET_FACTORS);
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
      {limiting && (
        <MemberWebsites
          member={limiting}
          onClose={() => setLimiting(null)}
          onChanged={() => {
            setLimiting(null);
            onChange();
          }}
        />
      )}
      {resetting && (
        <AskFirst
          title={t('team.resetFactorsTitle', { email: resetting.email })}
          hint={t('team.resetFactorsHint')}
          action={t('team.resetFactors')}
          send={() => reset({ input: { id: resetting.id } })}
          onClose={() => setResetting(null)}
          onDone={() => {
            setResetting(null);
            onChange();
          }}
        />
      )}
      <ul className="entries">
        {members.nodes.map((member) => (
          <Row
            key={`${member.id} ${member.role}`}
            member={member}
            own={viewer.role}
            busy={isUpdating || isRemoving}
            onChange={change}
            onLimit={() => setLimiting(member)}
            onReset={() => setResetting(member)}
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
  /** Opens the choice of the member's websites. */
  onLimit: () => void;
  /** Asks whether to remove the member's second factors. */
  onReset: () => void;
}

/** The number of websites that a row names. */
const NAMED = 3;

/** The only websites of a member, such as `a.example, b.example, c.example and 4 more`. */
function websitesInWords(websites: readonly { domain: string }[]): string {
  if (websites.length === 0) return t('team.noWebsites');
  const names = websites
    .slice(0, NAMED)
    .map(({ domain }) => domain)
    .join(', ');
  const more = websites.length - NAMED;
  return more > 0 ? t('team.namedWebsites', { names, count: more }) : names;
}

function Row({ member, own, busy, onChange, onLimit, onReset }: RowProps) {
  const { id, email, role, status, isViewer, hasSecondFactor, expiresAt, websites } = member;
  const mayChange = role !== 'OWNER' || own === 'OWNER';
  const facts = [
    isViewer && t('team.you'),
    status === 'INVITED' && expiresAt && t('team.invitedUntil', { time: momentOf(expiresAt) }),
    status === 'EXPIRED' && t('team.expired'),
    hasSecondFactor === false && t('team.noFactor'),
    websites && websitesInWords(websites),
  ].filter(Boolean);
  return (
    <li>
      <div>
        <p className="entries-title">{email}</p>
        {facts.length > 0 && <p className="quiet">{facts.join(' · ')}</p>}
      </div>
      <span className="row">
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
        {canBeLimited(role) && (
          <button
            type="button"
            className="button"
            disabled={busy}
            aria-label={t('team.websitesOf', { email })}
            onClick={onLimit}
          >
            {t('team.websites')}
          </button>
        )}
        {own === 'OWNER' && hasSecondFactor && !isViewer && (
          <button
            type="button"
            className="button"
            disabled={busy}
            aria-label={t('team.resetFactorsNamed', { email })}
            onClick={onReset}
          >
            {t('team.resetFactors')}
          </button>
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
      </span>
    </li>
  );
}
