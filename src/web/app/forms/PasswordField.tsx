import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Field } from './Field.tsx';
import './forms.css';

interface Props {
  label: string;
  name: string;
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
  errors?: readonly string[] | undefined;
  required?: boolean;
}

/** A password that can be looked at. */
export function PasswordField({ label, name, autoComplete, hint, errors, required = true }: Props) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field label={label} name={name} hint={hint} errors={errors}>
      {(control) => (
        <div className="password">
          <input
            {...control}
            type={shown ? 'text' : 'password'}
            autoComplete={autoComplete}
            required={required}
            maxLength={128}
          />
          <button
            type="button"
            className="button plain"
            aria-pressed={shown}
            aria-label={`Show: ${label}`}
            onClick={() => setShown(!shown)}
          >
            <Icon size={18} aria-hidden />
          </button>
        </div>
      )}
    </Field>
  );
}
