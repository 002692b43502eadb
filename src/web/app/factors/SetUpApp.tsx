import { type FormEvent, lazy, Suspense } from 'react';
import { graphql } from '../../gql/gql.ts';
import type { SetUpTotpMutation } from '../../gql/graphql.ts';
import { useChange } from '../../shared/client.ts';
import { t } from '../../shared/i18n/t.ts';
import { Code } from '../forms/Code.tsx';
import { CodeInput } from '../forms/CodeField.tsx';
import { Field } from '../forms/Field.tsx';
import { Submit } from '../forms/Submit.tsx';
import { useForm } from '../forms/useForm.ts';

const QrCode = lazy(() => import('./QrCode.tsx'));

export const SET_UP = graphql(`
  mutation SetUpTotp {
    setUpTotp {
      __typename
      ... on SetUpTotpSuccess {
        setup {
          secret
          uri
        }
      }
      ...Refused
    }
  }
`);

const ENABLE = graphql(`
  mutation EnableTotp($input: EnableTotpInput!) {
    enableTotp(input: $input) {
      __typename
      ... on EnableTotpSuccess {
        enabled {
          recoveryCodes
        }
      }
      ...Refused
    }
  }
`);

export type Setup = Extract<SetUpTotpMutation['setUpTotp'], { __typename: 'SetUpTotpSuccess' }>['setup'];

interface Props {
  setup: Setup;
  /** Whether the account has an app already. */
  replaces: boolean;
  /** Called with the new recovery codes; null if the account has some. */
  onEnabled: (recoveryCodes: readonly string[] | null) => void;
  /** Called if the session must be confirmed first. Calling `again` repeats the attempt. */
  onConfirm: (again: () => void) => void;
  onClose: () => void;
}

/** Shows the secret for an authenticator app, and enables the app with its first code. */
export function SetUpApp({ setup, replaces, onEnabled, onConfirm, onClose }: Props) {
  const [, enable] = useChange(ENABLE);
  const { form, busy, problem, errors, send } = useForm();
  const save = async (element: HTMLFormElement) => {
    const code = String(new FormData(element).get('code'));
    const done = await send(enable({ input: { code, name: t('factors.app') } }));
    if (done?.__typename === 'ConfirmationRequired') onConfirm(() => save(element));
    if (done?.__typename === 'EnableTotpSuccess') onEnabled(done.enabled.recoveryCodes);
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    await save(event.currentTarget);
  };
  return (
    <form ref={form} className="form" aria-label={t('factors.addApp')} onSubmit={submit}>
      <p>
        {t('factors.scan')} {replaces && t('factors.replaces')}
      </p>
      <Suspense fallback={<div className="skeleton qr-wait" aria-busy="true" />}>
        <QrCode text={setup.uri} label={t('factors.qr')} />
      </Suspense>
      <div>
        <p className="quiet">{t('factors.secret')}</p>
        <Code text={setup.secret.replace(/.{4}(?=.)/g, '$& ')} what="secret" />
      </div>
      <Field label={t('code.label')} name="code" errors={errors.code}>
        {(control) => <CodeInput digits {...control} />}
      </Field>
      <Submit busy={busy} problem={problem} onCancel={onClose}>
        {t('factors.enable')}
      </Submit>
    </form>
  );
}
