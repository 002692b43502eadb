import { Checkbox } from '../forms/Checkbox.tsx';
import { Field } from '../forms/Field.tsx';
import type { Website } from './website.ts';

interface Props {
  website: Website;
  /** Errors from the server for the daily limit. */
  errors: readonly string[] | undefined;
}

/** The settings for what counts as one page, and for how many hits are counted. */
export function CountingFields({ website, errors }: Props) {
  return (
    <fieldset>
      <legend>Pages and hits</legend>
      <Checkbox
        name="trimSlash"
        label="Ignore trailing slashes"
        hint="Counts /about/ and /about as one page. Applies to new hits only."
        defaultChecked={website.trimSlash === true}
      />
      <Field
        label="Daily limit"
        name="dailyLimit"
        hint="Hits that are counted per day; 0 for no limit. Leave it empty for the default of this server."
        errors={errors}
      >
        {(control) => (
          <input
            {...control}
            type="number"
            inputMode="numeric"
            min={0}
            max={1_000_000_000}
            step={1}
            defaultValue={website.dailyLimit ?? ''}
          />
        )}
      </Field>
    </fieldset>
  );
}
