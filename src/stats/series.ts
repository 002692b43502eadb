import { dayCount, dayNumber, daysBetween, monthCount, monthsBetween } from '../calendar/days.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import type { StatName } from './definitions.ts';
import type { Period } from './periods.ts';
import type { StatPage } from './read/loader.ts';

/** What the points of a series are, and what each is. */
export const INTERVALS = {
  hour: 'The hours of the day, `00` to `23`; of a longer period, those of all its days together.',
  day: 'Days, as `2026-11-21`.',
  month: 'Months, as `2026-11`; the first and the last as far as they lie in the period.',
} as const;

export type Interval = keyof typeof INTERVALS;

/** Longer periods are shown by month. */
const MOST_DAYS = 92;
/** Points of a series at most: more nobody sees on a screen. */
export const MOST_POINTS = 1_500;

/** The interval of a period of so many days where the caller names none. */
export function intervalOf(days: number): Interval {
  if (days === 1) return 'hour';
  return days <= MOST_DAYS ? 'day' : 'month';
}

/** What was counted in one interval. */
export interface Point {
  /** An hour `09`, a day `2026-11-21` or a month `2026-11`. */
  at: string;
  visitors: number;
  pageviews: number;
}

/** A period over time, without gaps. */
export interface Series {
  interval: Interval;
  points: Point[];
}

/** All rows: a period has no more days than this. */
const ALL_ROWS = 4_000_000;
/** As many as a page shows by default: asked for together, the two are one. */
const SOME_ROWS = 10;

function readRows(
  { website, from, to }: Period,
  name: StatName,
  limit: number,
  { loaders }: Context,
): Promise<StatPage> {
  return loaders.stats.load({
    ...{ websiteId: website.id, name, from: dayNumber(from), to: dayNumber(to) },
    ...{ search: null, sort: 'max', offset: 0, limit },
  });
}

/** The sum of a statistic over a period that the viewer may read. */
export async function readTotal(
  period: Period,
  name: 'visitors' | 'pageviews' | 'landing_page' | 'event',
  context: Context,
): Promise<number> {
  // With all its rows where it has one a day: the series, which most ask for as well, is made of them.
  const limit = name === 'visitors' || name === 'pageviews' ? ALL_ROWS : SOME_ROWS;
  return (await readRows(period, name, limit, context)).sum;
}

/**
 * Visitors and pageviews of a period over time; intervals without traffic have zeros.
 * @param by by hour for a day, by day up to 92 days, else by month, where it is not given.
 * @throws AppError `invalid` where there would be more than 1,500 points.
 */
export async function readSeries(
  period: Period,
  by: Interval | null | undefined,
  context: Context,
): Promise<Series> {
  const days = dayCount(period.from, period.to);
  const interval = by ?? intervalOf(days);
  if (interval === 'day' && days > MOST_POINTS)
    throw invalid({ by: [`Must be MONTH for more than ${MOST_POINTS} days; these are ${days}.`] });
  const months = monthCount(period.from, period.to);
  if (interval === 'month' && months > MOST_POINTS)
    throw invalid({ to: [`Must be within ${MOST_POINTS} months of from; these are ${months}.`] });
  const suffix = interval === 'hour' ? '_hours' : '';
  const [visitors, pageviews] = await Promise.all([
    readRows(period, `visitors${suffix}`, ALL_ROWS, context),
    readRows(period, `pageviews${suffix}`, ALL_ROWS, context),
  ]);
  const [visitorsAt, pageviewsAt] = [counts(visitors, interval), counts(pageviews, interval)];
  const points = places(period, interval).map((at) => ({
    at,
    visitors: visitorsAt.get(at) ?? 0,
    pageviews: pageviewsAt.get(at) ?? 0,
  }));
  return { interval, points };
}

function places({ from, to }: Period, interval: Interval): string[] {
  if (interval === 'hour') return Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
  return interval === 'day' ? daysBetween(from, to) : monthsBetween(from, to);
}

function counts({ rows }: StatPage, interval: Interval): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { value, count } of rows) {
    const at = interval === 'month' ? value.slice(0, 7) : value;
    sums.set(at, (sums.get(at) ?? 0) + count);
  }
  return sums;
}
