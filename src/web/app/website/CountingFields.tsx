import { t } from '../../shared/i18n/t.ts';
import { SettingField } from './SettingField.tsx';
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
      <legend>{t('general.counting')}</legend>
      <SettingField name="trimSlash" value={website.trimSlash} />
      <SettingField name="dailyLimit" value={website.dailyLimit} errors={errors} />
    </fieldset>
  );
}
