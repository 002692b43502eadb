import type { StatisticsGoalComparedQuery, StatisticsGoalNumbersQuery } from '../../gql/graphql.ts';
import type { GoalNumbers, Period, Series } from '../types.ts';

export type ReadPeriod = NonNullable<StatisticsGoalNumbersQuery['website']>['period'];
export type ReadCompared = NonNullable<StatisticsGoalComparedQuery['website']>['period']['compared'];

interface Money {
  currency: string;
  amount: string;
}

/** A result of a goal, or the revenue of all events, as the API has them for a period, a row or a point. */
export interface Outcome {
  goal?: { conversions?: number; conversionRate?: number | null; revenue?: readonly Money[] };
  revenue?: readonly Money[];
}

/** The revenue in all currencies; undefined if it was not read. */
export const moneyIn = ({ goal, revenue }: Outcome): readonly Money[] | undefined => goal?.revenue ?? revenue;

/** The numbers of a goal, with revenue in one currency; 0 without any. */
export function goalNumbersOf(outcome: Outcome, currency: string | null): GoalNumbers {
  const { conversions, conversionRate } = outcome.goal ?? {};
  const money = moneyIn(outcome);
  const revenue = money && (money.find((one) => one.currency === currency)?.amount ?? '0');
  return {
    ...(conversions !== undefined && { conversions }),
    ...(conversionRate !== undefined && { conversionRate }),
    ...(revenue !== undefined && { revenue }),
  };
}

/** The currencies of a period and of the compared one, those with the largest amounts first. */
export function currenciesOf(read: ReadPeriod): string[] {
  const largest = new Map<string, number>();
  for (const { currency, amount } of [read, read.previous].flatMap((one) => (one && moneyIn(one)) ?? []))
    largest.set(currency, Math.max(largest.get(currency) ?? 0, Math.abs(Number(amount))));
  return [...largest].sort(([, one], [, other]) => other - one).map(([currency]) => currency);
}

/** Adds numbers to the points of a series, if they are of the same series. */
function withPoints(series: Series, read: ReadPeriod['series'], currency: string | null): Series {
  if (!read || read.interval !== series.interval) return series;
  const byName = new Map(read.points.map((point) => [point.at, goalNumbersOf(point, currency)]));
  return { ...series, points: series.points.map((point) => ({ ...point, ...byName.get(point.at) })) };
}

const isSame = (one: { from: string; to: string }, other: { from: string; to: string } | null | undefined) =>
  one.from === other?.from && one.to === other.to;

/**
 * Adds the numbers of a goal to a period, its points, and those of the compared period.
 * @param read the numbers of the goal. If they are of other days, the period is returned unchanged.
 * @param before those of the points of the compared period. Without them, the points have no numbers either.
 */
export function withGoalNumbers(
  period: Period,
  read: ReadPeriod,
  before: ReadCompared | undefined,
  currency: string | null,
): Period {
  if (!isSame(period, read)) return period;
  const { previous, compared } = period;
  const earlier =
    compared && before && isSame(compared, before)
      ? { ...compared, series: withPoints(compared.series, before.series, currency) }
      : null;
  return {
    ...period,
    ...goalNumbersOf(read, currency),
    // A chart without the compared points would say that there were none.
    series: compared && !earlier ? period.series : withPoints(period.series, read.series, currency),
    previous:
      previous && read.previous && isSame(previous, read.previous)
        ? { ...previous, ...goalNumbersOf(read.previous, currency) }
        : previous,
    compared: earlier ?? compared,
  };
}
