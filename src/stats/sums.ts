import { addDays, dayNumber } from '../calendar/days.ts';
import type { Filter, Question } from '../engine/question/types.ts';
import { METRICS, type MetricName, type Sums } from '../engine/registry/metrics.ts';
import type { ElapsedDays } from './comparison.ts';
import type { StatContext } from './context.ts';
import type { Period } from './periods.ts';

/** The name of one of the sums from which all metrics are computed. */
export type SumName = keyof Sums;

/** A question about a period, for all of its hits that the filter selects. */
export const questionOf = ({
  from,
  to,
  untilHour,
  filter,
}: ElapsedDays & { filter: Filter | null }): Question => ({
  from: dayNumber(from),
  to: dayNumber(to),
  untilHour,
  filter,
  by: [],
  order: null,
  search: null,
  positive: null,
  hideBelow: 0,
  offset: 0,
  limit: 1,
});

/**
 * Divides a period into whole days, and the last day if only some of its hours count. Either may be null.
 */
export function dividedPeriod(period: Period): { whole: Period | null; part: Period | null } {
  const { from, to, untilHour } = period;
  if (untilHour === null) return { whole: period, part: null };
  const whole = from === to ? null : { ...period, to: addDays(to, -1), untilHour: null };
  return { whole, part: { ...period, from: to } };
}

/** Reads the sums of a period. */
export async function readSums(period: Period, { loaders }: Pick<StatContext, 'loaders'>): Promise<Sums> {
  const { id: websiteId } = period.website;
  const { sums } = await loaders.analysis.load({ websiteId, question: questionOf(period) });
  return sums;
}

/** Reads a metric of a period that the viewer may read; null where the metric is (METRICS). */
export const readMetric = async (
  period: Period,
  name: MetricName,
  context: Pick<StatContext, 'loaders'>,
): Promise<number | null> => METRICS[name].valueOf(await readSums(period, context));
