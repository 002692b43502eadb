import { Checkbox } from '../forms/Checkbox.tsx';
import { Field } from '../forms/Field.tsx';

interface Props {
  /** GraphQL name of a setting that is a boolean or a number, with texts for the form. */
  name: string;
  value: boolean | number | null;
  /** Errors from the server for this setting. */
  errors?: readonly string[] | undefined;
}

/** The control of a setting, made from its entry in src/websites/settings.ts. */
export function SettingField({ name, value, errors }: Props) {
  const { type, label = name, hint = '', minimum, maximum } = SETTINGS[name] ?? {};
  if (type === 'boolean')
    return <Checkbox name={name} label={label} hint={hint} defaultChecked={value === true} />;
  return (
    <Field label={label} name={name} hint={hint} errors={errors}>
      {(control) => (
        <input
          {...control}
          type="number"
          inputMode="numeric"
          min={minimum}
          max={maximum}
          step={1}
          defaultValue={value === null ? '' : Number(value)}
        />
      )}
    </Field>
  );
}
