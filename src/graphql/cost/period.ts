import { DAY_MS, dayCount } from '../../calendar/days.ts';
import { type Interval, intervalOf } from '../../stats/intervals.ts';
import { PERIOD_DAYS, type PeriodName } from '../../stats/periodNames.ts';
import { MAX_POINTS } from '../../stats/series.ts';
import type { CostScope } from './cost.ts';

/** Assumed number of days of a period with an unknown beginning: ten years. */
const LONG = 3_653;
/** Maximum number of different drop reasons per day. */
const DROP_REASONS = 10;

/** The fewest days of a point; a day has 24 points by hour. */
const DAYS_OF: Readonly<Record<Interval, number>> = {
  hour: 1 / 24,
  day: 1,
  week: 7,
  month: 28,
  hour_of_day: 1,
};

interface PeriodArgs {
  name?: PeriodName | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  compareFrom?: string | null | undefined;
  compareTo?: string | null | undefined;
}

/** Returns the maximum number of days of a period; null for one that begins with the first hit. */
export function daysOf({ name, from, to }: PeriodArgs): number | null {
  if (name) return PERIOD_DAYS[name];
  return from && to ? Math.max(0, dayCount(from, to)) : 0;
}

/** Returns the maximum number of days that such a period is compared with; null as for {@link daysOf}. */
export function comparedDaysOf({ compareFrom: from, compareTo: to, ...args }: PeriodArgs): number | null {
  return from && to ? daysOf({ from, to }) : daysOf(args);
}

/** Returns the maximum number of points of a series over such a period. */
export function pointsOf(by: Interval | null | undefined, days: number | null): number {
  const known = days ?? LONG;
  const interval = by ?? intervalOf(known);
  if (interval === 'hour_of_day') return 24;
  // If the period with an unknown beginning is short, its series is by day, with fewer points than this.
  const points = Math.ceil(known / DAYS_OF[interval]) + 1;
  return Math.min(points, MAX_POINTS);
}

/** Returns the maximum number of drop rows in a range of days. Future days have none. */
export function dropsOf({ from, to }: PeriodArgs, { now }: CostScope): number {
  if (!from || !to) return 0;
  const tomorrow = new Date(now + DAY_MS).toISOString().slice(0, 10);
  const days = dayCount(from, to < tomorrow ? to : tomorrow);
  return Math.min(Math.max(days, 0), LONG) * DROP_REASONS;
}
