import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import { useChange } from '../../shared/client.ts';
import { t } from '../../shared/i18n/t.ts';
import { Submit } from '../forms/Submit.tsx';
import { useForm } from '../forms/useForm.ts';
import { rangeErrors } from './ranges.ts';
import { readSettings, type Website } from './website.ts';

const UPDATE = graphql(`
  mutation UpdateWebsite($input: UpdateWebsiteInput!) {
    updateWebsite(input: $input) {
      __typename
      ... on UpdateWebsiteSuccess {
        website {
          id
        }
      }
      ...Refused
    }
  }
`);

interface Props {
  website: Website;
  title: string;
  /** Creates the fields. Receives the errors from the server by field. */
  children: (errors: ReturnType<typeof useForm>['errors']) => ReactNode;
}

/** A form with some of the settings of a website. Only these are saved. */
export function SettingsForm({ website, title, children }: Props) {
  const heading = useId();
  const [, update] = useChange(UPDATE);
  const { form, busy, problem, errors, send, show } = useForm();
  const [saved, setSaved] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    const excludeIps = rangeErrors(String(new FormData(element).get('excludeIps') ?? ''));
    if (excludeIps.length > 0) return show({ excludeIps });
    const done = await send(update({ input: { id: website.id, ...readSettings(element) } }));
    setSaved(done !== null);
    const password = element.elements.namedItem('password');
    if (done && password instanceof HTMLInputElement) {
      password.value = '';
      // Only the password fields listen to this event (NewPasswordField). The other settings keep their
      // values.
      element.dispatchEvent(new Event('reset'));
    }
  };
  return (
    <form
      ref={form}
      className="card panel form"
      aria-labelledby={heading}
      onSubmit={submit}
      onInput={() => setSaved(false)}
    >
      <h2 id={heading}>{title}</h2>
      {children(errors)}
      <Submit busy={busy} problem={problem} done={saved && t('form.saved')}>
        {t('button.save')}
      </Submit>
    </form>
  );
}
