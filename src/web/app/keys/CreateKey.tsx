import { type FormEvent, useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import type { Scope } from '../../gql/graphql.ts';
import { useChange } from '../../shared/client.ts';
import { t } from '../../shared/i18n/t.ts';
import { Checkbox } from '../forms/Checkbox.tsx';
import { Errors, Field } from '../forms/Field.tsx';
import { Submit } from '../forms/Submit.tsx';
import { useForm } from '../forms/useForm.ts';
import { ConfirmPassword } from './ConfirmPassword.tsx';
import type { NewKey } from './CreatedKey.tsx';
import { SCOPES, type WebsiteOfKey } from './keys.ts';

const CREATE = graphql(`
  mutation CreateApiKey($input: CreateApiKeyInput!) {
    createApiKey(input: $input) {
      __typename
      ... on CreateApiKeySuccess {
        created {
          key
          apiKey {
            id
            name
            scopes
            website {
              id
              databaseId
            }
          }
        }
      }
      ...Refused
    }
  }
`);

interface Props {
  websites: readonly WebsiteOfKey[];
  onCreated: (created: NewKey) => void;
}

/** Reads the form. A key is valid until the end of its last day in the browser's time zone. */
function readForm(element: HTMLFormElement) {
  const given = new FormData(element);
  const last = String(given.get('expiresAt'));
  return {
    name: String(given.get('name')),
    scopes: given.getAll('scopes') as Scope[],
    websiteId: String(given.get('websiteId')) || null,
    expiresAt: last ? new Date(`${last}T23:59:59.999`).toISOString() : null,
  };
}

/** The form to create an API key. */
export function CreateKey({ websites, onCreated }: Props) {
  const [, create] = useChange(CREATE);
  const { form, busy, problem, errors, send } = useForm();
  const [confirming, setConfirming] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    await save(event.currentTarget);
  };
  const save = async (element: HTMLFormElement) => {
    const done = await send(create({ input: readForm(element) }));
    setConfirming(done?.__typename === 'ConfirmationRequired');
    if (done?.__typename === 'CreateApiKeySuccess') onCreated(done.created);
  };
  return (
    <>
      {confirming && (
        <ConfirmPassword
          onClose={() => setConfirming(false)}
          onConfirmed={() => form.current && save(form.current)}
        />
      )}
      <form ref={form} className="card panel form keys-create" aria-labelledby="create" onSubmit={submit}>
        <h2 id="create">{t('keys.create')}</h2>
        <Field label={t('keys.name')} name="name" hint={t('keys.nameHint')} errors={errors.name}>
          {(control) => <input {...control} type="text" autoComplete="off" required maxLength={100} />}
        </Field>
        <Field
          label={t('keys.website')}
          name="websiteId"
          hint={t('keys.websiteHint')}
          errors={errors.websiteId}
        >
          {(control) => (
            <select {...control} defaultValue="">
              <option value="">{t('keys.allWebsites')}</option>
              {websites.map(({ id, domain }) => (
                <option key={id} value={id}>
                  {domain}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field
          label={t('keys.validUntil')}
          name="expiresAt"
          hint={t('keys.validUntilHint')}
          errors={errors.expiresAt}
        >
          {(control) => <input {...control} type="date" />}
        </Field>
        <fieldset aria-describedby={errors.scopes && 'scopes-error'}>
          <legend>{t('keys.scopes')}</legend>
          {SCOPES.map((value) => (
            <Checkbox
              key={value}
              name="scopes"
              value={value}
              label={t(`keys.scope.${value}`)}
              defaultChecked={value.endsWith('_READ')}
              aria-invalid={errors.scopes !== undefined}
            />
          ))}
          <Errors id="scopes-error" errors={errors.scopes ?? []} />
        </fieldset>
        <Submit busy={busy} problem={problem}>
          {t('keys.submit')}
        </Submit>
      </form>
    </>
  );
}
