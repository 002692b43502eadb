import type { DimensionName, FilterDimension } from '../../../engine/registry/dimensions.ts';
import { GOAL_METRICS, type GoalMetric, isMetric, METRIC_NAMES, type Metric } from '../chart/metrics.ts';
import { dimensionOf, type Panel, panelNamed } from '../panels/panels.ts';

/** Times by which rows can be split. */
export const TIMES = ['day', 'week', 'month'] as const satisfies readonly DimensionName[];
export type Split = FilterDimension | (typeof TIMES)[number];

/** A column of the table. The API sorts by metrics of its own only. */
export type Column = Metric | GoalMetric;

export interface Sort {
  metric: Metric;
  direction: 'asc' | 'desc';
}

/** The state of the dialog with the rows of one dimension, as encoded in the URL. */
export interface Details {
  panel: Panel;
  /** Rows contain this text. */
  search: string;
  /** The second dimension of the rows. */
  split: Split | null;
  /** The metrics in the order of {@link columnsOf}; at least one. */
  columns: readonly Column[];
  /** By one of the columns; by what the panel counts if none can be sorted. */
  sort: Sort;
}

/** What a panel counts, as a metric. */
export const metricOf = ({ unit }: Panel): `${Panel['unit']}s` => `${unit}s`;

/**
 * The metrics that a panel can show. Pageviews belong to no event.
 * @param goalMetrics those of a goal that the page can show.
 */
export const columnsOf = (panel: Panel, goalMetrics: readonly GoalMetric[] = GOAL_METRICS): Column[] => [
  ...METRIC_NAMES.filter((name) => panel.name !== 'EVENT' || name !== 'pageviews'),
  ...goalMetrics,
];

const USUAL: Readonly<Record<Panel['unit'], readonly Column[]>> = {
  visitor: ['visitors', 'visits', 'bounce_rate', 'visit_duration'],
  visit: ['visitors', 'visits', 'bounce_rate', 'visit_duration'],
  pageview: ['visitors', 'pageviews', 'bounce_rate', 'visit_duration'],
  event: ['visitors', 'visits', 'events'],
};
export const usualColumns = ({ unit }: Panel): readonly Column[] => USUAL[unit];

/** The order of rows with these columns: by the metric that the panel counts, the largest first. */
export function usualSort(panel: Panel, columns: readonly Column[]): Sort {
  const counts = metricOf(panel);
  const metric = columns.includes(counts) ? counts : (columns.find(isMetric) ?? counts);
  return { metric, direction: 'desc' };
}

/** The details of a panel as they open. */
export function detailsOf(panel: Panel, search = ''): Details {
  const columns = usualColumns(panel);
  return { panel, search, split: null, columns, sort: usualSort(panel, columns) };
}

export const isTime = (name: string): name is (typeof TIMES)[number] =>
  (TIMES as readonly string[]).includes(name);

/** Other columns. Keeps the order of the rows if its column is still there. */
export function withColumns(details: Details, chosen: readonly Column[]): Details {
  const columns = columnsOf(details.panel).filter((name) => chosen.includes(name));
  const isKept = columns.includes(details.sort.metric);
  return { ...details, columns, sort: isKept ? details.sort : usualSort(details.panel, columns) };
}

function readColumns(text: string | null, panel: Panel): readonly Column[] | null {
  if (text === null) return usualColumns(panel);
  const names = text.split(',');
  const columns = columnsOf(panel).filter((name) => names.includes(name));
  return columns.length === names.length ? columns : null;
}

/** Reads `-visits` (the largest first) and `visits`; earlier versions wrote `max` and `min`. */
function readSort(text: string | null, usual: Sort, columns: readonly Column[]): Sort | null {
  if (text === null || text === 'max') return usual;
  if (text === 'min') return { ...usual, direction: 'asc' };
  const metric = text.replace(/^-/, '');
  if (!isMetric(metric) || !columns.includes(metric)) return null;
  return { metric, direction: text.startsWith('-') ? 'desc' : 'asc' };
}

function readSplit(name: string | null, panel: Panel): Split | null | undefined {
  if (name === null) return null;
  if (isTime(name)) return name;
  const other = panelNamed(name);
  return other && other !== panel ? dimensionOf(other.name) : undefined;
}

/**
 * Reads the dialog from a query string: `details=page&split=country&columns=visitors,visits&sort=-visits`.
 * @param known returns its second argument for a part that is wrong, and reports it.
 */
export function readDetails(
  search: URLSearchParams,
  known: <T>(found: T | null | undefined, otherwise: T) => T,
): Details | null {
  const name = search.get('details');
  if (name === null) return null;
  const panel = panelNamed(name);
  if (!panel) return known<Details | null>(null, null);
  const columns = known(readColumns(search.get('columns'), panel), usualColumns(panel));
  const usual = usualSort(panel, columns);
  const split = readSplit(search.get('split'), panel);
  if (split === undefined) known(split, null);
  return {
    panel,
    search: search.get('search') ?? '',
    split: split ?? null,
    columns,
    sort: known(readSort(search.get('sort'), usual, columns), usual),
  };
}

/** Adds the dialog to a query string, as {@link readDetails} reads it. Omits default values. */
export function writeDetails(query: URLSearchParams, details: Details): void {
  const { panel, search, split, columns, sort } = details;
  query.set('details', panel.name.toLowerCase());
  if (search) query.set('search', search);
  if (split) query.set('split', split);
  if (columns.join() !== usualColumns(panel).join()) query.set('columns', columns.join());
  const usual = usualSort(panel, columns);
  if (sort.metric !== usual.metric || sort.direction !== usual.direction)
    query.set('sort', `${sort.direction === 'desc' ? '-' : ''}${sort.metric}`);
}
