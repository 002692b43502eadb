import { useState } from 'react';
import { useChange } from '../../../shared/client.ts';
import { t } from '../../../shared/i18n/t.ts';
import { Checkbox } from '../../forms/Checkbox.tsx';
import { useForm } from '../../forms/useForm.ts';
import { ConfirmPassword } from '../../keys/ConfirmPassword.tsx';
import { UPDATE_TEAM } from './queries.ts';

/** Sets whether the team requires a second factor of its members. */
export function RequireFactor({ required, onDone }: { required: boolean; onDone: () => void }) {
  const [, update] = useChange(UPDATE_TEAM);
  const { busy, problem, send } = useForm();
  const [confirming, setConfirming] = useState(false);
  const change = async () => {
    const done = await send(update({ input: { requiresSecondFactor: !required } }));
    setConfirming(done?.__typename === 'ConfirmationRequired');
    if (done?.__typename === 'UpdateTeamSuccess') onDone();
  };
  return (
    <div className="form">
      {confirming && <ConfirmPassword onClose={() => setConfirming(false)} onConfirmed={change} />}
      <Checkbox
        label={t('team.requireFactor')}
        hint={t('team.requireFactorHint')}
        checked={required}
        disabled={busy}
        onChange={change}
      />
      {problem && (
        <p className="error-text" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
