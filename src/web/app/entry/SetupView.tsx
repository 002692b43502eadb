import { Unlink } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { graphql } from '../../gql/gql.ts';
import { useAsk, useChange } from '../../shared/client.ts';
import { currentLanguage } from '../../shared/i18n/language.ts';
import { rich, t } from '../../shared/i18n/t.ts';
import { Notice } from '../../shared/Notice.tsx';
import { toValue } from '../account/mailLanguage.ts';
import { Field } from '../forms/Field.tsx';
import { NewPasswordField } from '../forms/NewPasswordField.tsx';
import { Submit } from '../forms/Submit.tsx';
import { useForm } from '../forms/useForm.ts';
import { useSession } from '../session.tsx';
import { Entry } from './Entry.tsx';

const CREATE_OWNER = graphql(`
  mutation CreateOwner($input: CreateOwnerInput!) {
    createOwner(input: $input) {
      __typename
      ... on CreateOwnerSuccess {
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

const CAN_CREATE_OWNER = graphql(`
  query CanCreateOwner($token: String!) {
    canCreateOwner(token: $token)
  }
`);

/** The first start: creates the owner account, then opens the form for the first website. */
export function SetupView() {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const { become } = useSession();
  const [, createOwner] = useChange(CREATE_OWNER);
  const { form, busy, problem, errors, send } = useForm();
  const token = search.get('token') ?? '';
  // Checked first, so that nobody fills in the form with an invalid token.
  const [{ data }] = useAsk(CAN_CREATE_OWNER, { token });
  const [refused, setRefused] = useState(false);
  const [email, setEmail] = useState('');

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const input = {
      token,
      email: String(given.get('email')),
      password: String(given.get('password')),
      language: toValue(currentLanguage()),
    };
    const answer = createOwner({ input });
    const done = await send(answer);
    if (done) {
      become(done.viewer);
      navigate('/websites/new', { replace: true });
    }
    const { error } = await answer;
    if (error?.graphQLErrors.some(({ extensions }) => extensions.code === 'FORBIDDEN')) setRefused(true);
  };

  if (refused || data?.canCreateOwner === false) {
    return (
      <Notice icon={Unlink} title={t('brokenLink.title')} lead={t('setup.used')}>
        <p>{rich('setup.hasAccount', { link: (text) => <Link href="/login">{text}</Link> })}</p>
      </Notice>
    );
  }
  return (
    <Entry title={t('setup.title')} lead={t('setup.lead')}>
      <form ref={form} className="form" onSubmit={submit}>
        <Field label={t('login.email')} name="email" errors={errors.email}>
          {(control) => (
            <input
              {...control}
              type="email"
              autoComplete="username"
              required
              maxLength={254}
              onInput={(event) => setEmail(event.currentTarget.value)}
            />
          )}
        </Field>
        <NewPasswordField
          label={t('login.password')}
          showLabel={t('password.show')}
          kind="account"
          own={email}
          errors={errors.password}
        />
        <Submit busy={busy} problem={problem}>
          {t('setup.submit')}
        </Submit>
      </form>
    </Entry>
  );
}
