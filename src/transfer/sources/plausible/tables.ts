import { classifySource } from '../../../ingest/source/classify.ts';
import { skipped } from '../hits.ts';
import type { TableRow } from '../input/table.ts';
import { browserName, deviceName, systemName } from '../names/client.ts';
import { countryCode } from '../names/place.ts';
import type { SkippedRecord, TotalDimension, TotalRecord } from '../records.ts';
import type { SkipReason } from '../skipReasons.ts';
import { eventValue, pathValue, referrerValue, type Sums, sumOf, tagValue, toTotal } from '../totals.ts';

/** The columns of a table, by the sums that they state. */
type SumColumns = Readonly<Partial<Record<keyof Sums, string>>>;

const VISITS: SumColumns = {
  visitors: 'visitors',
  visits: 'visits',
  pageviews: 'pageviews',
  bounces: 'bounces',
  duration: 'visit_duration',
};

/** One of the CSV files of the export. */
interface Table {
  sums: SumColumns;
  /** The values that the totals of a row have; a reason for rows that are not counted. */
  values(row: TableRow): [TotalDimension, string][] | SkipReason;
}

function sourceValues(row: TableRow): [TotalDimension, string][] {
  const fields = {
    referrer: referrerValue(row.get('referrer')),
    utm_source: tagValue(row.get('utm_source')),
    utm_medium: tagValue(row.get('utm_medium')),
    campaign: tagValue(row.get('utm_campaign')),
    clickId: '',
  };
  // A source without an address, such as an application.
  const named = fields.referrer === '' && fields.utm_source === '' ? sourceName(row.get('source')) : '';
  const { source, channel } = classifySource({ ...fields, utm_source: fields.utm_source || named });
  const tags: [TotalDimension, string][] = [
    ['utm_source', fields.utm_source],
    ['utm_medium', fields.utm_medium],
    ['campaign', fields.campaign],
    ['utm_term', tagValue(row.get('utm_term'))],
    ['utm_content', tagValue(row.get('utm_content'))],
  ];
  return [
    ['referrer', fields.referrer],
    ['source', source],
    ['channel', channel],
    ...tags.filter(([, value]) => value !== ''),
  ];
}

const sourceName = (text: string): string => (/^direct\b/i.test(text) ? '' : tagValue(text));

/** Tables by their names: of the files `imported_NAME_FROM_TO.csv`. */
export const TABLES: Readonly<Record<string, Table>> = {
  visitors: { sums: VISITS, values: () => [['total', '']] },
  sources: { sums: VISITS, values: sourceValues },
  pages: {
    sums: { visitors: 'visitors', visits: 'visits', pageviews: 'pageviews' },
    values: (row) => [['page', pathValue(row.get('page'))]],
  },
  entry_pages: {
    sums: { ...VISITS, visits: 'entrances' },
    values: (row) => [['landing_page', pathValue(row.get('entry_page'))]],
  },
  exit_pages: {
    sums: { visitors: 'visitors', visits: 'exits' },
    values: (row) => [['exit_page', pathValue(row.get('exit_page'))]],
  },
  custom_events: {
    sums: { visitors: 'visitors', events: 'events' },
    // Measurements of the script, which some versions export.
    values: (row) =>
      row.get('name') === 'engagement' ? 'engagement' : [['event', eventValue(row.get('name'))]],
  },
  custom_props: { sums: {}, values: () => 'not_imported' },
  // The city is a number of GeoNames.
  locations: { sums: VISITS, values: (row) => [['country', countryCode(row.get('country'))]] },
  devices: { sums: VISITS, values: (row) => [['device', deviceName(row.get('device'))]] },
  browsers: { sums: VISITS, values: (row) => [['browser', browserName(row.get('browser'))]] },
  operating_systems: { sums: VISITS, values: (row) => [['os', systemName(row.get('operating_system'))]] },
};

/**
 * Reads the totals of a row.
 * @param day of the row.
 * @returns undefined if a sum is no number.
 */
export function readTotals(
  { sums: columns, values }: Table,
  row: TableRow,
  day: number,
): (TotalRecord | SkippedRecord)[] | undefined {
  const found = values(row);
  if (typeof found === 'string') return [skipped(row.line, found)];
  const present = Object.entries(columns).filter(([, column]) => row.has(column));
  const sums: Sums = Object.fromEntries(present.map(([name, column]) => [name, sumOf(row.get(column))]));
  if (Object.values(sums).some(Number.isNaN)) return undefined;
  const totals = found.map(([dimension, value]) => toTotal(row.line, day, dimension, value, sums));
  // The sums of the day have no events.
  if (sums.events === undefined) return totals;
  return [...totals, toTotal(row.line, day, 'total', '', { events: sums.events })];
}
