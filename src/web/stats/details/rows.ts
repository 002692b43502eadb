import { FEW } from '../../../engine/registry/dimensions.ts';
import type {
  Metric as ApiMetric,
  Dimension,
  FilterInput,
  StatisticsDetailsQuery,
} from '../../gql/graphql.ts';
import { daysInWords, durationInColumn, periodInWords, shareInColumn } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import type { periodArguments } from '../address.ts';
import type { ComparedPeriod } from '../chart/compared.ts';
import { entryOf } from '../chart/goalMetrics.ts';
import { CHART_METRICS, isGoalMetric, isMetric, type Metric, type Value } from '../chart/metrics.ts';
import { goalNumbersOf } from '../goals/goalNumbers.ts';
import { labelOf } from '../labels.ts';
import type { Panel } from '../panels/panels.ts';
import { isCompared } from '../panels/RowChange.tsx';
import { searchIn } from '../searchIn.ts';
import { type Column, type Details, isTime, metricOf, type Split } from './detailsAddress.ts';

type Website = NonNullable<StatisticsDetailsQuery['website']>;
export type Breakdown = Website['period']['breakdown'];
export type Row = Breakdown['nodes'][number];

/** Whose rows to read, and for which days. */
export interface Scope {
  trackingId: string;
  /** First and last day, both inclusive. */
  from: string;
  to: string;
  filter: FilterInput | null;
  /** The days and the comparison, as the page reads them. */
  period: ReturnType<typeof periodArguments>;
  /** The global id of the goal that columns are about; null for none. */
  goal: string | null;
  /** The currency of revenue; null if there is none. */
  currency: string | null;
}

const upperCase = <T extends string>(name: T) => name.toUpperCase() as Uppercase<T>;

/** The variables of the operation that reads the first rows of the details. */
export function variablesOf(details: Details, { trackingId, period, filter, goal }: Scope) {
  const { panel, split, search, sort, columns } = details;
  const by: Dimension[] = split ? [panel.name, upperCase(split)] : [panel.name];
  const orderBy = {
    metric: upperCase(sort.metric) satisfies ApiMetric,
    direction: upperCase(sort.direction),
  };
  const names = by.map((name) => name.toLowerCase());
  const asked = searchIn(names, search, filter);
  return {
    trackingId,
    ...period,
    by,
    orderBy,
    search: asked.search,
    filter: asked.filter,
    goal: goal ?? '',
    hasGoal: goal !== null && columns.some(isGoalMetric),
    hasRevenue: goal === null && columns.includes('revenue'),
  };
}

/** The heading of the column of a dimension, such as `Country`. */
export const headingOf = (name: Split): string =>
  isTime(name) ? t(`details.${name}`) : t(`statistic.${name}.heading`);

/** A value for people. The API has labels of all values but times. */
export function labelIn(name: Split, { value, label }: Row['values'][number]): string {
  if (!isTime(name)) return labelOf(name, { value, label });
  if (value === FEW) return t('value.few');
  return name === 'day' ? daysInWords(value, value) : periodInWords(value);
}

/** The value of a metric in a row; null if it has no visits. */
export const valueIn = (row: Row, metric: Metric): number | null => row[CHART_METRICS[metric].field];

/** The value of a column in a row; null if it has no visits, or is not known. */
export function cellOf(row: Row, column: Column, currency: string | null): Value | null {
  if (isMetric(column)) return valueIn(row, column);
  const { conversions, conversionRate, revenue } = goalNumbersOf(row, currency);
  return { conversions, conversion_rate: conversionRate, revenue }[column] ?? null;
}

/** The compared count of a row: of what its panel counts. Null if the row is not compared. */
export const beforeIn = ({ previous }: Pick<Row, 'previous'>, { unit }: Panel): number | null =>
  previous?.[`${unit}s`] ?? null;

/** Whether the rows of the details have a change: what they count is a column, and is compared. */
export const hasChange = ({ panel, split, columns }: Details, compared: ComparedPeriod): boolean =>
  // Days and months have passed once.
  columns.includes(metricOf(panel)) && !(split && isTime(split)) && isCompared(compared);

/** A value of a metric as text. All values of a column have the same precision. */
export function textIn(column: Column, value: Value | null | undefined, currency: string | null): string {
  if (value == null) return '–';
  if (column === 'bounce_rate' || column === 'conversion_rate') return shareInColumn(Number(value), 1);
  return column === 'visit_duration'
    ? durationInColumn(Number(value))
    : entryOf(column, currency).format(value);
}
