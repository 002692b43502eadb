import type { FormEvent } from 'react';
import { useLocation } from 'wouter';
import { graphql } from '../../gql/gql.ts';
import { useChange } from '../../shared/client.ts';
import { t } from '../../shared/i18n/t.ts';
import { Field } from '../forms/Field.tsx';
import { Submit } from '../forms/Submit.tsx';
import { TimeZoneField } from '../forms/TimeZoneField.tsx';
import { browserTimeZone } from '../forms/timeZones.ts';
import { useForm } from '../forms/useForm.ts';
import { View } from '../layout/View.tsx';

const CREATE = graphql(`
  mutation CreateWebsite($input: CreateWebsiteInput!) {
    createWebsite(input: $input) {
      __typename
      ... on CreateWebsiteSuccess {
        website {
          id
          databaseId
        }
      }
      ...Refused
    }
  }
`);

/** The form to add a website. Afterwards opens the view with the website's snippet. */
export function NewWebsiteView() {
  const [, navigate] = useLocation();
  const [, create] = useChange(CREATE);
  const { form, busy, problem, errors, send } = useForm();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const input = { url: String(given.get('url')), timezone: String(given.get('timezone')) };
    const done = await send(create({ input }));
    if (done) navigate(`/websites/${done.website.databaseId}`);
  };
  return (
    <View title={t('websites.add')} lead={t('websites.addLead')} narrow>
      <form ref={form} className="card panel form" onSubmit={submit}>
        <Field label={t('general.address')} name="url" hint={t('general.addressHint')} errors={errors.url}>
          {(control) => (
            <input
              {...control}
              type="text"
              inputMode="url"
              autoComplete="url"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="example.com"
              required
            />
          )}
        </Field>
        <TimeZoneField value={browserTimeZone()} errors={errors.timezone} />
        <Submit busy={busy} problem={problem}>
          {t('websites.addSubmit')}
        </Submit>
      </form>
    </View>
  );
}
