import { type Interval as AnyInterval, intervalOf, MAX_HOURLY_DAYS } from '../../../stats/intervals.ts';
import type { Interval as SeriesInterval } from '../../gql/graphql.ts';

/** The intervals to choose from. */
export const INTERVALS = ['hour', 'day', 'week', 'month'] as const;
export type Interval = (typeof INTERVALS)[number];

export const isInterval = (name: string): name is Interval => (INTERVALS as readonly string[]).includes(name);

/** The name of an interval of the API in texts. */
export const intervalName = (interval: SeriesInterval): Interval =>
  interval === 'HOUR_OF_DAY' ? 'hour' : (interval.toLowerCase() as Interval);

/** The most days that are shown by week by default. */
const MAX_DAYS_BY_WEEK = 371;

/** The fewest and the most days for which an interval fits: two points to about as many as fit a screen. */
const DAYS: Readonly<Record<Interval, readonly [number, number]>> = {
  hour: [2, MAX_HOURLY_DAYS],
  day: [2, MAX_DAYS_BY_WEEK],
  week: [14, 3_660],
  month: [32, Number.POSITIVE_INFINITY],
};

/** Whether an interval fits a number of days; null stands for a number that only the server knows. */
export function fits(interval: Interval, days: number | null): boolean {
  if (days === null) return interval === 'week' || interval === 'month';
  const [fewest, most] = DAYS[interval];
  return fewest <= days && days <= most;
}

/**
 * The default interval for a number of days that is shown. Null is the server's default, which has no weeks:
 * 93 days would be four months.
 */
export function defaultInterval(days: number | null): Interval | null {
  if (days === null || days > MAX_DAYS_BY_WEEK) return null;
  return intervalOf(days) === 'month' ? 'week' : null;
}

/**
 * The intervals to offer for a period.
 * @param asked number of days of the range in the address; null for all days.
 * @param days number of days of the period that the server returned for it.
 */
export function choices(asked: number | null, days: number): { all: Interval[]; usual: AnyInterval } {
  const usual = defaultInterval(asked) ?? intervalOf(days);
  return { usual, all: INTERVALS.filter((one) => one === usual || (fits(one, asked) && fits(one, days))) };
}
