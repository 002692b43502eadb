import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Field } from './Field.tsx';
import './forms.css';

interface Props {
  label: string;
  /** The label of the button that shows the password. */
  showLabel: string;
  name: string;
  autoComplete: 'current-password' | 'new-password';
  hint?: string | undefined;
  errors?: readonly string[] | undefined;
  required?: boolean | undefined;
  /** The id of an additional description. */
  describedBy?: string;
}

/** A password input with a button to show the password. */
export function PasswordField(props: Props) {
  const { label, showLabel, name, autoComplete, hint, errors, required = true, describedBy } = props;
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field label={label} name={name} hint={hint} errors={errors} describedBy={describedBy}>
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
            aria-label={showLabel}
            onClick={() => setShown(!shown)}
          >
            <Icon size={18} aria-hidden />
          </button>
        </div>
      )}
    </Field>
  );
}
