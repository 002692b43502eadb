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

/** The names of the metrics in addresses. */
type MetricName =
  | 'visitors'
  | 'visits'
  | 'pageviews'
  | 'views_per_visit'
  | 'bounce_rate'
  | 'visit_duration'
  | 'events';

/** How a metric is written, drawn and compared. */
interface Unit extends NumberStyle {
  /** The value on the axis of the chart, in at most some eight characters. */
  onAxis(value: number): string;
  /** Intervals between the labels of the axis, ascending. */
  increments: number[];
  /** The value at the top of the axis if all points are smaller. */
  least: number;
  /** Whether the value of a period can only grow until the period is over. */
  grows: boolean;
}

const decades = (from: number) =>
  Array.from({ length: 12 - from }, (_, index) =>
    [1, 2, 5].map((digit) => Number(`${digit}e${from + index}`)),
  ).flat();

const COUNT: Unit = {
  format: grouped,
  onAxis: brief,
  increments: decades(0),
  least: 5,
  grows: true,
  change,
};
const AVERAGE: Unit = {
  format: decimal,
  onAxis: decimal,
  increments: decades(-1),
  least: 2,
  grows: false,
  change,
};
const RATE: Unit = {
  format: percent,
  onAxis: percent,
  increments: [0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5],
  least: 0.05,
  grows: false,
  change: rateChange,
};
const HOUR = 3_600;
const DURATION: Unit = {
  format: duration,
  onAxis: duration,
  least: 10,
  grows: false,
  change,
  increments: [
    ...[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800],
    ...[1, 2, 3, 4, 6, 12, 24].map((hours) => hours * HOUR),
  ],
};

export interface MetricEntry extends Unit {
  /** The name in addresses and in the keys of texts. */
  name: MetricName;
  /** The name of the field in GraphQL. */
  field: 'visitors' | 'visits' | 'pageviews' | 'viewsPerVisit' | 'bounceRate' | 'visitDuration' | 'events';

  /** Whether an increase is good. Neither is for the bounce rate: a page may answer a question at once. */
  moreIsBetter: boolean;
}

/** The metrics of the page in the order of their tabs, by their names in addresses. */
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
} as const satisfies Record<string, MetricEntry>;

export type Metric = keyof typeof CHART_METRICS;
export const METRIC_NAMES = Object.keys(CHART_METRICS) as Metric[];
export const isMetric = (name: string): name is Metric => Object.hasOwn(CHART_METRICS, name);

/** The metrics that every response has at each point of the chart; see the operation. */
const ALWAYS: readonly Metric[] = ['visitors', 'pageviews'];
/** Whether the chart of a metric needs the operation with `allMetrics`. */
export const needsAllMetrics = (metric: Metric) => !ALWAYS.includes(metric);

/** The name of a metric for people. */
export const nameOf = ({ name }: Pick<MetricEntry, 'name'>) => t(`metric.${name}`);

/** What a metric means, in one sentence. */
export const meaningOf = ({ name }: Pick<MetricEntry, 'name'>) => t(`metric.${name}.meaning`);

/** A value of a metric as text. Null stands for a period without visits. */
export const formatted = ({ format }: Unit, value: number | null) => (value === null ? '–' : format(value));
