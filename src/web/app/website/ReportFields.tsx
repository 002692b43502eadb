import { useState } from 'react';
import { Checkbox } from '../forms/Checkbox.tsx';
import { Choices } from '../forms/Choices.tsx';
import { NO_MAIL } from './reports.ts';
import type { Website } from './website.ts';

const CHOICES = [
  { value: 'WEEKLY', label: 'Weekly', hint: 'Every Monday, for the previous week.' },
  { value: 'MONTHLY', label: 'Monthly', hint: 'On the first of the month, for the previous month.' },
] as const;

interface Props {
  website: Website;
  sendsReports: boolean;
}

/** The settings for whether and how often reports are sent. */
export function ReportFields({ website, sendsReports }: Props) {
  const [isOn, setIsOn] = useState(website.email === true);
  const [every, setEvery] = useState(website.emailEvery ?? 'WEEKLY');
  return (
    <>
      <Checkbox
        name="email"
        label="Email reports"
        hint={
          sendsReports
            ? 'A summary by email to the account’s address, at 08:00 in the website’s time zone.'
            : NO_MAIL
        }
        checked={isOn}
        onChange={(event) => setIsOn(event.currentTarget.checked)}
      />
      {isOn && (
        <fieldset className="report-choices">
          <legend className="visually-hidden">How often email reports are sent</legend>
          <Choices name="emailEvery" choices={CHOICES} chosen={every} onChoose={setEvery} />
        </fieldset>
      )}
    </>
  );
}
