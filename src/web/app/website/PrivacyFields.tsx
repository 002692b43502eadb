import { useState } from 'react';
import type { Privacy } from '../../gql/graphql.ts';
import { Choices } from '../forms/Choices.tsx';
import { NewPasswordField } from '../forms/NewPasswordField.tsx';
import { SettingField } from './SettingField.tsx';

const CHOICES = [
  { value: 'PRIVATE', label: 'Only me', hint: 'Only people who are logged in to this account.' },
  { value: 'PASSWORD', label: 'Anyone with the password', hint: 'You share the link and the password.' },
  { value: 'PUBLIC', label: 'Anyone with the link', hint: 'The page can be embedded in other websites.' },
] as const;

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
  return (
    <>
      <fieldset>
        <legend>Who can see the statistics</legend>
        <Choices name="privacy" choices={CHOICES} chosen={privacy} onChoose={setPrivacy} />
      </fieldset>
      {privacy === 'PASSWORD' && (
        <NewPasswordField
          label="Password for the statistics"
          kind="page"
          own={domain}
          hint={hasPassword ? 'Leave empty to keep the current password.' : undefined}
          errors={errors.password}
          required={!hasPassword}
        />
      )}
      {privacy !== 'PRIVATE' && <SettingField name="hideBelow" value={hideBelow} errors={errors.hideBelow} />}
    </>
  );
}
