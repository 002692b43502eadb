import { useEffect, useId, useRef, useState } from 'react';
import { PasswordField } from './PasswordField.tsx';
import { StrengthMeter } from './StrengthMeter.tsx';

/** Minimum lengths of passwords, as in src/auth/passwords.ts. */
const MIN_LENGTH = { account: 12, page: 8 } as const;

interface Props {
  label: string;
  /** The label of the button that shows the password. */
  showLabel: string;
  kind: keyof typeof MIN_LENGTH;
  /** The account's email address, or the website's domain. */
  own: string;
  hint?: string | undefined;
  errors?: readonly string[] | undefined;
  required?: boolean;
}

/** An input for a new password, which shows how hard the password is to guess. */
export function NewPasswordField({ label, showLabel, kind, own, hint, errors, required }: Props) {
  const id = useId();
  const [password, setPassword] = useState('');
  const around = useRef<HTMLDivElement>(null);
  // Neither a reset nor a change by a script fires an input event.
  useEffect(() => {
    const form = around.current?.closest('form');
    const empty = () => setPassword('');
    form?.addEventListener('reset', empty);
    return () => form?.removeEventListener('reset', empty);
  }, []);
  return (
    <div ref={around} className="new-password" onInput={(event) => setPassword(textOf(event.target))}>
      <PasswordField
        label={label}
        showLabel={showLabel}
        name="password"
        autoComplete="new-password"
        describedBy={id}
        hint={hint}
        errors={errors}
        required={required}
      />
      <StrengthMeter id={id} password={password} min={MIN_LENGTH[kind]} own={[own, ...own.split(/[@.]/)]} />
    </div>
  );
}

const textOf = (target: EventTarget) => (target instanceof HTMLInputElement ? target.value : '');
