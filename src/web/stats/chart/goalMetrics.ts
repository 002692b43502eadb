import { brief, change, moneyInWords, moneyOnAxis } from '../../shared/i18n/format.ts';
import {
  CHART_METRICS,
  COUNT,
  decades,
  type GoalMetric,
  isGoalMetric,
  type Metric,
  type MetricEntry,
  RATE,
} from './metrics.ts';

const CONVERSIONS: MetricEntry = {
  ...COUNT,
  name: 'conversions',
  field: 'conversions',
  moreIsBetter: true,
};
const CONVERSION_RATE: MetricEntry = {
  ...RATE,
  name: 'conversion_rate',
  field: 'conversionRate',
  // Most rates are a few percent or less.
  increments: [0.001, 0.002, 0.005, ...RATE.increments],
  least: 0.01,
  moreIsBetter: true,
};

/** Revenue in a currency; without one, as plain numbers. */
const revenueIn = (currency: string | null): MetricEntry => ({
  name: 'revenue',
  field: 'revenue',
  format: (value) => (currency ? moneyInWords({ currency, amount: String(value) }) : COUNT.format(value)),
  onAxis: (value) => (currency ? moneyOnAxis(currency, value) : brief(value)),
  increments: decades(-2),
  least: 5,
  grows: true,
  change,
  moreIsBetter: true,
});

/** Charts are drawn again for another entry, so that of a currency stays the same. */
const revenues = new Map<string | null, MetricEntry>();

/**
 * A metric of the page.
 * @param currency that of revenue; null if there is none.
 */
export function entryOf(metric: Metric | GoalMetric, currency: string | null): MetricEntry {
  if (!isGoalMetric(metric)) return CHART_METRICS[metric];
  if (metric !== 'revenue') return metric === 'conversions' ? CONVERSIONS : CONVERSION_RATE;
  const entry = revenues.get(currency) ?? revenueIn(currency);
  revenues.set(currency, entry);
  return entry;
}
