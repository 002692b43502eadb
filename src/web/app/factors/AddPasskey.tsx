import { type FormEvent, useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import { useChange } from '../../shared/client.ts';
import { t } from '../../shared/i18n/t.ts';
import { Field } from '../forms/Field.tsx';
import { Submit } from '../forms/Submit.tsx';
import { useForm } from '../forms/useForm.ts';
import { askForPasskey } from './passkeys.ts';

const START = graphql(`
  mutation StartPasskeyRegistration {
    startPasskeyRegistration {
      __typename
      ... on StartPasskeyRegistrationSuccess {
        options
      }
      ...Refused
    }
  }
`);

const REGISTER = graphql(`
  mutation RegisterPasskey($input: RegisterPasskeyInput!) {
    registerPasskey(input: $input) {
      __typename
      ... on RegisterPasskeySuccess {
        enabled {
          recoveryCodes
        }
      }
      ...Refused
    }
  }
`);

interface Props {
  /** Called with the new recovery codes; null if the account has some. */
  onAdded: (recoveryCodes: readonly string[] | null) => void;
  /** Called if the session must be confirmed first. Calling `again` repeats the attempt. */
  onConfirm: (again: () => void) => void;
  onClose: () => void;
}

/** Registers a passkey under a name. */
export function AddPasskey({ onAdded, onConfirm, onClose }: Props) {
  const [, start] = useChange(START);
  const [, register] = useChange(REGISTER);
  const { form, busy, problem, errors, send } = useForm();
  const [failed, setFailed] = useState(false);
  const save = async (element: HTMLFormElement) => {
    setFailed(false);
    const name = String(new FormData(element).get('name'));
    const started = await send(start({}));
    if (started?.__typename === 'ConfirmationRequired') onConfirm(() => save(element));
    if (started?.__typename !== 'StartPasskeyRegistrationSuccess') return;
    const response = await askForPasskey('create', started.options).catch(() => null);
    setFailed(response === null);
    if (response === null) return;
    const done = await send(register({ input: { name, response } }));
    if (done?.__typename === 'RegisterPasskeySuccess') onAdded(done.enabled.recoveryCodes);
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    await save(event.currentTarget);
  };
  return (
    <form ref={form} className="form" aria-label={t('passkey.add')} onSubmit={submit}>
      <Field label={t('passkey.name')} name="name" hint={t('passkey.nameHint')} errors={errors.name}>
        {(control) => (
          // biome-ignore lint/a11y/noAutofocus: the person has just asked for this form.
          <input {...control} type="text" autoComplete="off" autoFocus required maxLength={100} />
        )}
      </Field>
      <Submit busy={busy} problem={failed ? t('passkey.notCreated') : problem} onCancel={onClose}>
        {t('passkey.create')}
      </Submit>
    </form>
  );
}
