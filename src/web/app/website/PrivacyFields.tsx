import { useState } from 'react';
import type { Privacy } from '../../gql/graphql.ts';
import { Choices } from '../forms/Choices.tsx';
import { PasswordField } from '../forms/PasswordField.tsx';

const CHOICES = [
  { value: 'PRIVATE', label: 'Only me', hint: 'Who is logged in to this account.' },
  { value: 'PASSWORD', label: 'Who knows the password', hint: 'You hand out the link and the password.' },
  { value: 'PUBLIC', label: 'Everybody', hint: 'Who has the link. The page may be embedded elsewhere.' },
] as const;

interface Props {
  initial: Privacy;
  hasPassword: boolean;
  errors: readonly string[] | undefined;
}

/** Who may see the statistics, and their password. */
export function PrivacyFields({ initial, hasPassword, errors }: Props) {
  const [privacy, setPrivacy] = useState(initial);
  return (
    <>
      <fieldset>
        <legend>Who sees the statistics</legend>
        <Choices name="privacy" choices={CHOICES} chosen={privacy} onChoose={setPrivacy} />
      </fieldset>
      {privacy === 'PASSWORD' && (
        <PasswordField
          label="Password of the statistics"
          name="password"
          autoComplete="new-password"
          hint={hasPassword ? 'Leave empty to keep the one that is set.' : 'Needed to open the page.'}
          errors={errors}
          required={!hasPassword}
        />
      )}
    </>
  );
}
