import { dayNumber } from '../calendar/days.ts';
import type { GroupDimension, Question } from '../engine/question/types.ts';
import { dimensionEntry, FEW } from '../engine/registry/dimensions.ts';
import { NO_SUMS, type Sums } from '../engine/registry/metrics.ts';
import { STATISTICS, type StatName } from '../engine/registry/statistics.ts';
import { hiddenBelow } from './access.ts';
import type { StatContext } from './context.ts';
import { comparedPeriod, type Period } from './periods.ts';
import { dimensionOf, leastShown, rowsOf } from './query.ts';
import { questionOf } from './sums.ts';

/**
 * The rows of a page in the compared period: what the same statistic or breakdown of that period says about
 * their values to the same viewer.
 */

/** Returns the count of a value; null if nothing is compared, or if it is hidden from the viewer. */
export type PreviousCounts = (value: string) => number | null;
/** Returns the sums of values of each dimension; null as for {@link PreviousCounts}. */
export type PreviousSums = (values: readonly string[]) => Sums | null;

const nothing = () => null;

/**
 * Reads the counts of rows of a statistic in the compared period.
 * @param period of the rows, which the viewer may read.
 * @param elapsed as for {@link comparedPeriod}.
 */
export async function readPreviousCounts(
  period: Period,
  { name, values }: { name: StatName; values: readonly string[] },
  elapsed: boolean,
  context: StatContext,
): Promise<PreviousCounts> {
  const dimension = dimensionOf(name);
  // Each day is in one period only.
  const compared = dimension === 'day' ? null : await recordedBefore(period, elapsed, context);
  if (!compared) return nothing;
  const { unit } = STATISTICS[name];
  const about = { ...rowsOf(name), hideBelow: leastShown(period.website, name, context) };
  const sumsOf = await readSums(compared, about, byValue(values), context);
  return (value) => sumsOf([value])?.[unit] ?? null;
}

/** Reads the sums of rows of a breakdown in the compared period. See {@link readPreviousCounts}. */
export async function readPreviousSums(
  period: Period,
  { by, rows }: { by: readonly GroupDimension[]; rows: readonly (readonly string[])[] },
  elapsed: boolean,
  context: StatContext,
): Promise<PreviousSums> {
  const hasTime = by.some((name) => name !== 'hour_of_day' && dimensionEntry(name).level === 'time');
  const compared = hasTime ? null : await recordedBefore(period, elapsed, context);
  if (!compared) return nothing;
  const hideBelow = hiddenBelow(period.website, context);
  return readSums(compared, { by, positive: null, hideBelow }, rows, context);
}

/**
 * Returns the compared period. Null if there is none, if it was over before the first hit, or if the viewer
 * may not read its rows: as `requirePartialDays`, but rows of the period itself have no error.
 */
async function recordedBefore(
  period: Period,
  elapsed: boolean,
  context: StatContext,
): Promise<Period | null> {
  const compared = comparedPeriod(period, elapsed, context);
  if (!compared || (compared.untilHour !== null && hiddenBelow(period.website, context) > 0)) return null;
  const first = await context.loaders.firstDay.load(period.website.id);
  return first === null || dayNumber(compared.to) < first ? null : compared;
}

const byValue = (values: readonly string[]) => values.map((value) => [value]);

/** Reads the sums of rows of a period. */
async function readSums(
  period: Period,
  about: Pick<Question, 'by' | 'positive' | 'nonEmpty' | 'hideBelow'>,
  only: readonly (readonly string[])[],
  { loaders }: StatContext,
): Promise<PreviousSums> {
  const question = { ...questionOf(period), ...about, only, limit: only.length };
  const { rows, few } = await loaders.analysis.load({ websiteId: period.website.id, question });
  const found = new Map(rows.map(({ values, sums }) => [JSON.stringify(values), sums]));
  return (values) => {
    if (about.hideBelow > 0 && values.every((value) => value === FEW)) return few ?? NO_SUMS;
    return found.get(JSON.stringify(values)) ?? (few ? null : NO_SUMS);
  };
}

/** Reads something for both values of `elapsed`, each once, when it is needed. */
export function onceEach<Result>(
  read: (elapsed: boolean) => Promise<Result>,
): (elapsed: boolean) => Promise<Result> {
  const results = new Map<boolean, Promise<Result>>();
  return (elapsed) => {
    const known = results.get(elapsed) ?? read(elapsed);
    results.set(elapsed, known);
    return known;
  };
}
