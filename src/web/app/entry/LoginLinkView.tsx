import { Unlink } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { graphql } from '../../gql/gql.ts';
import { useChange } from '../../shared/client.ts';
import { t } from '../../shared/i18n/t.ts';
import { Notice } from '../../shared/Notice.tsx';
import { Submit } from '../forms/Submit.tsx';
import { useForm } from '../forms/useForm.ts';
import { useSession } from '../session.tsx';
import { Entry } from './Entry.tsx';
import { takeToken } from './mailToken.ts';

const LOG_IN = graphql(`
  mutation LogInWithLink($input: LogInWithLinkInput!) {
    logInWithLink(input: $input) {
      __typename
      ... on LogInWithLinkSuccess {
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

/**
 * The target of a link of `footfall account login-link`. It asks for a click, because programs open links to
 * inspect them.
 */
export function LoginLinkView() {
  const [token] = useState(takeToken);
  const [, navigate] = useLocation();
  const { become } = useSession();
  const [, logIn] = useChange(LOG_IN);
  const { form, busy, problem, send } = useForm();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const done = await send(logIn({ input: { token } }));
    if (!done) return;
    become(done.viewer);
    navigate('/account', { replace: true });
  };

  if (token === '')
    return <Notice icon={Unlink} title={t('brokenLink.title')} lead={t('loginLink.incomplete')} />;
  return (
    <Entry title={t('login.title')} lead={t('loginLink.lead')}>
      <form ref={form} className="form" onSubmit={submit}>
        <Submit busy={busy} problem={problem}>
          {t('login.submit')}
        </Submit>
      </form>
    </Entry>
  );
}
