import { stringify } from 'csv-stringify/browser/esm/sync';
import { inSentence } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import { METRICS, type Metric, nameOf } from '../chart/metrics.ts';
import { dimensionOf } from '../panels/panels.ts';
import { type Details, metricOf } from './detailsAddress.ts';
import { headingOf, labelIn, type Row, type Scope, valueIn } from './rows.ts';

export type Format = 'csv' | 'json';

/** What a file is about, besides its rows. */
interface About {
  details: Details;
  scope: Scope;
  domain: string;
  timezone: string;
  /** The total of the metric that the panel counts, to which its shares refer. */
  whole: number;
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
  const metric = nameOf(METRICS[name]);
  return name === 'visit_duration' ? t('file.seconds', { metric }) : metric;
}

/** The share of a row as a number from 0 to 1, with four digits. */
const shareOf = (row: Row, { details, whole }: About) =>
  whole > 0 ? Number(((valueIn(row, metricOf(details.panel)) ?? 0) / whole).toFixed(4)) : null;

/**
 * The rows as CSV (RFC 4180), with value and label of each dimension, and numbers that are not rounded.
 * Escapes values that a spreadsheet would take for a formula.
 */
function csvOf(rows: readonly Row[], about: About): string {
  const { columns, panel } = about.details;
  const names = dimensionsOf(about.details);
  const counts = metricOf(panel);
  const head = [
    ...names.flatMap((name) => [headingOf(name), t('file.label', { heading: headingOf(name) })]),
    ...columns.flatMap((metric) => {
      const heading = metricHeading(metric);
      const share = t('file.share', { metric: inSentence(nameOf(METRICS[metric])) });
      return metric === counts ? [heading, share] : [heading];
    }),
  ];
  const lines = rows.map((row) => [
    ...names.flatMap((name, index) => {
      const one = row.values[index];
      return one ? [one.value, labelIn(name, one)] : ['', ''];
    }),
    ...columns.flatMap((metric) => {
      const value = valueIn(row, metric);
      return metric === counts ? [value, shareOf(row, about)] : [value];
    }),
  ]);
  return stringify([head, ...lines], { escape_formulas: true, record_delimiter: 'windows' });
}

/** The rows as JSON with the names of the REST API, and what they are rows of. */
function jsonOf(rows: readonly Row[], about: About, total: number): string {
  const { details, scope, domain: website, timezone } = about;
  const { columns, sort, search } = details;
  const by = dimensionsOf(details);
  return JSON.stringify(
    {
      ...{ website, timezone, from: scope.from, to: scope.to, filter: scope.filter, by },
      search: search.trim() || null,
      sort: `${sort.direction === 'desc' ? '-' : ''}${sort.metric}`,
      total,
      rows: rows.map((row) => ({
        ...Object.fromEntries(by.map((name, index) => [name, row.values[index]?.value ?? ''])),
        ...Object.fromEntries(columns.map((metric) => [metric, valueIn(row, metric)])),
      })),
    },
    null,
    2,
  );
}

/** Offers the rows as a download. */
export function saveFile(format: Format, rows: readonly Row[], total: number, about: About): void {
  // Without a byte-order mark, Excel reads UTF-8 as the code page of the computer: `cafÃ©`.
  const text = format === 'csv' ? `\ufeff${csvOf(rows, about)}` : jsonOf(rows, about, total);
  const type = format === 'csv' ? 'text/csv' : 'application/json';
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName(about, format);
  link.click();
  URL.revokeObjectURL(url);
}

export type { About };
