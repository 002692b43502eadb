/** The named periods and their descriptions. */
export const PERIODS = {
  today: 'The current day, so far.',
  yesterday: 'The day before the current day.',
  last_7_days: 'The last seven days, including the current day.',
  last_30_days: 'The last thirty days, including the current day.',
  this_month: 'The current month, so far.',
  last_month: 'The whole month before the current month.',
  last_12_months: 'The current month so far and the eleven months before it.',
  all: 'From the first day with traffic to the current day.',
} as const;

export type PeriodName = keyof typeof PERIODS;

/** Maximum number of days of each named period; null for the one that begins with the first hit. */
export const PERIOD_DAYS: Readonly<Record<PeriodName, number | null>> = {
  today: 1,
  yesterday: 1,
  last_7_days: 7,
  last_30_days: 30,
  this_month: 31,
  last_month: 31,
  last_12_months: 366,
  all: null,
};
