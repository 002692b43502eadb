import { useState } from 'react';
import type { Privacy } from '../../gql/graphql.ts';
import { Choices } from '../forms/Choices.tsx';
import { NewPasswordField } from '../forms/NewPasswordField.tsx';

const CHOICES = [
  { value: 'PRIVATE', label: 'Only me', hint: 'Who is logged in to this account.' },
  { value: 'PASSWORD', label: 'Who knows the password', hint: 'You hand out the link and the password.' },
  { value: 'PUBLIC', label: 'Everybody', hint: 'Who has the link. The page may be embedded elsewhere.' },
] as const;

interface Props {
  initial: Privacy;
  hasPassword: boolean;
  domain: string;
  errors: readonly string[] | undefined;
}

/** The settings for who may see the statistics, and for their password. */
export function PrivacyFields({ initial, hasPassword, domain, errors }: Props) {
  const [privacy, setPrivacy] = useState(initial);
  return (
    <>
      <fieldset>
        <legend>Who sees the statistics</legend>
        <Choices name="privacy" choices={CHOICES} chosen={privacy} onChoose={setPrivacy} />
      </fieldset>
      {privacy === 'PASSWORD' && (
        <NewPasswordField
          label="Password of the statistics"
          kind="page"
          own={domain}
          hint={hasPassword ? 'Leave empty to keep the current password.' : undefined}
          errors={errors}
          required={!hasPassword}
        />
      )}
    </>
  );
}
