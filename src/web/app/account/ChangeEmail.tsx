import { type FormEvent, useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import { useAsk, useChange } from '../../shared/client.ts';
import { t } from '../../shared/i18n/t.ts';
import { Code } from '../forms/Code.tsx';
import { Field } from '../forms/Field.tsx';
import { Submit } from '../forms/Submit.tsx';
import { useForm } from '../forms/useForm.ts';
import { ConfirmPassword } from '../keys/ConfirmPassword.tsx';

const SENDS_MAIL = graphql(`
  query CanChangeEmail {
    sendsReports
  }
`);

const CHANGE = graphql(`
  mutation ChangeEmail($input: ChangeEmailInput!) {
    changeEmail(input: $input) {
      __typename
      ...Refused
    }
  }
`);

/** Changes the address on the machine of the server (docs/pages.md). */
const NEW_EMAIL = 'npx footfall account email --email you@example.com --to new@example.com';

/** Shows the account's email address, with a form to change it. */
export function ChangeEmail({ email }: { email: string }) {
  const [{ data }] = useAsk(SENDS_MAIL, {});
  const [, change] = useChange(CHANGE);
  const { form, busy, problem, errors, send } = useForm();
  const [confirming, setConfirming] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    await save(event.currentTarget);
  };
  const save = async (element: HTMLFormElement) => {
    const input = { email: String(new FormData(element).get('email')) };
    const done = await send(change({ input }));
    setConfirming(done?.__typename === 'ConfirmationRequired');
    const isSent = done?.__typename === 'ChangeEmailSuccess';
    setSentTo(isSent ? input.email : null);
    if (isSent) element.reset();
  };
  const head = (
    <div className="panel-head">
      <h2 id="email">{t('changeEmail.title')}</h2>
      <p className="quiet">{t('changeEmail.present', { email })}</p>
    </div>
  );
  if (data && !data.sendsReports) {
    return (
      <section className="card panel form" aria-labelledby="email">
        {head}
        <p>{t('changeEmail.noMail')}</p>
        <Code text={NEW_EMAIL} what="command" />
      </section>
    );
  }
  return (
    <>
      {confirming && (
        <ConfirmPassword
          onClose={() => setConfirming(false)}
          onConfirmed={() => form.current && save(form.current)}
        />
      )}
      <form
        ref={form}
        className="card panel form"
        aria-labelledby="email"
        onSubmit={submit}
        onInput={() => setSentTo(null)}
      >
        {head}
        <Field label={t('changeEmail.new')} name="email" hint={t('changeEmail.hint')} errors={errors.email}>
          {(control) => <input {...control} type="email" autoComplete="off" required maxLength={254} />}
        </Field>
        <Submit
          busy={busy}
          problem={problem}
          done={sentTo !== null && t('changeEmail.sent', { email: sentTo })}
        >
          {t('changeEmail.submit')}
        </Submit>
      </form>
    </>
  );
}
