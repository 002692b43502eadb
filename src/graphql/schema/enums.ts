import type { StatisticsAccess as Access } from '../../auth/grants.ts';
import { MEMBER_STATUS, type MemberStatus } from '../../auth/members/members.ts';
import type { Scope } from '../../auth/viewer.ts';
import { PRIVACY } from '../../auth/viewer.ts';
import { COMPARISONS, type Comparison } from '../../engine/question/comparison.ts';
import { STAT_NAMES, STATISTICS, type StatName } from '../../engine/registry/statistics.ts';
import { REPORT_STATES, type ReportState as State } from '../../reports/states.ts';
import { INTERVALS, type Interval as IntervalName } from '../../stats/intervals.ts';
import { PERIODS, type PeriodName } from '../../stats/periodNames.ts';
import { LANGUAGES, type Language as LanguageName } from '../../texts/languages.ts';
import { IMPORT_STATES, type ImportState } from '../../transfer/imports/states.ts';
import type { ImportProgress } from '../../transfer/uploads/jobs.ts';
import { ROLES, type Role } from '../../validation/roles.ts';
import { type PanelName, STATISTIC_PANELS, type StatisticPanel } from '../../websites/links/panels.ts';
import { EMAIL_EVERY, type EmailEvery as Every } from '../../websites/settings.ts';
import { builder } from './builder.ts';

/** Creates enum values whose GraphQL names are the values in upper case, with `_` in place of `:`. */
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
  description: 'The statistics. Each counts visitors, visits, pageviews or events by one property.',
  values: upperCase(STAT_MEANINGS),
});

export const PanelEnum = builder.enumType('Panel', {
  description:
    'The panels of the statistics page: the statistics that list values, such as pages or countries, and ' +
    'the results of goals and funnels.',
  values: upperCase<PanelName>({
    ...(Object.fromEntries(STATISTIC_PANELS.map((name) => [name, STATISTICS[name].meaning])) as Record<
      StatisticPanel,
      string
    >),
    goals: 'Goals, which `Period.goals` reads. No statistic.',
    funnels: 'Saved funnels, which `Period.funnel` reads. No statistic.',
  }),
});

export const StatSort = builder.enumType('StatSort', {
  description: 'Order of the rows of a statistic. Rows with equal counts are ordered by value.',
  values: upperCase({
    max: 'Rows with the largest count first.',
    min: 'Rows with the smallest count first.',
  }),
});

export const SortDirection = builder.enumType('SortDirection', {
  description: 'Direction in which rows are sorted.',
  values: upperCase({
    asc: 'Rows with the smallest number first.',
    desc: 'Rows with the largest number first.',
  }),
});

export const SortOrder = builder.enumType('SortOrder', {
  description: 'Alphabetical order of a list.',
  values: upperCase({ asc: 'From A to Z.', desc: 'From Z to A.' }),
});

export const Privacy = builder.enumType('Privacy', {
  description: 'Read access to the statistics of a website.',
  values: {
    PUBLIC: { value: PRIVACY.public, description: 'Everyone can read the statistics.' },
    PRIVATE: { value: PRIVACY.private, description: 'Only the website’s team can read the statistics.' },
    PASSWORD: {
      value: PRIVACY.password,
      description: 'The website’s team, and everyone with the password, can read the statistics.',
    },
  },
});

export const StatisticsAccess = builder.enumType('StatisticsAccess', {
  description: 'The viewer’s access to a statistics page.',
  values: upperCase<Access>({
    open: 'The viewer can read the statistics page.',
    password: 'The viewer can read the statistics page after giving its password.',
    second_factor:
      'The viewer can read the statistics page after adding a second factor, which the team requires.',
    none: 'The statistics page does not exist or is private.',
  }),
});

export const PeriodNameEnum = builder.enumType('PeriodName', {
  description: 'A named period in the website’s time zone.',
  values: upperCase<PeriodName>(PERIODS),
});

export const Interval = builder.enumType('Interval', {
  description: 'Interval of the points of a series.',
  values: upperCase<IntervalName>(INTERVALS),
});

export const ComparisonEnum = builder.enumType('Comparison', {
  description: 'The period that a period is compared with.',
  values: upperCase<Comparison>(COMPARISONS),
});

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

export const LanguageEnum = builder.enumType('Language', {
  description: 'A language of the mails that Footfall sends.',
  values: upperCase<LanguageName>(
    Object.fromEntries(
      Object.keys(LANGUAGES).map((name) => [name, `Mails are written in ${languageNames.of(name)}.`]),
    ) as Record<LanguageName, string>,
  ),
});

export const EmailEvery = builder.enumType('EmailEvery', {
  description: 'Frequency of the email reports of a website. They are sent at 08:00 in its time zone.',
  values: upperCase<Every>(EMAIL_EVERY),
});

export const ReportState = builder.enumType('ReportState', {
  description: 'State of an email report.',
  values: upperCase<State>(REPORT_STATES),
});

export const ImportStateEnum = builder.enumType('ImportState', {
  description: 'State of an import.',
  values: upperCase<ImportState>(IMPORT_STATES),
});

export const ImportStepEnum = builder.enumType('ImportStep', {
  description: 'Step of an import that is being read or stored.',
  values: upperCase<ImportProgress['step']>({
    read: 'Its files are being read.',
    store: 'Its rows are being stored.',
  }),
});

export const RoleEnum = builder.enumType('Role', {
  description: 'Role of a member of a team. Each role may do what those before it may.',
  values: upperCase<Role>(ROLES),
});

export const MemberStatusEnum = builder.enumType('MemberStatus', {
  description: 'Whether a person belongs to the team.',
  values: upperCase<MemberStatus>(MEMBER_STATUS),
});

export const ScopeEnum = builder.enumType('Scope', {
  description: 'Permission of an API key.',
  values: upperCase<Scope>({
    'websites:read': 'List and show websites.',
    'websites:write': 'Register, change and delete websites.',
    'stats:read': 'Read the statistics of websites.',
    'members:write': 'Read, invite, change and remove the members of the team.',
  }),
});
