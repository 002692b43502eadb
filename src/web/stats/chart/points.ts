import { addDays, endOfMonth, HOURS, UNIT_OF_DAY, weekStart } from '../../../calendar/days.ts';
import { daysInWords, monthInWords, pointInWords } from '../../../stats/format.ts';
import type { Period, Series, Website } from '../types.ts';
import type { MetricEntry } from './metrics.ts';

/** A point of the chart, with the point at the same position in the previous period. */
export interface Point {
  at: string;
  words: string;
  /** Null if it is in the future, or if a rate or mean has no visits. */
  now: number | null;
  future: boolean;
  /** Whether it is the interval in progress. */
  unfinished: boolean;
  /** Whether the period has only some days of the week or month. */
  partial: boolean;
  before: { words: string; value: number | null; partial: boolean } | null;
}

/** Whether a period includes today, so that its numbers are not final. */
export const isUnfinished = ({ to }: Pick<Period, 'to'>, { today }: Pick<Website, 'today'>) => to >= today;

/**
 * How much of the previous period was recorded. Zeros from before the first recorded day are not comparable.
 */
export function countedBefore({ previous }: Period, { recordedSince }: Website): 'all' | 'part' | 'none' {
  if (!previous || !recordedSince || previous.to < recordedSince) return 'none';
  return previous.from < recordedSince ? 'part' : 'all';
}

/** Whether the points of a period were loaded with a metric. */
export const hasPoints = ({ series: { points } }: Period, { field }: MetricEntry) =>
  points.every((point) => point[field] !== undefined);

type Days = Pick<Period, 'from' | 'to'>;

/** The points of a period, each with the corresponding point of the previous period. */
export function pointsOf(period: Period, website: Website, { field }: MetricEntry): Point[] {
  const { interval, points } = period.series;
  const current = currentPoint(period, website);
  const { previous } = period;
  const comparable =
    previous?.series.interval === interval && countedBefore(period, website) !== 'none' ? previous : null;
  // Whole weeks are compared with whole weeks, also if only one of the periods begins within a week.
  const shift = comparable ? partialStart(comparable) - partialStart(period) : 0;
  return points.map((point, index) => {
    const before = comparable?.series.points[index + shift];
    const future = point.at > current;
    return {
      at: point.at,
      ...described(point.at, interval, period),
      now: future ? null : (point[field] ?? null),
      future,
      unfinished: point.at === current,
      before:
        comparable && before
          ? { ...described(before.at, interval, comparable), value: before[field] ?? null }
          : null,
    };
  });
}

/** The interval in progress, by the server's clock. A period that is over has none. */
function currentPoint({ to, series: { interval } }: Period, { today, hour }: Website): string {
  switch (interval) {
    case 'HOUR_OF_DAY':
      return to < today ? '24' : to > today ? '' : (HOURS[hour] ?? '');
    case 'HOUR':
      return `${today}T${HOURS[hour]}`;
    case 'DAY':
      return today;
    case 'WEEK':
      return UNIT_OF_DAY.week(today);
    case 'MONTH':
      return UNIT_OF_DAY.month(today);
  }
}

/** The days of a week or month; null for other intervals. */
function daysOf(at: string): Days | null {
  const monday = weekStart(at);
  if (monday) return { from: monday, to: addDays(monday, 6) };
  return at.length === 7 ? { from: `${at}-01`, to: endOfMonth(`${at}-01`) } : null;
}

/** A point in words, with the days of a week or month that are within the period. */
function described(at: string, interval: Series['interval'], { from, to }: Days) {
  if (interval === 'HOUR_OF_DAY') return { words: hourInWords(from, at), partial: false };
  if (interval === 'HOUR') return { words: hourInWords(at.slice(0, 10), at.slice(11)), partial: false };
  const days = daysOf(at);
  if (!days) return { words: pointInWords(at), partial: false };
  const partial = days.from < from || days.to > to;
  if (interval === 'MONTH' && !partial) return { words: monthInWords(at), partial };
  const [first, last] = [days.from < from ? from : days.from, days.to > to ? to : days.to];
  return { words: daysInWords(first, last), partial };
}

const hourInWords = (day: string, hour: string) => `${pointInWords(hour)}, ${pointInWords(day)}`;

/** 1 if the first week or month of a period began before the period, otherwise 0. */
function partialStart({ from, series }: Days & { series: Series }): 0 | 1 {
  const days = daysOf(series.points[0]?.at ?? '');
  return days && days.from < from ? 1 : 0;
}

const utc = { timeZone: 'UTC' } as const;
const dayAxis = new Intl.DateTimeFormat('en', { ...utc, month: 'short', day: 'numeric' });
const monthAxis = new Intl.DateTimeFormat('en', { ...utc, month: 'short', year: 'numeric' });

/**
 * The short label of a point on the axis: `09:00`, `Nov 21`, `Nov 2026`.
 * @param long whether the axis has more than a year, so that weeks need the year.
 */
export function pointOnAxis(at: string, long: boolean): string {
  if (at.length === 2) return `${at}:00`;
  if (at.includes('T') && !at.endsWith('T00')) return `${at.slice(11)}:00`;
  const day = daysOf(at)?.from ?? at.slice(0, 10);
  const format = at.length === 7 || (long && at.includes('W')) ? monthAxis : dayAxis;
  return format.format(new Date(`${day}T00:00:00Z`));
}
