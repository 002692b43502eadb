import { Unlink } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { graphql } from '../../gql/gql.ts';
import { useChange } from '../../shared/client.ts';
import { rich, t } from '../../shared/i18n/t.ts';
import { Notice } from '../../shared/Notice.tsx';
import { NewPasswordField } from '../forms/NewPasswordField.tsx';
import { Submit } from '../forms/Submit.tsx';
import { useForm } from '../forms/useForm.ts';
import { Entry } from './Entry.tsx';
import { takeToken } from './mailToken.ts';

const RESET = graphql(`
  mutation ResetPassword($input: ResetPasswordInput!) {
    resetPassword(input: $input) {
      __typename
      ... on ResetPasswordSuccess {
        email
      }
      ...Refused
    }
  }
`);

/** The target of the link in a mail for a forgotten password. */
export function ResetView() {
  const [token] = useState(takeToken);
  const [, reset] = useChange(RESET);
  const { form, busy, problem, errors, send } = useForm();
  const [email, setEmail] = useState<string | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    const done = await send(reset({ input: { token, password } }));
    if (done) setEmail(done.email);
  };

  const again = <Link href="/forgot">{t('reset.again')}</Link>;
  if (token === '') {
    return (
      <Notice icon={Unlink} title={t('brokenLink.title')} lead={t('reset.incomplete')}>
        <p>{again}</p>
      </Notice>
    );
  }
  if (email !== null) {
    return (
      <Entry title={t('reset.done')}>
        <p role="status">
          {rich('reset.next', { email, link: (text) => <Link href="/login">{text}</Link> })}
        </p>
      </Entry>
    );
  }
  return (
    <Entry title={t('reset.title')} lead={t('reset.lead')}>
      <form ref={form} className="form" onSubmit={submit}>
        <NewPasswordField
          label={t('changePassword.new')}
          showLabel={t('password.showNew')}
          kind="account"
          own=""
          errors={errors.password}
        />
        <Submit busy={busy} problem={problem}>
          {t('reset.submit')}
        </Submit>
      </form>
      {problem && <p>{again}</p>}
    </Entry>
  );
}
