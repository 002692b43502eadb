import type { StatisticsAccess as Access } from '../../auth/grants.ts';
import type { Scope } from '../../auth/viewer.ts';
import { PRIVACY } from '../../auth/viewer.ts';
import { REPORT_STATES, type ReportState as State } from '../../reports/states.ts';
import { STAT_NAMES, STATISTICS, type StatName } from '../../stats/definitions.ts';
import { PERIODS, type PeriodName } from '../../stats/periods.ts';
import { INTERVALS, type Interval as IntervalName } from '../../stats/series.ts';
import { EMAIL_EVERY, type EmailEvery as Every } from '../../websites/settings.ts';
import { builder } from './builder.ts';

/** An enum whose names are the values in upper case. */
export function upperCase<Value extends string>(meaning: Record<Value, string>) {
  const entries = Object.entries(meaning) as [Value, string][];
  return Object.fromEntries(
    entries.map(([value, description]) => [value.replace(':', '_').toUpperCase(), { value, description }]),
  ) as Record<string, { value: Value; description: string }>;
}

const STAT_MEANINGS = Object.fromEntries(
  STAT_NAMES.map((name) => [name, STATISTICS[name].meaning]),
) as Record<StatName, string>;

export const StatNameEnum = builder.enumType('StatName', {
  description: 'The 17 statistics: what is counted, and by what.',
  values: upperCase(STAT_MEANINGS),
});

export const StatSort = builder.enumType('StatSort', {
  description: 'Order of the rows of a statistic; equal counts come in the order of their values.',
  values: upperCase({ max: 'Largest count first.', min: 'Smallest count first.' }),
});

export const SortOrder = builder.enumType('SortOrder', {
  description: 'Alphabetic order.',
  values: upperCase({ asc: 'A to Z.', desc: 'Z to A.' }),
});

export const Privacy = builder.enumType('Privacy', {
  description: 'Who may read the statistics of a website.',
  values: {
    PUBLIC: { value: PRIVACY.public, description: 'Anybody.' },
    PRIVATE: { value: PRIVACY.private, description: 'Its account only.' },
    PASSWORD: { value: PRIVACY.password, description: 'Its account, and who knows the password.' },
  },
});

export const StatisticsAccess = builder.enumType('StatisticsAccess', {
  description: 'What a statistics page is for somebody.',
  values: upperCase<Access>({
    open: 'It is shown.',
    password: 'It is shown to who gives its password.',
    none: 'There is none, or it is private.',
  }),
});

export const PeriodNameEnum = builder.enumType('PeriodName', {
  description: 'A period by its name, in the website’s time zone.',
  values: upperCase<PeriodName>(PERIODS),
});

export const Interval = builder.enumType('Interval', {
  description: 'What the points of a series are.',
  values: upperCase<IntervalName>(INTERVALS),
});

export const EmailEvery = builder.enumType('EmailEvery', {
  description: 'How often email reports of a website are sent, at 08:00 in its time zone.',
  values: upperCase<Every>(EMAIL_EVERY),
});

export const ReportState = builder.enumType('ReportState', {
  description: 'What became of an email report.',
  values: upperCase<State>(REPORT_STATES),
});

export const ScopeEnum = builder.enumType('Scope', {
  description: 'What an API key may do.',
  values: upperCase<Scope>({
    'websites:read': 'List and show websites.',
    'websites:write': 'Register, change and delete websites.',
    'stats:read': 'Read statistics.',
  }),
});
