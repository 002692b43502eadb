import type { Comparison, PeriodName } from '../gql/graphql.ts';
import { t } from './i18n/t.ts';

/** The named periods in the order of the menu, by their names in addresses. */
export const PERIODS = [
  ...(['today', 'yesterday', 'last_7_days', 'last_30_days'] as const),
  ...(['this_month', 'last_month', 'last_12_months', 'all'] as const),
] as const;

export type PresetName = (typeof PERIODS)[number];

/** The name of a period for people. */
export const presetInWords = (preset: PresetName) => t(`period.${preset}`);

export const DEFAULT: PresetName = 'last_30_days';

export const isPreset = (name: string): name is PresetName => (PERIODS as readonly string[]).includes(name);

/** Named periods of whole months, of which the current month has only some days yet. */
export const OF_MONTHS: readonly PresetName[] = ['this_month', 'last_month', 'last_12_months'];

/**
 * What a period is compared with unless something else is chosen. Days are compared with the same weekdays:
 * most websites have other traffic on a Sunday than on a Tuesday. Months are compared with months.
 */
export const usualComparison = (isOfMonths: boolean) => (isOfMonths ? 'previous' : 'same_weekdays');

/** The name of a comparison in the API. */
export const comparisonName = (name: string) => name.toUpperCase() as Comparison;

/** The name of a period in the API. */
export const periodName = (preset: PresetName) => preset.toUpperCase() as PeriodName;
