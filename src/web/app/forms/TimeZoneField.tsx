import { useMemo } from 'react';
import { Field } from './Field.tsx';

/** The browser's time zone. */
export const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

interface Props {
  value: string;
  errors: readonly string[] | undefined;
}

/** Selects one of the time zones that the browser supports. */
export function TimeZoneField({ value, errors }: Props) {
  const zones = useMemo(
    () => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), value])].sort(),
    [value],
  );
  return (
    <Field
      label="Time zone"
      name="timezone"
      hint="Days start and end in this time zone. Hits that are already counted keep their day."
      errors={errors}
    >
      {(control) => (
        <select {...control} defaultValue={value}>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
