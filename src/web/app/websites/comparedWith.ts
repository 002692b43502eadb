import type { PresetName } from '../../shared/periods.ts';

/**
 * What the numbers of a period are compared with, in words; null for nothing. A period that is not over is
 * compared with the part that has elapsed, in the time zone of each website.
 */
export const COMPARED_WITH: Readonly<Record<PresetName, string | null>> = {
  today: 'yesterday until the same time',
  yesterday: 'the day before',
  last_7_days: 'the 7 days before, until the same time',
  last_30_days: 'the 30 days before, until the same time',
  this_month: 'last month until the same day and time',
  last_month: 'the month before',
  last_12_months: 'the 12 months before, until the same day and time',
  all: null,
};
