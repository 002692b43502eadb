import { Unlink } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { graphql } from '../../gql/gql.ts';
import { useChange } from '../../shared/client.ts';
import { rich, t } from '../../shared/i18n/t.ts';
import { Notice } from '../../shared/Notice.tsx';
import { Submit } from '../forms/Submit.tsx';
import { useForm } from '../forms/useForm.ts';
import { useSession } from '../session.tsx';
import { Entry } from './Entry.tsx';
import { takeToken } from './mailToken.ts';

const CONFIRM = graphql(`
  mutation ConfirmEmail($input: ConfirmEmailInput!) {
    confirmEmail(input: $input) {
      __typename
      ... on ConfirmEmailSuccess {
        email
      }
      ...Refused
    }
  }
`);

/**
 * The target of the link in a mail to a new email address. It asks for confirmation, because programs open
 * links to inspect them.
 */
export function ConfirmEmailView() {
  const [token] = useState(takeToken);
  const { retry } = useSession();
  const [, confirm] = useChange(CONFIRM);
  const { form, busy, problem, send } = useForm();
  const [email, setEmail] = useState<string | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const done = await send(confirm({ input: { token } }));
    if (!done) return;
    setEmail(done.email);
    // This browser may be logged in to the account.
    retry();
  };

  if (token === '')
    return <Notice icon={Unlink} title={t('brokenLink.title')} lead={t('reset.incomplete')} />;
  if (email !== null) {
    return (
      <Entry title={t('confirmEmail.done')}>
        <p role="status">
          {rich('confirmEmail.next', { email, link: (text) => <Link href="/account">{text}</Link> })}
        </p>
      </Entry>
    );
  }
  return (
    <Entry title={t('confirmEmail.title')} lead={t('confirmEmail.lead')}>
      <form ref={form} className="form" onSubmit={submit}>
        <Submit busy={busy} problem={problem}>
          {t('confirmEmail.submit')}
        </Submit>
      </form>
    </Entry>
  );
}
