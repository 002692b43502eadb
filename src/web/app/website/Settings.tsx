import { type FormEvent, useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import { useChange } from '../../shared/client.ts';
import { Field } from '../forms/Field.tsx';
import { Submit } from '../forms/Submit.tsx';
import { TimeZoneField } from '../forms/TimeZoneField.tsx';
import { useForm } from '../forms/useForm.ts';
import { CountingFields } from './CountingFields.tsx';
import { ExcludedAddresses } from './ExcludedAddresses.tsx';
import { PrivacyFields } from './PrivacyFields.tsx';
import { ReportFields } from './ReportFields.tsx';
import { rangeErrors } from './ranges.ts';
import { SettingField } from './SettingField.tsx';
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
  /** The viewer's IP address. */
  address: string;
  sendsReports: boolean;
}

/** The settings of a website. */
export function Settings({ website, address, sendsReports }: Props) {
  const [, update] = useChange(UPDATE);
  const { form, busy, problem, errors, send, show } = useForm();
  const [saved, setSaved] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    const excludeIps = rangeErrors(String(new FormData(element).get('excludeIps')));
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
      className="card panel form settings"
      aria-labelledby="settings"
      onSubmit={submit}
      onInput={() => setSaved(false)}
    >
      <h2 id="settings">Settings</h2>
      <div className="form">
        <Field label="Address" name="url" errors={errors.url}>
          {(control) => (
            <input {...control} type="text" inputMode="url" defaultValue={website.url} required />
          )}
        </Field>
        <TimeZoneField value={website.timezone} errors={errors.timezone} />
        <PrivacyFields
          initial={website.privacy}
          hasPassword={website.hasPassword === true}
          domain={website.domain}
          hideBelow={website.hideBelow}
          errors={errors}
        />
      </div>
      <div className="form">
        <fieldset>
          <legend>Reports and bots</legend>
          <ReportFields website={website} sendsReports={sendsReports} />
          <SettingField name="excludeBots" value={website.excludeBots} />
        </fieldset>
        <CountingFields website={website} errors={errors.dailyLimit} />
        <ExcludedAddresses initial={website.excludeIps ?? []} own={address} errors={errors.excludeIps} />
      </div>
      <Submit busy={busy} problem={problem} done={saved && 'Saved.'}>
        Save
      </Submit>
    </form>
  );
}
