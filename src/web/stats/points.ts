import { pointInWords } from '../../stats/format.ts';
import type { Metric, Period, Website } from './types.ts';

/** A point of the chart: this period's, and the one at the same place in the period before. */
export interface Point {
  at: string;
  words: string;
  /** Null where it is yet to come. */
  now: number | null;
  before: { words: string; count: number } | null;
  unfinished: boolean;
}

/** Whether a period includes today: its numbers are those so far. */
export const isUnfinished = ({ to }: Pick<Period, 'to'>, { today }: Pick<Website, 'today'>) => to >= today;

/** How far the period before was counted: numbers of a website that was not there yet say nothing. */
export function countedBefore({ previous }: Period, { recordedSince }: Website): 'all' | 'part' | 'none' {
  if (!previous || !recordedSince || previous.to < recordedSince) return 'none';
  return previous.from < recordedSince ? 'part' : 'all';
}

/** The points of a period over time, beside those of the period before. */
export function pointsOf(period: Period, website: Website, metric: Metric): Point[] {
  const { interval, points } = period.series;
  const { today, hour } = website;
  // What is going on now, by the server's clock; in a period that is over, no point is.
  let current = interval === 'MONTH' ? today.slice(0, 7) : today;
  if (interval === 'HOUR')
    current = period.to < today ? '24' : period.to > today ? '' : String(hour).padStart(2, '0');
  const { previous } = period;
  const comparable =
    previous?.series.interval === interval && countedBefore(period, website) !== 'none' ? previous : null;
  const suffix = (day: string) => (interval === 'HOUR' ? `, ${pointInWords(day)}` : '');
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

/** A point on the axis, in few letters. */
export function pointOnAxis(at: string): string {
  if (at.length === 2) return `${at}:00`;
  return at.length === 7
    ? monthAxis.format(new Date(`${at}-01T00:00:00Z`))
    : dayAxis.format(new Date(`${at}T00:00:00Z`));
}
