import { addDays, dayNumber } from '../calendar/days.ts';
import type { Filter, Question } from '../engine/question/types.ts';
import { METRICS, type MetricName, NO_SUMS, type Sums } from '../engine/registry/metrics.ts';
import { isBackfilled, type RollupName } from '../engine/registry/statistics.ts';
import type { StatPage } from '../engine/rollup/page.ts';
import { ALL_ROWS } from '../engine/rollup/statement.ts';
import { stillCounting } from '../errors.ts';
import type { Website } from '../generated/prisma/client.ts';
import type { ElapsedDays } from './comparison.ts';
import type { StatContext } from './context.ts';
import type { Period } from './periods.ts';

/** The name of one of the sums from which all metrics are computed. */
export type SumName = keyof Sums;

/** The rollup whose sum over a period it is. */
const ROLLUP_OF: Readonly<Record<SumName, RollupName>> = {
  visitors: 'visitors',
  visits: 'landing_page',
  pageviews: 'pageviews',
  events: 'event',
  bounces: 'bounces',
  duration: 'duration',
  views: 'pageviews',
};

/** The rollups by day with the same sums. */
export const DAILY_ROLLUP_OF: Readonly<Record<SumName, RollupName>> = {
  ...ROLLUP_OF,
  visits: 'visits',
  events: 'events',
};

/** The default page size, so that a total and the first page of the same statistic are the same query. */
const SOME_ROWS = 10;

/**
 * Checks that a rollup has all days of a range. Returns null if it has without asking the database, so that
 * the query that follows joins those of the same tick.
 * @throws AppError `unavailable` if days of an earlier version are still being counted.
 */
export function requireComplete(
  { id }: Pick<Website, 'id'>,
  name: RollupName,
  { from, to }: { from: number; to: number },
  { loaders: { pendingDays } }: StatContext,
): Promise<void> | null {
  if (!pendingDays || !isBackfilled(name)) return null;
  return pendingDays.load(id).then((pending) => {
    if (pending && pending.first <= to && from <= pending.last) throw stillCounting();
  });
}

/**
 * Reads rows of a rollup, the largest first. Throws as {@link requireComplete}.
 * @param hideBelow as in `StatQuery`.
 */
export async function readRollup(
  { website, from, to }: Pick<Period, 'website' | 'from' | 'to'>,
  name: RollupName,
  limit: number,
  context: StatContext,
  hideBelow = 0,
): Promise<StatPage> {
  const days = { from: dayNumber(from), to: dayNumber(to) };
  const complete = requireComplete(website, name, days, context);
  if (complete) await complete;
  const page = { search: null, sort: 'max', offset: 0, limit, hideBelow } as const;
  return context.loaders.stats.load({ websiteId: website.id, name, ...days, ...page });
}

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
 * Divides a period without a filter into whole days, which the rollup has, and the last day if only some of
 * its hours count, which must be counted from the hits. Either may be null.
 */
export function dividedPeriod(period: Period): { whole: Period | null; part: Period | null } {
  const { from, to, untilHour } = period;
  if (untilHour === null) return { whole: period, part: null };
  const whole = from === to ? null : { ...period, to: addDays(to, -1), untilHour: null };
  return { whole, part: { ...period, from: to } };
}

/**
 * Returns the rollups from which a metric is computed without a filter. Ratios use those by day, which have
 * few rows; totals use those that exist for all days, also while days of an earlier version are being
 * counted.
 */
export function rollupsOf(name: MetricName): Partial<Record<SumName, RollupName>> {
  const { needs } = METRICS[name];
  const from = needs.length > 1 ? DAILY_ROLLUP_OF : ROLLUP_OF;
  return Object.fromEntries(needs.map((sum) => [sum, from[sum]]));
}

/**
 * Reads one of the sums of a period: without a filter from a rollup, otherwise from its hits.
 * @param rollup that with the sum, by default the one that exists for all days.
 */
export async function readSum(
  period: Period,
  name: SumName,
  context: StatContext,
  rollup: RollupName = ROLLUP_OF[name],
): Promise<number> {
  if (period.filter) return askSum(period, name, context);
  const { whole, part } = dividedPeriod(period);
  // Those by day have few rows. Reading all makes this the same query as that of the series, which most
  // callers request as well.
  const limit = rollup === 'landing_page' || rollup === 'event' ? SOME_ROWS : ALL_ROWS;
  const [page, ofPart] = await Promise.all([
    whole && readRollup(whole, rollup, limit, context),
    part ? askSum(part, name, context) : 0,
  ]);
  return (page?.sum ?? 0) + ofPart;
}

/** Reads a sum of a period from its hits. The loader reads all sums of the period at once. */
async function askSum(period: Period, name: SumName, { loaders }: StatContext): Promise<number> {
  const { sums } = await loaders.analysis.load({
    websiteId: period.website.id,
    question: questionOf(period),
  });
  return sums[name];
}

/** Reads a metric of periods taken together; null where the metric is (METRICS). */
export async function readMetrics(
  periods: readonly Period[],
  name: MetricName,
  context: StatContext,
): Promise<number | null> {
  const sums = { ...NO_SUMS };
  await Promise.all(
    Object.entries(rollupsOf(name)).map(async ([sum, rollup]) => {
      const counts = await Promise.all(
        periods.map((period) => readSum(period, sum as SumName, context, rollup)),
      );
      sums[sum as SumName] = counts.reduce((total, count) => total + count, 0);
    }),
  );
  return METRICS[name].valueOf(sums);
}

/** Reads a metric of a period that the viewer may read; null where the metric is (METRICS). */
export const readMetric = (period: Period, name: MetricName, context: StatContext): Promise<number | null> =>
  readMetrics([period], name, context);
