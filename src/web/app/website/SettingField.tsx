import { grouped } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import { Checkbox } from '../forms/Checkbox.tsx';
import { Field } from '../forms/Field.tsx';

interface Props {
  /** GraphQL name of a setting that is a boolean or a number. */
  name: 'excludeBots' | 'excludeSpam' | 'dailyLimit' | 'hideBelow' | 'trimSlash';
  value: boolean | number | null;
  /** Errors from the server for this setting. */
  errors?: readonly string[] | undefined;
}

/** The control of a setting, made from its entry in src/websites/settings.ts and its texts. */
export function SettingField({ name, value, errors }: Props) {
  const { type, minimum, maximum } = SETTINGS[name] ?? {};
  const label = t(`setting.${name}`);
  const hint = t(`setting.${name}.hint`, { most: grouped(maximum ?? 0) });
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
