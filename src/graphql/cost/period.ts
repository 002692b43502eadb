import { dayCount } from '../../calendar/days.ts';
import type { PeriodName } from '../../stats/periods.ts';
import { type Interval, intervalOf, MOST_POINTS } from '../../stats/series.ts';
import type { CostScope } from './cost.ts';

/** Most days of a period by its name; null for one that begins with the first hit. */
const DAYS: Record<PeriodName, number | null> = {
  today: 1,
  yesterday: 1,
  last_7_days: 7,
  last_30_days: 30,
  this_month: 31,
  last_month: 31,
  last_12_months: 366,
  all: null,
};

/** What has no known beginning is taken to have begun so many days ago, which is ten years. */
const LONG = 3_653;
/** Hits of a day have no more different reasons not to be counted. */
const DROP_REASONS = 10;

interface PeriodArgs {
  name?: PeriodName | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
}

/** Days of the period that arguments name, at most; null for one that begins with the first hit. */
export function daysOf({ name, from, to }: PeriodArgs): number | null {
  if (name) return DAYS[name];
  return from && to ? Math.max(0, dayCount(from, to)) : 0;
}

/** Points of a series of such a period, at most. */
export function pointsOf(by: Interval | null | undefined, days: number | null): number {
  const known = days ?? LONG;
  const interval = by ?? intervalOf(known);
  if (interval === 'hour') return 24;
  // Fewer days come with their days, of which there are more than months.
  const most = days === null && !by ? 92 : 0;
  const points = interval === 'day' ? known : Math.ceil(known / 28) + 1;
  return Math.min(Math.max(points, most), MOST_POINTS);
}

/** Rows of the drops of a range of days, at most: hits are recorded when they come. */
export function dropsOf({ from, to }: PeriodArgs, { now }: CostScope): number {
  if (!from || !to) return 0;
  const tomorrow = new Date(now + 86_400_000).toISOString().slice(0, 10);
  const days = dayCount(from, to < tomorrow ? to : tomorrow);
  return Math.min(Math.max(days, 0), LONG) * DROP_REASONS;
}
