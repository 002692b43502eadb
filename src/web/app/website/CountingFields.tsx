import { t } from '../../shared/i18n/t.ts';
import type { useForm } from '../forms/useForm.ts';
import { LinesField } from './LinesField.tsx';
import { SettingField } from './SettingField.tsx';
import type { Website } from './website.ts';

interface Props {
  website: Website;
  /** Errors from the server by field. */
  errors: ReturnType<typeof useForm>['errors'];
}

/** The settings for what counts as one page, and for how many hits are counted. */
export function CountingFields({ website, errors }: Props) {
  return (
    <fieldset>
      <legend>{t('general.counting')}</legend>
      <LinesField name="hosts" value={website.hosts} errors={errors.hosts} />
      <LinesField name="query" value={website.query} errors={errors.query} />
      <LinesField name="aliases" value={website.aliases} errors={errors.aliases} />
      <SettingField name="trimSlash" value={website.trimSlash} />
      <SettingField name="dailyLimit" value={website.dailyLimit} errors={errors.dailyLimit} />
    </fieldset>
  );
}
