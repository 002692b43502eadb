import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { graphql } from '../../gql/gql.ts';
import { useChange } from '../../shared/client.ts';
import { Dialog } from '../../shared/Dialog.tsx';
import { t } from '../../shared/i18n/t.ts';
import { Field } from '../forms/Field.tsx';
import { Submit } from '../forms/Submit.tsx';
import { useForm } from '../forms/useForm.ts';

const DELETE = graphql(`
  mutation DeleteWebsite($input: DeleteWebsiteInput!) {
    deleteWebsite(input: $input) {
      __typename
      ... on DeleteWebsiteSuccess {
        website {
          id
        }
      }
      ...Refused
    }
  }
`);

interface Props {
  id: string;
  domain: string;
}

/** Deletes a website after the user has typed its domain as confirmation. */
export function DeleteWebsite({ id, domain }: Props) {
  const [, navigate] = useLocation();
  const [, remove] = useChange(DELETE);
  const { form, busy, problem, errors, send, show } = useForm();
  const [asking, setAsking] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('domain'));
    if (typed.trim().toLowerCase() !== domain) return show({ domain: [t('delete.wrong', { domain })] });
    if (await send(remove({ input: { id } }))) navigate('/websites');
  };
  return (
    <section className="card panel website-end" aria-labelledby="delete">
      <div className="panel-head">
        <h2 id="delete">{t('delete.title')}</h2>
        <p className="quiet">{t('delete.hint')}</p>
      </div>
      <button type="button" className="button danger" onClick={() => setAsking(true)}>
        {t('delete.title')}
      </button>
      {asking && (
        <Dialog title={t('delete.sure', { domain })} onClose={() => setAsking(false)}>
          <form ref={form} className="form panel" onSubmit={submit}>
            <p>{t('delete.warning')}</p>
            <Field label={t('delete.confirm', { domain })} name="domain" errors={errors.domain}>
              {(control) => (
                <input {...control} type="text" autoComplete="off" autoCapitalize="none" spellCheck={false} />
              )}
            </Field>
            <Submit danger busy={busy} problem={problem}>
              {t('delete.submit')}
            </Submit>
          </form>
        </Dialog>
      )}
    </section>
  );
}
