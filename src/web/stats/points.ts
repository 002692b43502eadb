import { HOURS } from '../../calendar/days.ts';
import { pointInWords } from '../../stats/format.ts';
import type { Metric, Period, Website } from './types.ts';

/** A point of the chart, with the point at the same position in the previous period. */
export interface Point {
  at: string;
  words: string;
  /** Null if it is in the future. */
  now: number | null;
  before: { words: string; count: number } | null;
  unfinished: boolean;
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

/** The points of a period, each with the corresponding point of the previous period. */
export function pointsOf(period: Period, website: Website, metric: Metric): Point[] {
  const { interval, points } = period.series;
  const { today, hour } = website;
  // The interval in progress, by the server's clock. A period that is over has none.
  let current = interval === 'MONTH' ? today.slice(0, 7) : today;
  if (interval === 'HOUR_OF_DAY')
    current = period.to < today ? '24' : period.to > today ? '' : (HOURS[hour] ?? '');
  const { previous } = period;
  const comparable =
    previous?.series.interval === interval && countedBefore(period, website) !== 'none' ? previous : null;
  const suffix = (day: string) => (interval === 'HOUR_OF_DAY' ? `, ${pointInWords(day)}` : '');
  return points.map((point, index) => {
    const before = comparable?.series.points[index];
    return {
      at: point.at,
      words: pointInWords(point.at) + suffix(period.from),
      now: point.at > current ? null : point[metric],
      before: before
        ? {
            words: pointInWords(before.at) + suffix(comparable?.from ?? ''),
            count: before[metric],
          }
        : null,
      unfinished: point.at === current,
    };
  });
}

const utc = { timeZone: 'UTC' } as const;
const dayAxis = new Intl.DateTimeFormat('en', { ...utc, month: 'short', day: 'numeric' });
const monthAxis = new Intl.DateTimeFormat('en', { ...utc, month: 'short', year: 'numeric' });

/** The short label of a point on the axis. */
export function pointOnAxis(at: string): string {
  if (at.length === 2) return `${at}:00`;
  return at.length === 7
    ? monthAxis.format(new Date(`${at}-01T00:00:00Z`))
    : dayAxis.format(new Date(`${at}T00:00:00Z`));
}
