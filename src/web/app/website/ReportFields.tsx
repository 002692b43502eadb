import { useState } from 'react';
import { REPORT_HOUR } from '../../../reports/hour.ts';
import { hourInWords } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import { Checkbox } from '../forms/Checkbox.tsx';
import { Choices } from '../forms/Choices.tsx';

import type { Website } from './website.ts';

const CHOICES = ['WEEKLY', 'MONTHLY'] as const;

interface Props {
  website: Website;
  sendsReports: boolean;
}

/** The settings for whether and how often reports are sent. */
export function ReportFields({ website, sendsReports }: Props) {
  const [isOn, setIsOn] = useState(website.email === true);
  const [every, setEvery] = useState(website.emailEvery ?? 'WEEKLY');
  const choices = CHOICES.map((value) => ({
    value,
    label: t(`reports.choice.${value}`),
    hint: t(`reports.choice.${value}.hint`),
  }));
  return (
    <>
      <Checkbox
        name="email"
        label={t('reports.title')}
        hint={sendsReports ? t('reports.hint', { time: hourInWords(REPORT_HOUR) }) : t('reports.noMail')}
        checked={isOn}
        onChange={(event) => setIsOn(event.currentTarget.checked)}
      />
      {isOn && (
        <fieldset className="report-choices">
          <legend className="visually-hidden">{t('reports.often')}</legend>
          <Choices name="emailEvery" choices={choices} chosen={every} onChoose={setEvery} />
        </fieldset>
      )}
    </>
  );
}
