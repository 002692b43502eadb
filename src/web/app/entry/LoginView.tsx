import { type FormEvent, useEffect, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { graphql } from '../../gql/gql.ts';
import type { LogInInput, SecondFactorKind } from '../../gql/graphql.ts';
import { useAsk, useChange } from '../../shared/client.ts';
import { t } from '../../shared/i18n/t.ts';
import { PasskeyButton } from '../factors/PasskeyButton.tsx';
import { canUsePasskeys } from '../factors/passkeys.ts';
import { usePasskeyLogin } from '../factors/usePasskeyLogin.ts';
import { Code } from '../forms/Code.tsx';
import { CodeField } from '../forms/CodeField.tsx';
import { Field } from '../forms/Field.tsx';
import { PasswordField } from '../forms/PasswordField.tsx';
import { Submit } from '../forms/Submit.tsx';
import { useForm } from '../forms/useForm.ts';
import { useSession } from '../session.tsx';
import { LOGIN_OPTIONS } from '../signOn/queries.ts';
import { SignOnButtons } from '../signOn/SignOnButtons.tsx';
import { SignOnOutcome } from '../signOn/SignOnOutcome.tsx';
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
          lacksSecondFactor
        }
      }
      ... on SecondFactorRequired {
        kinds
        passkeyOptions
      }
      ...Refused
    }
  }
`);

const PASSKEY = graphql(`
  mutation LogInWithPasskey($input: PasskeyInput!) {
    logInWithPasskey(input: $input) {
      __typename
      ... on LogInWithPasskeySuccess {
        viewer {
          email
          language
          lacksSecondFactor
        }
      }
      ...Refused
    }
  }
`);

/** Removes the second factors of a person who has lost them (docs/pages.md). */
const REMOVE_FACTORS = 'npx footfall account second-factor --email you@example.com --off';

/** What a login still needs after the password. */
interface Needed {
  credentials: { email: string; password: string };
  kinds: readonly SecondFactorKind[];
}

/** The login form. After the login, opens the page that the user requested. */
export function LoginView() {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const { viewer, become } = useSession();
  const [, logIn] = useChange(LOG_IN);
  const [{ data }] = useAsk(LOGIN_OPTIONS, {});
  const { form, busy, problem, errors, send } = useForm();
  const [, logInWithPasskey] = useChange(PASSKEY);
  const startPasskeyLogin = usePasskeyLogin();
  /** Null until the password was correct, and a second factor is missing. */
  const [needed, setNeeded] = useState<Needed | null>(null);
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
    const credentials = needed?.credentials ?? {
      email: String(given.get('email')),
      password: String(given.get('password')),
    };
    await attempt({ ...credentials, code: given.get('code') as string | null });
  };
  /** Tries to log in. Returns the options for a passkey if the account has one. */
  const attempt = async ({ code, passkey, ...credentials }: LogInInput) => {
    const done = await send(logIn({ input: { ...credentials, code, passkey } }));
    if (done?.__typename === 'LogInSuccess') become(done.viewer);
    if (done?.__typename !== 'SecondFactorRequired') return null;
    setNeeded({ credentials, kinds: done.kinds });
    return done.passkeyOptions;
  };
  if (data?.needsOwner) {
    return (
      <Entry title={t('setup.title')}>
        <p>{t('setup.none')}</p>
      </Entry>
    );
  }
  if (needed) {
    const { credentials, kinds } = needed;
    return (
      <Entry title={t('code.title')} lead={credentials.email}>
        <form ref={form} className="form" onSubmit={submit}>
          {kinds.includes('PASSKEY') && canUsePasskeys() && (
            <PasskeyButton
              getOptions={() => attempt(credentials)}
              onAnswer={(passkey) => attempt({ ...credentials, passkey })}
            >
              {t('passkey.use')}
            </PasskeyButton>
          )}
          <CodeField hasApp={kinds.includes('TOTP')} errors={errors.code} />
          <Submit busy={busy} problem={problem} onCancel={() => setNeeded(null)}>
            {t('login.submit')}
          </Submit>
        </form>
        <details className="entry-forgot">
          <summary>{t('code.lostTitle')}</summary>
          <p className="quiet">{t('code.lost')}</p>
          <Code text={REMOVE_FACTORS} what="command" />
        </details>
      </Entry>
    );
  }
  const { passwords = true, providers = [] } = data?.loginOptions ?? {};
  return (
    <Entry title={t('login.title')}>
      <SignOnOutcome />
      <form ref={form} className="form" onSubmit={submit}>
        {passwords && (
          <>
            <Field label={t('login.email')} name="email" errors={errors.email}>
              {(control) => (
                <input {...control} type="email" autoComplete="username" required maxLength={254} />
              )}
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
          </>
        )}
        {!passwords && problem && (
          <p className="error-text" role="alert">
            {problem}
          </p>
        )}
        <SignOnButtons
          providers={providers}
          purpose="LOG_IN"
          text={({ label }) => t('signOn.logIn', { label })}
          next={next}
        />
        {canUsePasskeys() && (
          <PasskeyButton
            getOptions={startPasskeyLogin}
            onAnswer={async (response) => {
              const done = await send(logInWithPasskey({ input: { response } }));
              if (done) become(done.viewer);
            }}
          >
            {t('passkey.logIn')}
          </PasskeyButton>
        )}
      </form>
      {passwords && (
        <p>
          <Link href="/forgot">{t('login.forgot')}</Link>
        </p>
      )}
    </Entry>
  );
}
