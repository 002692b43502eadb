import { hasHour } from '../calendar/clock.ts';
import {
  addDays,
  dayCount,
  dayNumber,
  daysBetween,
  HOURS,
  monthCount,
  monthsBetween,
  startOfWeek,
  weekName,
} from '../calendar/days.ts';
import { METRICS, type MetricName, NO_SUMS, type Sums } from '../engine/registry/metrics.ts';
import { invalid } from '../errors.ts';
import type { Days } from './comparison.ts';
import type { StatContext } from './context.ts';
import { type Interval, intervalOf, MAX_HOURLY_DAYS } from './intervals.ts';
import type { Period } from './periods.ts';
import { questionOf } from './sums.ts';

/** Maximum number of points in a series. More would not be visible on a screen. */
export const MAX_POINTS = 1_500;

/** One interval of a series. */
export class Point {
  /** An hour (`2026-11-21T09`), hour of the day (`09`), day, week (`2026-W47`) or month (`2026-11`). */
  readonly at: string;
  readonly #sums: Sums;

  constructor(at: string, sums: Sums) {
    this.at = at;
    this.#sums = sums;
  }

  get visitors(): number {
    return this.#sums.visitors;
  }

  get pageviews(): number {
    return this.#sums.pageviews;
  }

  /** Returns any metric; null where the metric is (METRICS). */
  metric(name: MetricName): number | null {
    return METRICS[name].valueOf(this.#sums);
  }
}

/** The counts of a period over time. Only hours that do not exist are missing. */
export interface Series {
  interval: Interval;
  points: Point[];
}

/**
 * Reads the metrics of a period over time. Intervals without traffic have zeros. Hours that do not exist,
 * because clocks went forward, are missing.
 * @param by the interval; by default hours of the day for one day, days for up to 92 days, otherwise months.
 * @throws AppError `invalid` if there would be too many points.
 */
export async function readSeries(
  period: Period,
  by: Interval | null | undefined,
  context: StatContext,
): Promise<Series> {
  const interval = by ?? intervalOf(dayCount(period.from, period.to));
  checkLength(period, interval);
  const all = places(period, interval);
  const question = { ...questionOf(period), by: [interval], limit: all.length };
  const { rows } = await context.loaders.analysis.load({ websiteId: period.website.id, question });
  const sums = new Map(rows.map(({ values, sums: found }) => [values[0] as string, found]));
  // A day that was recorded with other rules, or in another time zone, may have hits in such an hour.
  const shown = all.filter((at) => sums.has(at) || !isGap(at, interval, period));
  return { interval, points: shown.map((at) => new Point(at, sums.get(at) ?? NO_SUMS)) };
}

/** Whether an interval is an hour that no day of the period has: clocks went forward. */
function isGap(at: string, interval: Interval, { from, to, website: { timezone } }: Period): boolean {
  if (interval === 'hour_of_day')
    return from === to && !hasHour(timezone, { day: dayNumber(from), hour: Number(at) });
  if (interval !== 'hour') return false;
  return !hasHour(timezone, { day: dayNumber(at.slice(0, 10)), hour: Number(at.slice(11)) });
}

function checkLength({ from, to }: Days, interval: Interval): void {
  const days = dayCount(from, to);
  if (interval === 'hour' && days > MAX_HOURLY_DAYS)
    throw invalid({
      by: [
        `Must be HOUR_OF_DAY, DAY, WEEK or MONTH for more than ${MAX_HOURLY_DAYS} days; got ${days} days.`,
      ],
    });
  if (interval === 'day' && days > MAX_POINTS)
    throw invalid({ by: [`Must be WEEK or MONTH for more than ${MAX_POINTS} days; got ${days} days.`] });
  if (interval === 'week' && days > MAX_POINTS * 7)
    throw invalid({ by: [`Must be MONTH for more than ${MAX_POINTS * 7} days; got ${days} days.`] });
  const months = monthCount(from, to);
  if (interval === 'month' && months > MAX_POINTS)
    throw invalid({ to: [`Must be within ${MAX_POINTS} months of from; got ${months} months.`] });
}

function places({ from, to }: Days, interval: Interval): readonly string[] {
  switch (interval) {
    case 'hour':
      return daysBetween(from, to).flatMap((day) => HOURS.map((hour) => `${day}T${hour}`));
    case 'day':
      return daysBetween(from, to);
    case 'week': {
      const weeks: string[] = [];
      for (let day = startOfWeek(from); day <= to; day = addDays(day, 7)) weeks.push(weekName(day));
      return weeks;
    }
    case 'month':
      return monthsBetween(from, to);
    case 'hour_of_day':
      return HOURS;
  }
}
