import { parseMetrics } from '../engine/question/input.ts';
import { METRIC_NAMES, type MetricName } from '../engine/registry/metrics.ts';
import { permittedFilter, readableWebsite } from './access.ts';
import { comparedDays, justBefore } from './comparison.ts';
import type { StatContext } from './context.ts';
import { comparedPeriod, type Period } from './periods.ts';
import { readMetric } from './sums.ts';

/** All metrics of a period; null where the metric is (METRICS). */
export type Metrics = Record<MetricName, number | null>;

/**
 * Reads all metrics of a website that the viewer may read over REST, and those of the period that it is
 * compared with.
 * @param args as for {@link parseMetrics}, with the names of REST.
 * @throws AppError `invalid`; `forbidden` or `not_found` if the viewer may not read the statistics.
 */
export async function readOwnMetrics(
  id: number,
  args: object,
  context: StatContext,
): Promise<{ metrics: Metrics; previous: Metrics | null }> {
  const website = await readableWebsite(id, context);
  const { from, to, compare, elapsed, ...input } = parseMetrics(args, 'rest');
  const filter = await permittedFilter(website, input.filter, context);
  const days = { from, to };
  const before = comparedDays(days, justBefore(days), compare);
  const period: Period = { website, ...days, filter, untilHour: null, before };
  const compared = comparedPeriod(period, elapsed, context);
  const [metrics, previous] = await Promise.all([
    readAll(period, context),
    compared && readAll(compared, context),
  ]);
  return { metrics, previous };
}

async function readAll(period: Period, context: StatContext): Promise<Metrics> {
  const values = await Promise.all(METRIC_NAMES.map((name) => readMetric(period, name, context)));
  return Object.fromEntries(METRIC_NAMES.map((name, index) => [name, values[index]])) as Metrics;
}
