import { useState } from 'react';
import { explain, useAsk, useChange } from '../../../shared/client.ts';
import { t } from '../../../shared/i18n/t.ts';
import { Problem } from '../../../shared/Problem.tsx';
import { Field } from '../../forms/Field.tsx';
import { useSession } from '../../session.tsx';
import { Invite } from './Invite.tsx';
import { Members } from './Members.tsx';
import { MOST, SWITCH, TEAM, type TeamViewer } from './queries.ts';
import { TeamName } from './TeamName.tsx';

/** The team whose websites the session shows: its name, its members and invitations. */
export function Team() {
  const [{ data, error, fetching }, refetch] = useAsk(
    TEAM,
    { first: MOST },
    { requestPolicy: 'cache-and-network' },
  );
  const read = () => refetch({ requestPolicy: 'network-only' });
  const viewer = data?.viewer;
  const team = viewer?.team;
  return (
    <section className="card panel" aria-labelledby="team">
      <div className="panel-head">
        <h2 id="team">{t('team.title')}</h2>
        {viewer && (
          <p className="quiet">
            {team && viewer.role
              ? t('team.lead', { team: team.name, role: t(`role.${viewer.role}`) })
              : t('team.none')}
          </p>
        )}
      </div>
      {error && !viewer && !fetching && <Problem error={error} retry={read} />}
      {!viewer && fetching && <div className="skeleton entries-wait" aria-busy="true" />}
      {viewer && (viewer.memberships?.length ?? 0) > 1 && <Switch viewer={viewer} />}
      {viewer?.role === 'OWNER' && team && <TeamName key={team.name} name={team.name} onDone={read} />}
      {viewer && team && <Members viewer={viewer} onChange={read} />}
      {team?.members && viewer && <Invite role={viewer.role} onDone={read} />}
    </section>
  );
}

/** Selects the team whose websites the session shows. */
function Switch({ viewer }: { viewer: TeamViewer }) {
  const { become } = useSession();
  const [{ fetching }, change] = useChange(SWITCH);
  const [problem, setProblem] = useState<string | null>(null);
  const memberships = viewer.memberships ?? [];
  const choose = async (id: string) => {
    const { error } = await change({ input: { id } });
    if (error) setProblem(explain(error));
    // With a new client, nothing of the other team is shown from its cache.
    else become({ email: viewer.email, language: viewer.language });
  };
  return (
    <Field label={t('team.current')} name="team" errors={problem ? [problem] : []}>
      {(control) => (
        <select
          {...control}
          value={memberships.find(({ isCurrent }) => isCurrent)?.team.id ?? ''}
          disabled={fetching}
          onChange={({ target }) => choose(target.value)}
        >
          {memberships.map(({ team }) => (
            <option key={team.id} value={team.id}>
              {team.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
