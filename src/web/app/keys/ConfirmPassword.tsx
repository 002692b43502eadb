import { type FormEvent, useEffect, useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import type { SecondFactorKind } from '../../gql/graphql.ts';
import { useAsk, useChange } from '../../shared/client.ts';
import { Dialog } from '../../shared/Dialog.tsx';
import { t } from '../../shared/i18n/t.ts';
import { SECOND_FACTORS } from '../factors/factors.ts';
import { PasskeyButton } from '../factors/PasskeyButton.tsx';
import { canUsePasskeys } from '../factors/passkeys.ts';
import { usePasskeyLogin } from '../factors/usePasskeyLogin.ts';
import { CodeField } from '../forms/CodeField.tsx';
import { PasswordField } from '../forms/PasswordField.tsx';
import { Submit } from '../forms/Submit.tsx';
import { useForm } from '../forms/useForm.ts';
import { useSession } from '../session.tsx';
import { usesPassword, WAYS_IN } from '../signOn/queries.ts';
import { SignOnButtons } from '../signOn/SignOnButtons.tsx';

const CONFIRM = graphql(`
  mutation ConfirmPassword($input: ConfirmPasswordInput!) {
    confirmPassword(input: $input) {
      __typename
      ... on ConfirmPasswordSuccess {
        viewer {
          email
        }
      }
      ... on SecondFactorRequired {
        kinds
        passkeyOptions
      }
      ...Refused
    }
  }
`);

const CONFIRM_WITH_PASSKEY = graphql(`
  mutation ConfirmWithPasskey($input: PasskeyInput!) {
    confirmWithPasskey(input: $input) {
      __typename
      ...Refused
    }
  }
`);

interface Props {
  onClose: () => void;
  /** Called when the server has accepted the password, so that the action may continue. */
  onConfirmed: () => void;
}

/**
 * Asks for the password, and the second factor if there is one, before actions that must not be possible in a
 * browser that was left unattended.
 */
export function ConfirmPassword({ onClose, onConfirmed }: Props) {
  const { viewer } = useSession();
  const [, confirm] = useChange(CONFIRM);
  const { form, busy, problem, errors, send } = useForm();
  const [, confirmWithPasskey] = useChange(CONFIRM_WITH_PASSKEY);
  const startPasskeyLogin = usePasskeyLogin();
  const [{ data }] = useAsk(SECOND_FACTORS, {});
  const [{ data: ways }] = useAsk(WAYS_IN, {});
  const password = usesPassword(ways);
  const connected = ways?.loginOptions.providers.filter(({ name }) =>
    ways.viewer?.identities?.some(({ provider }) => provider === name),
  );
  const hasPasskey = data?.viewer?.secondFactors?.some(({ kind }) => kind === 'PASSKEY') ?? false;
  /** The kinds of the second factors, if the password was correct and one is missing. */
  const [needed, setNeeded] = useState<readonly SecondFactorKind[] | null>(null);
  // By default, the dialog would focus its first button.
  useEffect(() => form.current?.querySelector<HTMLElement>('[name="password"]')?.focus(), [form]);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    await attempt(element, { code: new FormData(element).get('code') as string | null });
  };
  /** Tries to confirm. Returns the options for a passkey as second factor if the account has one. */
  const attempt = async (element: HTMLFormElement, proof: { code?: string | null; passkey?: string }) => {
    const password = String(new FormData(element).get('password'));
    const done = await send(confirm({ input: { password, ...proof } }));
    if (done?.__typename === 'ConfirmPasswordSuccess') onConfirmed();
    if (done?.__typename !== 'SecondFactorRequired') return null;
    setNeeded(done.kinds);
    return done.passkeyOptions;
  };
  return (
    <Dialog title={password ? t('confirm.title') : t('confirm.titleWithout')} onClose={onClose}>
      <form ref={form} className="form panel" onSubmit={submit}>
        <p>{password ? t('confirm.hint') : t('confirm.hintWithout')}</p>
        {password ? (
          <>
            {/* Tells password managers to which account the password belongs. */}
            <input type="text" autoComplete="username" value={viewer?.email ?? ''} readOnly hidden />
            <PasswordField
              label={t('confirm.password')}
              showLabel={t('password.show')}
              name="password"
              autoComplete="current-password"
              errors={errors.password}
            />
            {needed?.includes('PASSKEY') && canUsePasskeys() && (
              <PasskeyButton
                getOptions={async () => form.current && attempt(form.current, {})}
                onAnswer={async (passkey) => form.current && attempt(form.current, { passkey })}
              >
                {t('passkey.use')}
              </PasskeyButton>
            )}
            {needed && <CodeField hasApp={needed.includes('TOTP')} errors={errors.code} />}
            <Submit busy={busy} problem={problem} onCancel={onClose}>
              {t('confirm.submit')}
            </Submit>
          </>
        ) : (
          problem && (
            <p className="error-text" role="alert">
              {problem}
            </p>
          )
        )}
        {!needed && (
          <SignOnButtons
            providers={connected ?? []}
            purpose="CONFIRM"
            text={({ label }) => t('signOn.confirm', { label })}
            next={location.pathname + location.search}
          />
        )}
        {!needed && hasPasskey && canUsePasskeys() && (
          <PasskeyButton
            getOptions={startPasskeyLogin}
            onAnswer={async (response) => {
              if (await send(confirmWithPasskey({ input: { response } }))) onConfirmed();
            }}
          >
            {t('passkey.confirm')}
          </PasskeyButton>
        )}
      </form>
    </Dialog>
  );
}
