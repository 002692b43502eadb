import { download } from '../../shared/download.ts';
import { inSentence } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import type { ComparedPeriod } from '../chart/compared.ts';
import { entryOf } from '../chart/goalMetrics.ts';
import { isMetric, nameOf, type Value } from '../chart/metrics.ts';
import { moneyIn } from '../goals/goalNumbers.ts';
import { dimensionOf, type Panel } from '../panels/panels.ts';
import { type Column, type Details, metricOf } from './detailsAddress.ts';
import { csvText, rateCell } from './download.ts';
import { beforeIn, cellOf, headingOf, labelIn, type Row, type Scope, valueIn } from './rows.ts';

export type Format = 'csv' | 'json';

/** What a file is about, besides its rows. */
interface About {
  details: Details;
  scope: Scope;
  domain: string;
  timezone: string;
  /** The name of the goal of the columns; null for none. */
  goal: string | null;
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

/** The heading of the column of a metric. A duration is in seconds; others have their goal and currency. */
function metricHeading(name: Column, { goal, scope: { currency } }: About): string {
  const metric = nameOf(entryOf(name, null));
  if (name === 'visit_duration') return t('file.seconds', { metric });
  if (isMetric(name)) return metric;
  const about = [goal, name === 'revenue' && currency].filter(Boolean).join(', ');
  return about ? t('file.about', { metric, about }) : metric;
}

/** The share of a row as a number from 0 to 1, with four digits. */
const shareOf = (row: Row, { details, whole }: About) =>
  rateCell(whole > 0 ? (valueIn(row, metricOf(details.panel)) ?? 0) / whole : null);

/** The change of a row as a number, with four digits: 0.12 for 12 % more. Null for a value that is new. */
function changeIn(row: Row, panel: Panel): number | null {
  const before = beforeIn(row, panel);
  return rateCell(before ? (valueIn(row, metricOf(panel)) ?? 0) / before - 1 : null);
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
      const heading = metricHeading(metric, about);
      if (metric !== counts) return [heading];
      const name = nameOf(entryOf(metric, null));
      const [before, change] = [name, inSentence(name)];
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
    ...columns.flatMap((metric): (Value | null | { amount: string })[] => {
      const value = cellOf(row, metric, about.scope.currency);
      if (typeof value === 'string') return [{ amount: value }];
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
      ...(about.goal !== null && { goal: about.goal }),
      by,
      search: search.trim() || null,
      sort: `${sort.direction === 'desc' ? '-' : ''}${sort.metric}`,
      total,
      ...(compared && {
        previous: { from: compared.from, to: compared.to, until_hour: compared.untilHour },
      }),
      rows: rows.map((row) => ({
        ...Object.fromEntries(by.map((name, index) => [name, row.values[index]?.value ?? ''])),
        ...Object.fromEntries(
          columns.map((metric) => [metric, metric === 'revenue' ? moneyIn(row) : cellOf(row, metric, null)]),
        ),
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
