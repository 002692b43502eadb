import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { graphql } from '../../gql/gql.ts';
import { useAsk, useChange } from '../../shared/client.ts';
import { currentLanguage } from '../../shared/i18n/language.ts';
import { t } from '../../shared/i18n/t.ts';
import { Problem } from '../../shared/Problem.tsx';
import { toValue } from '../account/mailLanguage.ts';
import { Code } from '../forms/Code.tsx';
import { Field } from '../forms/Field.tsx';
import { Submit } from '../forms/Submit.tsx';
import { useForm } from '../forms/useForm.ts';
import { Entry } from './Entry.tsx';

const SENDS_MAIL = graphql(`
  query SendsMail {
    sendsReports
  }
`);

const REQUEST = graphql(`
  mutation RequestPasswordReset($input: RequestPasswordResetInput!) {
    requestPasswordReset(input: $input) {
      __typename
      ...Refused
    }
  }
`);

/** Replaces a forgotten password on the machine of the server (docs/pages.md). */
const NEW_PASSWORD = 'npx footfall account password --email you@example.com --password "$PASSWORD"';

/** Requests a link to set a new password, or says how the operator sets one if the server sends no mail. */
export function ForgotView() {
  const [{ data, error, fetching }, refetch] = useAsk(SENDS_MAIL, {});
  const [, request] = useChange(REQUEST);
  const { form, busy, problem, errors, send } = useForm();
  const [sentTo, setSentTo] = useState<string | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email'));
    const done = await send(request({ input: { email, language: toValue(currentLanguage()) } }));
    setSentTo(done ? email : null);
  };

  const back = <Link href="/login">{t('forgot.back')}</Link>;
  if (!data) {
    return (
      <Entry title={t('forgot.title')}>
        {error && !fetching ? (
          <Problem error={error} retry={() => refetch({ requestPolicy: 'network-only' })} />
        ) : (
          <p aria-busy="true">{'\u00a0'}</p>
        )}
      </Entry>
    );
  }
  if (!data.sendsReports) {
    return (
      <Entry title={t('forgot.title')}>
        <p>{t('login.forgot.how')}</p>
        <Code text={NEW_PASSWORD} what="command" />
        <p>{back}</p>
      </Entry>
    );
  }
  return (
    <Entry title={t('forgot.title')} lead={t('forgot.lead')}>
      <form ref={form} className="form" onSubmit={submit} onInput={() => setSentTo(null)}>
        <Field label={t('login.email')} name="email" errors={errors.email}>
          {(control) => <input {...control} type="email" autoComplete="username" required maxLength={254} />}
        </Field>
        <Submit busy={busy} problem={problem}>
          {t('forgot.submit')}
        </Submit>
        <p role="status">{sentTo !== null && t('forgot.sent', { email: sentTo })}</p>
      </form>
      <p>{back}</p>
    </Entry>
  );
}
