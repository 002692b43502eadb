import { useState } from 'react';
import type { Privacy } from '../../gql/graphql.ts';
import { t } from '../../shared/i18n/t.ts';
import { Choices } from '../forms/Choices.tsx';
import { NewPasswordField } from '../forms/NewPasswordField.tsx';
import { SettingField } from './SettingField.tsx';

const CHOICES: readonly Privacy[] = ['PRIVATE', 'PASSWORD', 'PUBLIC'];

interface Props {
  initial: Privacy;
  hasPassword: boolean;
  domain: string;
  hideBelow: number | null;
  errors: { password?: readonly string[]; hideBelow?: readonly string[] };
}

/** The privacy settings: the audience of the statistics, their password, and the limit of small counts. */
export function PrivacyFields({ initial, hasPassword, domain, hideBelow, errors }: Props) {
  const [privacy, setPrivacy] = useState(initial);
  const choices = CHOICES.map((value) => ({
    value,
    label: t(`privacy.${value}`),
    hint: t(`privacy.${value}.hint`),
  }));
  return (
    <>
      <fieldset>
        <legend>{t('privacy.who')}</legend>
        <Choices name="privacy" choices={choices} chosen={privacy} onChoose={setPrivacy} />
      </fieldset>
      {privacy === 'PASSWORD' && (
        <NewPasswordField
          label={t('privacy.password')}
          showLabel={t('password.show')}
          kind="page"
          own={domain}
          hint={hasPassword ? t('privacy.passwordKeep') : undefined}
          errors={errors.password}
          required={!hasPassword}
        />
      )}
      {privacy !== 'PRIVATE' && <SettingField name="hideBelow" value={hideBelow} errors={errors.hideBelow} />}
    </>
  );
}
