/** The intervals of a series and their descriptions. */
export const INTERVALS = {
  hour:
    'One point per local hour, such as `2026-11-21T09`, for at most 7 days. ' +
    'Hours that do not exist, because clocks went forward, have no point.',
  day: 'One point per day, such as `2026-11-21`.',
  week:
    'One point per ISO week, such as `2026-W47`. ' +
    'The first and the last week contain only the days of the period.',
  month:
    'One point per month, such as `2026-11`. ' +
    'The first and the last month contain only the days of the period.',
  hour_of_day:
    'One point per hour of the day, `00` to `23`: the sum of that hour over all days. ' +
    'For a single day, an hour that does not exist has no point.',
} as const;

export type Interval = keyof typeof INTERVALS;

/** The most days that are shown by day by default. Longer periods are shown by month. */
const MAX_DAYS = 92;
/** The most days that can be shown by hour. */
export const MAX_HOURLY_DAYS = 7;

/** The default interval of a period, by its number of days. */
export function intervalOf(days: number): Interval {
  if (days === 1) return 'hour_of_day';
  return days <= MAX_DAYS ? 'day' : 'month';
}
