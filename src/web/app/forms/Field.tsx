import { type ReactNode, useId } from 'react';

/** The attributes that a field passes to its input. */
export interface Control {
  id: string;
  name: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface Props {
  label: ReactNode;
  name: string;
  hint?: ReactNode;
  errors?: readonly string[] | undefined;
  /** The id of an additional description. */
  describedBy?: string | undefined;
  children: (control: Control) => ReactNode;
}

/** An input with its label, hint and errors, linked for screen readers. */
export function Field({ label, name, hint, errors = [], describedBy, children }: Props) {
  const id = useId();
  const described = [hint && `${id}-hint`, describedBy, errors.length > 0 && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        name,
        'aria-invalid': errors.length > 0,
        'aria-describedby': described || undefined,
      })}
      {hint && (
        <div className="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      <Errors id={`${id}-error`} errors={errors} />
    </div>
  );
}

/** The errors of a field. */
export function Errors({ id, errors }: { id: string; errors: readonly string[] }) {
  if (errors.length === 0) return null;
  return (
    <div className="error" id={id}>
      {errors.map((error) => (
        <p key={error}>{error}</p>
      ))}
    </div>
  );
}
