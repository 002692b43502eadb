import type { PeriodName } from '../gql/graphql.ts';

/** The named periods in the order of the menu, by their names in addresses. */
export const PERIODS = {
  today: 'Today',
  yesterday: 'Yesterday',
  last_7_days: 'Last 7 days',
  last_30_days: 'Last 30 days',
  this_month: 'This month',
  last_month: 'Last month',
  last_12_months: 'Last 12 months',
  all: 'All time',
} as const;

export type PresetName = keyof typeof PERIODS;

export const DEFAULT: PresetName = 'last_30_days';

export const isPreset = (name: string): name is PresetName => Object.hasOwn(PERIODS, name);

/** The name of a period in the API. */
export const periodName = (preset: PresetName) => preset.toUpperCase() as PeriodName;
