import type { FormEvent } from 'react';
import { useEffect } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { graphql } from '../../gql/gql.ts';
import { useAsk, useChange } from '../../shared/client.ts';
import { t } from '../../shared/i18n/t.ts';
import { Field } from '../forms/Field.tsx';
import { PasswordField } from '../forms/PasswordField.tsx';
import { Submit } from '../forms/Submit.tsx';
import { useForm } from '../forms/useForm.ts';
import { useSession } from '../session.tsx';
import { Entry } from './Entry.tsx';
import { whereTo } from './next.ts';

const LOG_IN = graphql(`
  mutation LogIn($input: LogInInput!) {
    logIn(input: $input) {
      __typename
      ... on LogInSuccess {
        viewer {
          email
          language
        }
      }
      ...Refused
    }
  }
`);

const NEEDS_OWNER = graphql(`
  query NeedsOwner {
    needsOwner
  }
`);

/** The login form. After the login, opens the page that the user requested. */
export function LoginView() {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const { viewer, become } = useSession();
  const [, logIn] = useChange(LOG_IN);
  const [{ data }] = useAsk(NEEDS_OWNER, {});
  const { form, busy, problem, errors, send } = useForm();
  const next = search.get('next');

  useEffect(() => {
    if (!viewer) return;
    const url = whereTo(next);
    if (/^\/(websites|account)(\/|$)/.test(url.pathname)) {
      navigate(url.pathname + url.search, { replace: true });
    } else location.replace(url.href);
  }, [viewer, next, navigate]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const input = { email: String(given.get('email')), password: String(given.get('password')) };
    const done = await send(logIn({ input }));
    if (done) become(done.viewer);
  };
  if (data?.needsOwner) {
    return (
      <Entry title={t('setup.title')}>
        <p>{t('setup.none')}</p>
      </Entry>
    );
  }
  return (
    <Entry title={t('login.title')}>
      <form ref={form} className="form" onSubmit={submit}>
        <Field label={t('login.email')} name="email" errors={errors.email}>
          {(control) => <input {...control} type="email" autoComplete="username" required maxLength={254} />}
        </Field>
        <PasswordField
          label={t('login.password')}
          showLabel={t('password.show')}
          name="password"
          autoComplete="current-password"
          errors={errors.password}
        />
        <Submit busy={busy} problem={problem}>
          {t('login.submit')}
        </Submit>
      </form>
      <p>
        <Link href="/forgot">{t('login.forgot')}</Link>
      </p>
    </Entry>
  );
}
