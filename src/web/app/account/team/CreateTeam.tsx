import type { FormEvent } from 'react';
import { useChange } from '../../../shared/client.ts';
import { t } from '../../../shared/i18n/t.ts';
import { Field } from '../../forms/Field.tsx';
import { Submit } from '../../forms/Submit.tsx';
import { useForm } from '../../forms/useForm.ts';
import { useSession } from '../../session.tsx';
import { CREATE_TEAM } from './queries.ts';

/** Creates a further team, which the session then shows. */
export function CreateTeam() {
  const { become } = useSession();
  const [, create] = useChange(CREATE_TEAM);
  const { form, busy, problem, errors, send } = useForm();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name'));
    if (await send(create({ input: { name } }))) become(undefined);
  };
  return (
    <form ref={form} className="form" aria-labelledby="create-team" onSubmit={submit}>
      <h3 id="create-team">{t('team.create')}</h3>
      <Field label={t('team.name')} name="name" errors={errors.name}>
        {(control) => <input {...control} type="text" autoComplete="off" required maxLength={100} />}
      </Field>
      <Submit busy={busy} problem={problem}>
        {t('team.createSubmit')}
      </Submit>
    </form>
  );
}
