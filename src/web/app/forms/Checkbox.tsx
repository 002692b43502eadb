import { type ComponentProps, type ReactNode, useId } from 'react';
import './forms.css';

interface Props extends Omit<ComponentProps<'input'>, 'type'> {
  type?: 'checkbox' | 'radio';
  label: ReactNode;
  hint?: ReactNode;
}

/** A checkbox or radio button with a clickable label. */
export function Checkbox({ label, hint, type = 'checkbox', ...rest }: Props) {
  const id = useId();
  return (
    <div className="choice">
      <input id={id} type={type} aria-describedby={hint ? `${id}-hint` : undefined} {...rest} />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <div className="quiet" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </div>
  );
}
