import { useState } from 'react';
import { explain, useAsk, useChange } from '../../../shared/client.ts';
import { t } from '../../../shared/i18n/t.ts';
import { Problem } from '../../../shared/Problem.tsx';
import { Field } from '../../forms/Field.tsx';
import { useSession } from '../../session.tsx';
import { CreateTeam } from './CreateTeam.tsx';
import { DeleteTeam, LeaveTeam } from './EndTeam.tsx';
import { Invite } from './Invite.tsx';
import { Members } from './Members.tsx';
import { MOST, SWITCH, TEAM, type TeamViewer } from './queries.ts';
import { RequireFactor } from './RequireFactor.tsx';
import { TeamName } from './TeamName.tsx';

/** Changes of the viewer's own second factors, which the list of members shows. */
const OWN_FACTORS = { additionalTypenames: ['EnabledSecondFactor', 'RemoveSecondFactorSuccess'] };

/** The team whose websites the session shows: its name, its members and invitations. */
export function Team() {
  const [{ data, error, fetching }, refetch] = useAsk(
    TEAM,
    { first: MOST },
    { requestPolicy: 'cache-and-network', context: OWN_FACTORS },
  );
  const read = () => refetch({ requestPolicy: 'network-only' });
  const viewer = data?.viewer;
  const team = viewer?.team;
  const isOwner = viewer?.role === 'OWNER' && team;
  const current = viewer?.memberships?.find(({ isCurrent }) => isCurrent);
  return (
    <section className="card panel" aria-labelledby="team">
      <div className="panel-head">
        <h2 id="team">{t('team.title')}</h2>
        {viewer && <p className="quiet">{leadOf(viewer, current?.team.name)}</p>}
      </div>
      {error && !viewer && !fetching && <Problem error={error} retry={read} />}
      {!viewer && fetching && <div className="skeleton entries-wait" aria-busy="true" />}
      {viewer && (viewer.memberships?.length ?? 0) > 1 && <Switch viewer={viewer} />}
      {isOwner && <TeamName key={team.name} name={team.name} onDone={read} />}
      {isOwner && <RequireFactor required={team.requiresSecondFactor} onDone={read} />}
      {viewer && team && <Members viewer={viewer} onChange={read} />}
      {team?.members && viewer && <Invite role={viewer.role} onDone={read} />}
      {current && !team?.members && <LeaveTeam memberId={current.memberId} team={current.team.name} />}
      {isOwner && <CreateTeam />}
      {isOwner && (viewer.memberships?.length ?? 0) > 1 && <DeleteTeam id={team.id} name={team.name} />}
    </section>
  );
}

/** The name of the team, and the viewer's role in it. */
function leadOf({ team, role, lacksSecondFactor }: TeamViewer, current: string | undefined): string {
  if (team && role) return t('team.lead', { team: team.name, role: t(`role.${role}`) });
  return lacksSecondFactor ? t('blocked.team', { team: current ?? '' }) : t('team.none');
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
    else become(undefined);
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
