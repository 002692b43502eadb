import { useState } from 'react';
import { useChange } from '../../../shared/client.ts';
import { t } from '../../../shared/i18n/t.ts';
import { AskFirst } from '../../keys/AskFirst.tsx';
import { useSession } from '../../session.tsx';
import { DELETE_TEAM, REMOVE } from './queries.ts';

/** Leaves a team, for members who do not see the list of members. */
export function LeaveTeam({ memberId: id, team }: { memberId: string; team: string }) {
  const { become } = useSession();
  const [, remove] = useChange(REMOVE);
  const [asking, setAsking] = useState(false);
  return (
    <div className="row">
      <button type="button" className="button danger" onClick={() => setAsking(true)}>
        {t('team.leaveThis')}
      </button>
      {asking && (
        <AskFirst
          title={t('team.leaveTitle', { team })}
          hint={t('team.leaveHint')}
          action={t('team.leave')}
          send={() => remove({ input: { id } })}
          onDone={() => become(undefined)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

/** Deletes the team, for owners. */
export function DeleteTeam({ id, name }: { id: string; name: string }) {
  const { become } = useSession();
  const [, remove] = useChange(DELETE_TEAM);
  const [asking, setAsking] = useState(false);
  return (
    <div className="row">
      <button type="button" className="button danger" onClick={() => setAsking(true)}>
        {t('team.delete')}
      </button>
      {asking && (
        <AskFirst
          title={t('team.deleteTitle', { team: name })}
          hint={t('team.deleteHint')}
          action={t('team.delete')}
          send={() => remove({ input: { id } })}
          onDone={() => become(undefined)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
