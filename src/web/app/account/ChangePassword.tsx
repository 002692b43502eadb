import { type FormEvent, useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import { useChange } from '../../shared/client.ts';
import { t } from '../../shared/i18n/t.ts';
import { NewPasswordField } from '../forms/NewPasswordField.tsx';
import { PasswordField } from '../forms/PasswordField.tsx';
import { Submit } from '../forms/Submit.tsx';
import { useForm } from '../forms/useForm.ts';

const CHANGE = graphql(`
  mutation ChangePassword($input: ChangePasswordInput!) {
    changePassword(input: $input) {
      __typename
      ... on ChangePasswordSuccess {
        viewer {
          email
        }
      }
      ...Refused
    }
  }
`);

/** The form to change the account's password. */
export function ChangePassword({ email }: { email: string }) {
  const [, change] = useChange(CHANGE);
  const { form, busy, problem, errors, send } = useForm();
  const [changed, setChanged] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    const given = new FormData(element);
    const input = { current: String(given.get('current')), password: String(given.get('password')) };
    const done = await send(change({ input }));
    if (done) element.reset();
    setChanged(done !== null);
  };
  return (
    <form
      ref={form}
      className="card panel form"
      aria-labelledby="password"
      onSubmit={submit}
      onInput={() => setChanged(false)}
    >
      <div className="panel-head">
        <h2 id="password">{t('changePassword.title')}</h2>
        <p className="quiet">{t('changePassword.hint')}</p>
      </div>
      {/* Tells password managers to which account the password belongs. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={t('changePassword.current')}
        showLabel={t('password.showCurrent')}
        name="current"
        autoComplete="current-password"
        errors={errors.current}
      />
      <NewPasswordField
        label={t('changePassword.new')}
        showLabel={t('password.showNew')}
        kind="account"
        own={email}
        errors={errors.password}
      />
      <Submit busy={busy} problem={problem} done={changed && t('changePassword.done')}>
        {t('changePassword.title')}
      </Submit>
    </form>
  );
}
