import { dayCount, dayNumber, daysBetween, monthCount, monthsBetween } from '../calendar/days.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import type { StatName } from './definitions.ts';
import type { Period } from './periods.ts';
import type { StatPage } from './read/loader.ts';

/** The intervals of a series and their descriptions. */
export const INTERVALS = {
  hour:
    'One point per hour of the day, `00` to `23`. ' +
    'In a longer period, each point is the sum of that hour over all days.',
  day: 'One point per day, such as `2026-11-21`.',
  month:
    'One point per month, such as `2026-11`. ' +
    'The first and the last month contain only the days of the period.',
} as const;

export type Interval = keyof typeof INTERVALS;

/** The most days that are shown by day by default. Longer periods are shown by month. */
const MAX_DAYS = 92;
/** Maximum number of points in a series. More would not be visible on a screen. */
export const MAX_POINTS = 1_500;

/** The default interval of a period, by its number of days. */
export function intervalOf(days: number): Interval {
  if (days === 1) return 'hour';
  return days <= MAX_DAYS ? 'day' : 'month';
}

/** The counts of one interval. */
export interface Point {
  /** An hour (`09`), a day (`2026-11-21`) or a month (`2026-11`). */
  at: string;
  visitors: number;
  pageviews: number;
}

/** The counts of a period over time, without gaps. */
export interface Series {
  interval: Interval;
  points: Point[];
}

/** A limit that includes all rows: no period has more days than this. */
const ALL_ROWS = 4_000_000;
/** The default page size, so that a total and the first page of the same statistic are the same query. */
const SOME_ROWS = 10;

function readAllRows(
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

/** Reads the sum of a statistic over a period that the viewer may read. */
export async function readTotal(
  period: Period,
  name: 'visitors' | 'pageviews' | 'landing_page' | 'event',
  context: Context,
): Promise<number> {
  // These two have one row a day. Reading all rows makes this the same query as that of the series, which
  // most callers request as well.
  const limit = name === 'visitors' || name === 'pageviews' ? ALL_ROWS : SOME_ROWS;
  return (await readAllRows(period, name, limit, context)).sum;
}

/**
 * Reads visitors and pageviews of a period over time. Intervals without traffic have zeros.
 * @param by the interval; by default hours for one day, days for up to 92 days, otherwise months.
 * @throws AppError `invalid` if there would be more than 1,500 points.
 */
export async function readSeries(
  period: Period,
  by: Interval | null | undefined,
  context: Context,
): Promise<Series> {
  const days = dayCount(period.from, period.to);
  const interval = by ?? intervalOf(days);
  if (interval === 'day' && days > MAX_POINTS)
    throw invalid({ by: [`Must be MONTH for more than ${MAX_POINTS} days; got ${days} days.`] });
  const months = monthCount(period.from, period.to);
  if (interval === 'month' && months > MAX_POINTS)
    throw invalid({ to: [`Must be within ${MAX_POINTS} months of from; got ${months} months.`] });
  const suffix = interval === 'hour' ? '_hours' : '';
  const [visitors, pageviews] = await Promise.all([
    readAllRows(period, `visitors${suffix}`, ALL_ROWS, context),
    readAllRows(period, `pageviews${suffix}`, ALL_ROWS, context),
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
