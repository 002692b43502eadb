import {
  brief,
  change,
  decimal,
  duration,
  grouped,
  type NumberStyle,
  percent,
  rateChange,
} from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import type { GoalNumbers } from '../types.ts';

/** A value of a metric: a number, or an exact amount of money as decimal text. */
export type Value = number | string;

/** How a metric is written, drawn and compared. */
interface Unit extends NumberStyle {
  format: (value: Value) => string;
  /** The value on the axis of the chart, in at most some eight characters. */
  onAxis(value: number): string;
  /** Intervals between the labels of the axis, ascending. */
  increments: number[];
  /** The value at the top of the axis if all points are smaller. */
  least: number;
  /** Whether it is a sum: the value of a period grows until the period is over, refunds aside. */
  grows: boolean;
}

const ofNumber = (format: (value: number) => string) => (value: Value) => format(Number(value));

/** Round numbers: 1, 2 and 5 times each power of ten. */
export const decades = (from: number) =>
  Array.from({ length: 12 - from }, (_, index) =>
    [1, 2, 5].map((digit) => Number(`${digit}e${from + index}`)),
  ).flat();

export const COUNT: Unit = {
  format: ofNumber(grouped),
  onAxis: brief,
  increments: decades(0),
  least: 5,
  grows: true,
  change,
};
const AVERAGE: Unit = {
  format: ofNumber(decimal),
  onAxis: decimal,
  increments: decades(-1),
  least: 2,
  grows: false,
  change,
};
export const RATE: Unit = {
  format: ofNumber(percent),
  onAxis: percent,
  increments: [0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5],
  least: 0.05,
  grows: false,
  change: rateChange,
};
const HOUR = 3_600;
const DURATION: Unit = {
  format: ofNumber(duration),
  onAxis: duration,
  least: 10,
  grows: false,
  change,
  increments: [
    ...[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800],
    ...[1, 2, 3, 4, 6, 12, 24].map((hours) => hours * HOUR),
  ],
};

/** The metrics of every period, in the order of their tabs, by their names in addresses. */
export const METRIC_NAMES = [
  'visitors',
  'visits',
  'pageviews',
  'views_per_visit',
  'bounce_rate',
  'visit_duration',
  'events',
] as const;
export type Metric = (typeof METRIC_NAMES)[number];
export const isMetric = (name: string): name is Metric => (METRIC_NAMES as readonly string[]).includes(name);

/** The metrics of a goal. Without a goal, revenue is that of all events. See goalMetrics.ts. */
export const GOAL_METRICS = ['conversions', 'conversion_rate', 'revenue'] as const;
export type GoalMetric = (typeof GOAL_METRICS)[number];
export const isGoalMetric = (name: string): name is GoalMetric =>
  (GOAL_METRICS as readonly string[]).includes(name);

/** The metric of the chart after another goal was chosen, or none. */
export function metricWithGoal(metric: Metric | GoalMetric, goal: string | null): Metric | GoalMetric {
  if (goal !== null) return isGoalMetric(metric) ? metric : 'conversions';
  return isMetric(metric) || metric === 'revenue' ? metric : 'visitors';
}

/** The fields of {@link METRIC_NAMES}. */
export type CountedField =
  | 'visitors'
  | 'visits'
  | 'pageviews'
  | 'viewsPerVisit'
  | 'bounceRate'
  | 'visitDuration'
  | 'events';

export interface MetricEntry extends Unit {
  /** The name in addresses and in the keys of texts. */
  name: Metric | GoalMetric;
  /** The name of the field in GraphQL, or of a number of the chosen goal. */
  field: CountedField | keyof GoalNumbers;

  /** Whether an increase is good. Neither is for the bounce rate: a page may answer a question at once. */
  moreIsBetter: boolean;
}

export const CHART_METRICS = {
  visitors: {
    ...COUNT,
    name: 'visitors',
    field: 'visitors',
    moreIsBetter: true,
  },
  visits: {
    ...COUNT,
    name: 'visits',
    field: 'visits',
    moreIsBetter: true,
  },
  pageviews: {
    ...COUNT,
    name: 'pageviews',
    field: 'pageviews',
    moreIsBetter: true,
  },
  views_per_visit: {
    ...AVERAGE,
    name: 'views_per_visit',
    field: 'viewsPerVisit',
    moreIsBetter: true,
  },
  bounce_rate: {
    ...RATE,
    name: 'bounce_rate',
    field: 'bounceRate',
    moreIsBetter: false,
  },
  visit_duration: {
    ...DURATION,
    name: 'visit_duration',
    field: 'visitDuration',
    moreIsBetter: true,
  },
  events: {
    ...COUNT,
    name: 'events',
    field: 'events',
    moreIsBetter: true,
  },
} as const satisfies Record<Metric, MetricEntry & { field: CountedField }>;

/** The metrics that every response has at each point of the chart; see the operation. */
const ALWAYS: readonly Metric[] = ['visitors', 'pageviews'];
/** Whether the chart of a metric needs the operation with `allMetrics`. */
export const needsAllMetrics = (metric: Metric | GoalMetric) => isMetric(metric) && !ALWAYS.includes(metric);

/** The name of a metric for people. */
export const nameOf = ({ name }: Pick<MetricEntry, 'name'>) => t(`metric.${name}`);

/** What a metric means, in one sentence. */
export const meaningOf = ({ name }: Pick<MetricEntry, 'name'>) => t(`metric.${name}.meaning`);

/** A value of a metric as text; a dash for a period without visits, and for a value that is not read yet. */
export const formatted = ({ format }: Unit, value: Value | null | undefined) =>
  value == null ? '–' : format(value);
