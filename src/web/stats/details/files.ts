import { inSentence } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import type { ComparedPeriod } from '../chart/compared.ts';
import { CHART_METRICS, type Metric, nameOf } from '../chart/metrics.ts';
import { dimensionOf, type Panel } from '../panels/panels.ts';
import { type Details, metricOf } from './detailsAddress.ts';
import { csvText, download } from './download.ts';
import { beforeIn, headingOf, labelIn, type Row, type Scope, valueIn } from './rows.ts';

export type Format = 'csv' | 'json';

/** What a file is about, besides its rows. */
interface About {
  details: Details;
  scope: Scope;
  domain: string;
  timezone: string;
  /** The total of the metric that the panel counts, to which its shares refer. */
  whole: number;
  /** The days with which the rows are compared; null for none. */
  compared: ComparedPeriod['period']['previous'];
}

const dimensionsOf = ({ panel, split }: Details) => [dimensionOf(panel.name), ...(split ? [split] : [])];

/**
 * The name of a file, with website, dimensions and days:
 * `example.com-page-by-country-2026-10-01-2026-10-31.csv`.
 */
export function fileName({ details, scope, domain }: About, format: Format): string {
  return `${[domain, dimensionsOf(details).join('-by-'), scope.from, scope.to].join('-')}.${format}`;
}

/** The heading of the column of a metric. A duration is in seconds. */
function metricHeading(name: Metric): string {
  const metric = nameOf(CHART_METRICS[name]);
  return name === 'visit_duration' ? t('file.seconds', { metric }) : metric;
}

/** The share of a row as a number from 0 to 1, with four digits. */
const shareOf = (row: Row, { details, whole }: About) =>
  whole > 0 ? Number(((valueIn(row, metricOf(details.panel)) ?? 0) / whole).toFixed(4)) : null;

/** The change of a row as a number, with four digits: 0.12 for 12 % more. Null for a value that is new. */
function changeIn(row: Row, panel: Panel): number | null {
  const before = beforeIn(row, panel);
  return before ? Number(((valueIn(row, metricOf(panel)) ?? 0) / before - 1).toFixed(4)) : null;
}

/** The rows as CSV, with value and label of each dimension, and numbers that are not rounded. */
function csvOf(rows: readonly Row[], about: About): string {
  const isCompared = about.compared !== null;
  const { columns, panel } = about.details;
  const names = dimensionsOf(about.details);
  const counts = metricOf(panel);
  const head = [
    ...names.flatMap((name) => [headingOf(name), t('file.label', { heading: headingOf(name) })]),
    ...columns.flatMap((metric) => {
      const heading = metricHeading(metric);
      if (metric !== counts) return [heading];
      const [before, change] = [nameOf(CHART_METRICS[metric]), inSentence(nameOf(CHART_METRICS[metric]))];
      return [
        ...[heading, t('file.share', { metric: change })],
        ...(isCompared ? [t('file.before', { metric: before }), t('file.change', { metric: change })] : []),
      ];
    }),
  ];
  const lines = rows.map((row) => [
    ...names.flatMap((name, index) => {
      const one = row.values[index];
      return one ? [one.value, labelIn(name, one)] : ['', ''];
    }),
    ...columns.flatMap((metric) => {
      const value = valueIn(row, metric);
      if (metric !== counts) return [value];
      const before = isCompared ? [beforeIn(row, panel), changeIn(row, panel)] : [];
      return [value, shareOf(row, about), ...before];
    }),
  ]);
  return csvText([head, ...lines]);
}

/** The rows as JSON with the names of the REST API, and what they are rows of. */
function jsonOf(rows: readonly Row[], about: About, total: number): string {
  const { details, scope, domain: website, timezone, compared } = about;
  const { columns, sort, search, panel } = details;
  const by = dimensionsOf(details);
  return JSON.stringify(
    {
      website,
      timezone,
      from: scope.from,
      to: scope.to,
      filter: scope.filter,
      by,
      search: search.trim() || null,
      sort: `${sort.direction === 'desc' ? '-' : ''}${sort.metric}`,
      total,
      ...(compared && {
        previous: { from: compared.from, to: compared.to, until_hour: compared.untilHour },
      }),
      rows: rows.map((row) => ({
        ...Object.fromEntries(by.map((name, index) => [name, row.values[index]?.value ?? ''])),
        ...Object.fromEntries(columns.map((metric) => [metric, valueIn(row, metric)])),
        ...(compared && { [`previous_${metricOf(panel)}`]: beforeIn(row, panel) }),
      })),
    },
    null,
    2,
  );
}

/** Offers the rows as a download. */
export function saveFile(format: Format, rows: readonly Row[], total: number, about: About): void {
  if (format === 'csv') download(fileName(about, format), 'text/csv', csvOf(rows, about));
  else download(fileName(about, format), 'application/json', jsonOf(rows, about, total));
}

export type { About };
