import { t } from '../../shared/i18n/t.ts';
import { Field } from '../forms/Field.tsx';

interface Props {
  /** GraphQL name of a setting that is a list. */
  name: 'hosts' | 'query' | 'aliases';
  value: readonly string[] | null;
  /** Errors from the server for this setting. */
  errors: readonly string[] | undefined;
}

/** The control of a setting with one entry per line. */
export function LinesField({ name, value, errors }: Props) {
  return (
    <Field label={t(`setting.${name}`)} name={name} hint={t(`setting.${name}.hint`)} errors={errors}>
      {(control) => (
        <textarea
          {...control}
          rows={2}
          spellCheck={false}
          autoCapitalize="none"
          defaultValue={(value ?? []).join('\n')}
        />
      )}
    </Field>
  );
}
