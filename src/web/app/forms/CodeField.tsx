import { useEffect, useRef, useState } from 'react';
import { t } from '../../shared/i18n/t.ts';
import { Field } from './Field.tsx';

interface Props {
  /** Whether the account has an authenticator app. Otherwise only a recovery code is possible. */
  hasApp: boolean;
  errors: readonly string[] | undefined;
}

/** The field for the code of an authenticator app, or for a recovery code instead. It takes the focus. */
export function CodeField({ hasApp, errors }: Props) {
  const [chosen, setRecovery] = useState(false);
  const recovery = chosen || !hasApp;
  const label = recovery ? t('code.recoveryLabel') : t('code.label');
  const hint = recovery ? t('code.recoveryLead') : t('code.lead');
  return (
    <>
      <Field label={label} name="code" hint={hint} errors={errors}>
        {(control) => <CodeInput key={String(recovery)} digits={!recovery} {...control} />}
      </Field>
      {hasApp && (
        <div className="row">
          <button type="button" className="button plain" onClick={() => setRecovery(!recovery)}>
            {recovery ? t('code.useApp') : t('code.useRecovery')}
          </button>
        </div>
      )}
    </>
  );
}

interface InputProps extends React.ComponentProps<'input'> {
  /** Whether the code has only digits, for the keyboard of a phone. */
  digits: boolean;
}

/** The input for a code. It takes the focus when it appears. */
export function CodeInput({ digits, ...control }: InputProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <input
      {...control}
      ref={input}
      type="text"
      inputMode={digits ? 'numeric' : 'text'}
      autoComplete={digits ? 'one-time-code' : 'off'}
      autoCapitalize="characters"
      spellCheck={false}
      required
      maxLength={100}
    />
  );
}
