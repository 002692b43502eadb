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
  UNIT_OF_DAY,
  weekName,
} from '../calendar/days.ts';
import { METRICS, type MetricName, NO_SUMS, type Sums } from '../engine/registry/metrics.ts';
import type { RollupName } from '../engine/registry/statistics.ts';
import type { StatPage } from '../engine/rollup/page.ts';
import { ALL_ROWS } from '../engine/rollup/statement.ts';
import { invalid } from '../errors.ts';
import type { Days } from './comparison.ts';
import type { StatContext } from './context.ts';
import { type Interval, intervalOf, MAX_HOURLY_DAYS } from './intervals.ts';
import type { Period } from './periods.ts';
import { DAILY_ROLLUP_OF, dividedPeriod, questionOf, readRollup, type SumName } from './sums.ts';

/** Maximum number of points in a series. More would not be visible on a screen. */
export const MAX_POINTS = 1_500;

/** One interval of a series. */
export class Point {
  /** An hour (`2026-11-21T09`), hour of the day (`09`), day, week (`2026-W47`) or month (`2026-11`). */
  readonly at: string;
  readonly #sums: SeriesSums;

  constructor(at: string, sums: SeriesSums) {
    this.at = at;
    this.#sums = sums;
  }

  get visitors(): number {
    return this.#sums.loaded('visitors', this.at);
  }

  get pageviews(): number {
    return this.#sums.loaded('pageviews', this.at);
  }

  /** Reads any metric. It is read for all points of the series at once. */
  async metric(name: MetricName): Promise<number | null> {
    const metric = METRICS[name];
    await Promise.all(metric.needs.map((sum) => this.#sums.load(sum)));
    const sums: Sums = { ...NO_SUMS };
    for (const sum of metric.needs) sums[sum] = this.#sums.loaded(sum, this.at);
    return metric.valueOf(sums);
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
  const sums = new SeriesSums(period, interval, context);
  const all = places(period, interval);
  const gaps = new Set(all.filter((at) => isGap(at, interval, period)));
  // A day that was recorded with other rules, or in another time zone, may have hits in such an hour.
  const counts = gaps.size > 0 ? HITS : [];
  await Promise.all([...AT_ONCE, ...counts].map((name) => sums.load(name)));
  const shown = all.filter((at) => !gaps.has(at) || counts.some((name) => sums.loaded(name, at) > 0));
  return { interval, points: shown.map((at) => new Point(at, sums)) };
}

/** The sums that {@link Point} has without waiting. */
const AT_ONCE = ['visitors', 'pageviews'] as const;
/** The sums of which one is not zero if there are hits. */
const HITS = ['pageviews', 'events'] as const;

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

/**
 * The rollups by hour of the day. The views of a visit belong to the hour of its first hit, so they are not
 * those of the rollup.
 */
const HOURLY: Partial<Record<SumName, RollupName>> = {
  visitors: 'visitors_hours',
  pageviews: 'pageviews_hours',
};

/** The sums of a series by interval, each read when it is needed. */
class SeriesSums {
  readonly #period: Period;
  readonly #interval: Interval;
  readonly #context: StatContext;
  readonly #loading = new Map<SumName, Promise<void>>();
  readonly #sums = new Map<SumName, ReadonlyMap<string, number>>();

  constructor(period: Period, interval: Interval, context: StatContext) {
    this.#period = period;
    this.#interval = interval;
    this.#context = context;
  }

  load(name: SumName): Promise<void> {
    const loading = this.#loading.get(name) ?? this.#read(name);
    this.#loading.set(name, loading);
    return loading;
  }

  /** Returns a sum of an interval, once it is loaded. */
  loaded(name: SumName, at: string): number {
    return this.#sums.get(name)?.get(at) ?? 0;
  }

  async #read(name: SumName): Promise<void> {
    const rollup = this.#period.filter ? null : this.#rollupOf(name);
    const { whole, part } =
      rollup === null ? { whole: null, part: this.#period } : dividedPeriod(this.#period);
    const [page, asked] = await Promise.all([
      whole && rollup && readRollup(whole, rollup, ALL_ROWS, this.#context),
      part && this.#ask(part, name),
    ]);
    const sums = page ? this.#byInterval(page) : new Map<string, number>();
    for (const [at, sum] of asked ?? []) sums.set(at, (sums.get(at) ?? 0) + sum);
    this.#sums.set(name, sums);
  }

  /** Returns the rollup with the sum by interval; null if there is none. */
  #rollupOf(name: SumName): RollupName | null {
    if (this.#interval === 'hour_of_day') return HOURLY[name] ?? null;
    if (this.#interval !== 'hour') return DAILY_ROLLUP_OF[name];
    return this.#period.from === this.#period.to ? (HOURLY[name] ?? null) : null;
  }

  #byInterval({ rows }: StatPage): Map<string, number> {
    const interval = this.#interval;
    const { from } = this.#period;
    const intervalOf =
      interval === 'hour'
        ? (hour: string) => `${from}T${hour}`
        : interval === 'hour_of_day'
          ? (hour: string) => hour
          : UNIT_OF_DAY[interval];
    const sums = new Map<string, number>();
    for (const { value, count } of rows) {
      const at = intervalOf(value);
      sums.set(at, (sums.get(at) ?? 0) + count);
    }
    return sums;
  }

  /** Reads the sum of a period by interval from its hits. The loader answers all sums at once. */
  async #ask(period: Period, name: SumName): Promise<[at: string, sum: number][]> {
    const question = { ...questionOf(period), by: [this.#interval], limit: ALL_ROWS };
    const { rows } = await this.#context.loaders.analysis.load({ websiteId: period.website.id, question });
    return rows.map(({ values, sums }) => [values[0] as string, sums[name]]);
  }
}
