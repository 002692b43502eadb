import { type FormEvent, useEffect, useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import { useChange } from '../../shared/client.ts';
import { Dialog } from '../../shared/Dialog.tsx';
import { t } from '../../shared/i18n/t.ts';
import { CodeField } from '../forms/CodeField.tsx';
import { PasswordField } from '../forms/PasswordField.tsx';
import { Submit } from '../forms/Submit.tsx';
import { useForm } from '../forms/useForm.ts';
import { useSession } from '../session.tsx';

const CONFIRM = graphql(`
  mutation ConfirmPassword($input: ConfirmPasswordInput!) {
    confirmPassword(input: $input) {
      __typename
      ... on ConfirmPasswordSuccess {
        viewer {
          email
        }
      }
      ...Refused
    }
  }
`);

interface Props {
  onClose: () => void;
  /** Called when the server has accepted the password, so that the action may continue. */
  onConfirmed: () => void;
}

/**
 * Asks for the password, and the second factor if there is one, before actions that must not be possible in a
 * browser that was left unattended.
 */
export function ConfirmPassword({ onClose, onConfirmed }: Props) {
  const { viewer } = useSession();
  const [, confirm] = useChange(CONFIRM);
  const { form, busy, problem, errors, send } = useForm();
  const [needsCode, setNeedsCode] = useState(false);
  // By default, the dialog would focus its first button.
  useEffect(() => form.current?.querySelector<HTMLElement>('[name="password"]')?.focus(), [form]);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const input = { password: String(given.get('password')), code: given.get('code') as string | null };
    const done = await send(confirm({ input }));
    if (done?.__typename === 'SecondFactorRequired') setNeedsCode(true);
    if (done?.__typename === 'ConfirmPasswordSuccess') onConfirmed();
  };
  return (
    <Dialog title={t('confirm.title')} onClose={onClose}>
      <form ref={form} className="form panel" onSubmit={submit}>
        <p>{t('confirm.hint')}</p>
        {/* Tells password managers to which account the password belongs. */}
        <input type="text" autoComplete="username" value={viewer?.email ?? ''} readOnly hidden />
        <PasswordField
          label={t('confirm.password')}
          showLabel={t('password.show')}
          name="password"
          autoComplete="current-password"
          errors={errors.password}
        />
        {needsCode && <CodeField errors={errors.code} />}
        <Submit
          busy={busy}
          problem={problem}
          beside={
            <button type="button" className="button" onClick={onClose}>
              {t('button.cancel')}
            </button>
          }
        >
          {t('confirm.submit')}
        </Submit>
      </form>
    </Dialog>
  );
}
