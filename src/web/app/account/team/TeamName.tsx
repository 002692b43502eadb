import type { FormEvent } from 'react';
import { useChange } from '../../../shared/client.ts';
import { t } from '../../../shared/i18n/t.ts';
import { Field } from '../../forms/Field.tsx';
import { Submit } from '../../forms/Submit.tsx';
import { useForm } from '../../forms/useForm.ts';
import { UPDATE_TEAM } from './queries.ts';

/** Changes the name of the team. */
export function TeamName({ name, onDone }: { name: string; onDone: () => void }) {
  const [, update] = useChange(UPDATE_TEAM);
  const { form, busy, problem, errors, send } = useForm();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = String(new FormData(event.currentTarget).get('name'));
    if (await send(update({ input: { name: given } }))) onDone();
  };
  return (
    <form ref={form} className="form" onSubmit={submit}>
      <Field label={t('team.name')} name="name" errors={errors.name}>
        {(control) => (
          <input {...control} type="text" autoComplete="off" required maxLength={100} defaultValue={name} />
        )}
      </Field>
      <Submit busy={busy} problem={problem}>
        {t('team.rename')}
      </Submit>
    </form>
  );
}
