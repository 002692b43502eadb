import { useEffect, useId, useRef } from 'react';
import { t } from '../../shared/i18n/t.ts';

interface Props {
  initial: string;
  errors: readonly string[];
}

/** The field `name` of a goal or funnel. It has the focus first, and when it has errors. */
export function NameField({ initial, errors }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (errors.length > 0) input.current?.focus();
  }, [errors]);
  return (
    <div className="field">
      <label htmlFor={id}>{t('goals.name')}</label>
      <input
        ref={input}
        data-focus-first
        id={id}
        name="name"
        autoComplete="off"
        required
        maxLength={100}
        defaultValue={initial}
        aria-invalid={errors.length > 0}
        aria-describedby={errors.length > 0 ? `${id}-wrong` : undefined}
      />
      {errors.length > 0 && (
        <div className="error" id={`${id}-wrong`}>
          {errors.join(' ')}
        </div>
      )}
    </div>
  );
}
