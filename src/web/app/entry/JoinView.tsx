import { Unlink } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { graphql } from '../../gql/gql.ts';
import { useAsk, useChange } from '../../shared/client.ts';
import { t } from '../../shared/i18n/t.ts';
import { Notice } from '../../shared/Notice.tsx';
import { Problem } from '../../shared/Problem.tsx';
import { PasswordField } from '../forms/PasswordField.tsx';
import { Submit } from '../forms/Submit.tsx';
import { useForm } from '../forms/useForm.ts';
import { useSession } from '../session.tsx';
import { SignOnButtons } from '../signOn/SignOnButtons.tsx';
import { Entry } from './Entry.tsx';
import { takeToken } from './mailToken.ts';

const INVITATION = graphql(`
  query Invitation($token: String!) {
    invitation(token: $token) {
      teamName
      email
      role
    }
    loginOptions {
      passwords
      providers {
        name
        label
      }
    }
  }
`);

const ACCEPT = graphql(`
  mutation Join($input: AcceptInvitationInput!) {
    acceptInvitation(input: $input) {
      __typename
      ... on AcceptInvitationSuccess {
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

/** The target of the link of an invitation to a team. */
export function JoinView() {
  const [token] = useState(takeToken);
  const [, navigate] = useLocation();
  const { viewer, become } = useSession();
  const [{ data, fetching, error }, again] = useAsk(INVITATION, { token });
  const [, accept] = useChange(ACCEPT);
  const { form, busy, problem, errors, send } = useForm();
  /** Whether it has been accepted: the invitation does not exist any more then. */
  const [isDone, setDone] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    const done = await send(
      accept({ input: { token, password: password === null ? null : String(password) } }),
    );
    if (!done) return;
    setDone(true);
    become(done.viewer);
    navigate('/websites', { replace: true });
  };

  if (isDone || viewer === undefined) return null;
  if (!data) {
    if (fetching) return null;
    return error ? <Problem error={error} retry={() => again({ requestPolicy: 'network-only' })} /> : null;
  }
  const { invitation, loginOptions } = data;
  if (!invitation) return <Notice icon={Unlink} title={t('brokenLink.title')} lead={t('join.invalid')} />;
  const { teamName, email, role } = invitation;
  const { passwords, providers } = loginOptions;
  const lead = t('join.lead', { email, role: t(`role.${role}`) });
  return (
    <Entry title={t('join.title', { team: teamName })} lead={lead}>
      <form ref={form} className="form" onSubmit={submit}>
        {viewer === null && passwords && (
          <>
            <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
            <PasswordField
              label={t('login.password')}
              showLabel={t('password.show')}
              name="password"
              autoComplete="new-password"
              hint={t('join.password')}
              errors={errors.password}
            />
          </>
        )}
        {(viewer !== null || passwords) && (
          <Submit busy={busy} problem={problem}>
            {t('join.submit')}
          </Submit>
        )}
        {viewer === null && (
          <SignOnButtons
            providers={providers}
            purpose="LOG_IN"
            text={({ label }) => t('signOn.join', { label })}
            invitation={token}
          />
        )}
      </form>
    </Entry>
  );
}
