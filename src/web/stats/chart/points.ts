import {
  addDays,
  dayCount,
  daysBetween,
  endOfMonth,
  HOURS,
  UNIT_OF_DAY,
  weekStart,
} from '../../../calendar/days.ts';
import {
  dayOnAxis,
  daysInWords,
  hourOnAxis,
  monthInWords,
  monthOnAxis,
  pointInWords,
} from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import type { Days, Period, Series, Website } from '../types.ts';
import type { MetricEntry, Value } from './metrics.ts';

/** A point of the chart, with the point at the same position in the compared period. */
export interface Point {
  at: string;
  words: string;
  /** Null if it is in the future, if a rate or mean has no visits, or for a gap. */
  now: Value | null;
  /** Whether it is an hour that does not exist, because clocks went forward. */
  gap: boolean;
  future: boolean;
  /** Whether it is the interval in progress. */
  unfinished: boolean;
  /** Whether the period has only some days of the week or month. */
  partial: boolean;
  /** The days of the point that are in the period; null for an hour of all days. */
  days: Days | null;
  before: {
    words: string;
    value: Value | null;
    partial: boolean;
    /** The hour until which its last day counts; null for a whole day. */
    untilHour: number | null;
  } | null;
}

/** Whether a period includes today, so that its numbers are not final. */
export const isUnfinished = ({ to }: Pick<Period, 'to'>, { today }: Pick<Website, 'today'>) => to >= today;

/**
 * How much of the compared period was recorded. Zeros from before the first recorded day are not comparable.
 */
export function countedBefore(
  { previous }: { previous: Days | null },
  { recordedSince }: Pick<Website, 'recordedSince'>,
): 'all' | 'part' | 'none' {
  if (!previous || !recordedSince || previous.to < recordedSince) return 'none';
  return previous.from < recordedSince ? 'part' : 'all';
}

/** The days by which months, and parts of months, can differ. */
const MONTHS_DIFFER_BY = 3;

/** Whether the compared period has another number of days than the elapsed part of a period. */
export function hasOtherLength(
  { from, to, previous }: Days & { previous: Days | null },
  { today }: Pick<Website, 'today'>,
): boolean {
  if (!previous) return false;
  const elapsed = dayCount(from, to < today || today < from ? to : today);
  return Math.abs(elapsed - dayCount(previous.from, previous.to)) > MONTHS_DIFFER_BY;
}

/** Whether the points of a period were loaded with a metric. */
export const hasPoints = ({ series: { points } }: Period, { field }: MetricEntry) =>
  points.every((point) => point[field] !== undefined);

type SeriesPoint = Series['points'][number];

/** A place for an hour that does not exist. */
type Gap = Pick<SeriesPoint, 'at'>;

/** The points of a series, with places for hours that do not exist, so that all days have the same places. */
export function withGaps({ interval, points }: Series): (SeriesPoint | Gap)[] {
  if (interval !== 'HOUR' && interval !== 'HOUR_OF_DAY') return points;
  const [first, last] = [points[0]?.at ?? '', points.at(-1)?.at ?? ''];
  const byName = new Map(points.map((point) => [point.at, point]));
  const hoursOf = (day: string) => HOURS.map((hour) => `${day}T${hour}`);
  const places =
    interval === 'HOUR_OF_DAY' ? HOURS : daysBetween(first.slice(0, 10), last.slice(0, 10)).flatMap(hoursOf);
  // Days lack single hours.
  const isPoint = (place: string | undefined) => place === undefined || byName.has(place);
  return places.flatMap((at, index): (SeriesPoint | Gap)[] => {
    const point = byName.get(at);
    if (point) return [point];
    return isPoint(places[index - 1]) && isPoint(places[index + 1]) ? [{ at }] : [];
  });
}

/** The points of a period, each with the corresponding point of the compared period. */
export function pointsOf(period: Period, website: Website, { field }: MetricEntry): Point[] {
  const { interval } = period.series;
  const points = withGaps(period.series);
  const current = currentPoint(period, website);
  const { compared } = period;
  const comparable =
    compared?.series.interval === interval && countedBefore(period, website) !== 'none' ? compared : null;
  // Whole weeks are compared with whole weeks, also if only one of the periods begins within a week.
  const shift = comparable ? partialStart(comparable) - partialStart(period) : 0;
  const earlier = comparable ? withGaps(comparable.series) : [];
  return points.map((point, index) => {
    const before = earlier[index + shift];
    const future = point.at > current;
    return {
      at: point.at,
      ...described(point.at, interval, period),
      now: future || !('visitors' in point) ? null : (point[field] ?? null),
      gap: !('visitors' in point),
      future,
      unfinished: point.at === current,
      before:
        comparable && before && 'visitors' in before
          ? {
              ...described(before.at, interval, comparable),
              value: before[field] ?? null,
              untilHour: contains(before.at, comparable.to) ? (comparable.untilHour ?? null) : null,
            }
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

/** Whether a point is that of a day, or of its week or month. */
const contains = (at: string, day: string) => Object.values(UNIT_OF_DAY).some((unitOf) => unitOf(day) === at);

/** A point in words, and the days of it that are within the period. */
function described(at: string, interval: Series['interval'], { from, to }: Days) {
  if (interval === 'HOUR_OF_DAY') return { words: hourInWords(from, at), partial: false, days: null };
  const day = at.slice(0, 10);
  if (interval === 'HOUR')
    return { words: hourInWords(day, at.slice(11)), partial: false, days: { from: day, to: day } };
  const whole = daysOf(at);
  if (!whole) return { words: pointInWords(at), partial: false, days: { from: at, to: at } };
  const partial = whole.from < from || whole.to > to;
  const days = { from: whole.from < from ? from : whole.from, to: whole.to > to ? to : whole.to };
  const words = interval === 'MONTH' && !partial ? monthInWords(at) : daysInWords(days.from, days.to);
  return { words, partial, days };
}

/**
 * Returns the days from one point to another, in either order, up to today.
 * @returns null if they are all days of the period, if they are in the future, or if points have no days.
 */
export function daysBetweenPoints(
  points: readonly Point[],
  [first, last]: readonly [number, number],
  today: string,
): Days | null {
  const [one, other] = [points[Math.min(first, last)], points[Math.max(first, last)]];
  if (!one?.days || !other?.days || one.days.from > today) return null;
  const days = { from: one.days.from, to: other.days.to < today ? other.days.to : today };
  const whole = points[0]?.days?.from === days.from && (points.at(-1)?.days?.to ?? '') <= other.days.to;
  return whole ? null : days;
}

const hourInWords = (day: string, hour: string) =>
  t('chart.pointOfDay', { hour: pointInWords(hour), day: pointInWords(day) });

/** 1 if the first week or month of a period began before the period, otherwise 0. */
function partialStart({ from, series }: Days & { series: Series }): 0 | 1 {
  const days = daysOf(series.points[0]?.at ?? '');
  return days && days.from < from ? 1 : 0;
}

/**
 * The short label of a point on the axis: `09:00` or `9 AM`, `Nov 21`, `Nov 2026`.
 * @param long whether the axis has more than a year, so that weeks need the year.
 */
export function pointOnAxis(at: string, long: boolean): string {
  if (at.length === 2) return hourOnAxis(Number(at));
  if (at.includes('T') && !at.endsWith('T00')) return hourOnAxis(Number(at.slice(11)));
  const day = daysOf(at)?.from ?? at.slice(0, 10);
  return at.length === 7 || (long && at.includes('W')) ? monthOnAxis(day) : dayOnAxis(day);
}
