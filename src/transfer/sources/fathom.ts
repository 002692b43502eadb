import { localTime } from '../../calendar/clock.ts';
import { classifySource } from '../../ingest/source/classify.ts';
import { pageAddress } from './hits.ts';
import { unreadableIn } from './input/csv.ts';
import { openParts } from './input/parts.ts';
import { columnsOf, readTable, type TableRow } from './input/table.ts';
import { browserName, deviceName, systemName } from './names/client.ts';
import { cityValue, countryCode, placeOf } from './names/place.ts';
import type { ReadOptions, Sample, Source, SourceFile, SourceRecord, TotalDimension } from './records.ts';
import { isoTime } from './time.ts';
import {
  DaySums,
  eventValue,
  hostValue,
  pathValue,
  referrerValue,
  type Sums,
  sumOf,
  tagValue,
} from './totals.ts';

/** Names of the time, the page and the referrer in the versions of the export. */
const TIMES = ['datetime', 'timestamp'];

function detect({ text }: Sample): boolean {
  const columns = columnsOf(text);
  const hasCounts = columns.has('uniques') || columns.has('completions');
  return hasCounts && columns.has('hostname') && TIMES.some((name) => columns.has(name));
}

/** The values of a row for each dimension, except the page and the event. */
function valuesOf(row: TableRow): [TotalDimension, string][] {
  const address = row.get('referrer_hostname');
  const fields = {
    referrer: address === '' ? '' : referrerValue(pageAddress(address.replace(/^https?:\/\//, ''), '/')),
    utm_source: tagValue(row.get('utm_source')),
    utm_medium: tagValue(row.get('utm_medium')),
    campaign: tagValue(row.get('utm_campaign')),
    clickId: '',
  };
  const { source, channel } = classifySource(fields);
  const place = placeOf(row.get('country_code'), row.get('state'), row.get('city'));
  const optional: [TotalDimension, string][] = [
    ['utm_source', fields.utm_source],
    ['utm_medium', fields.utm_medium],
    ['campaign', fields.campaign],
    ['utm_term', tagValue(row.get('utm_term'))],
    ['utm_content', tagValue(row.get('utm_content'))],
    ['city', cityValue(place)],
  ];
  return [
    ['host', hostValue(row.get('hostname'))],
    ['referrer', fields.referrer],
    ['source', source],
    ['channel', channel],
    ['country', countryCode(row.get('country_code'))],
    ['browser', browserName(row.get('browser'))],
    ['os', systemName(row.get('operating_system'))],
    ['device', deviceName(row.get('device_type'))],
    ...optional.filter(([, value]) => value !== ''),
  ];
}

const timeOf = (row: TableRow): number =>
  isoTime(TIMES.map((name) => row.get(name)).find((text) => text !== '') ?? '', 'UTC');

/**
 * Adds the sums of a row, which are those of an hour in UTC and of one combination of all dimensions. Its
 * `visits` are visitors: Fathom counts each once a day.
 * @returns null if a sum is no number.
 */
function addRow(sums: DaySums, row: TableRow, timezone: string): SourceRecord[] | null {
  const at = timeOf(row);
  const isEvent = row.has('completions') && row.get('event_name') !== '';
  const [pageviews, visitors, uniques, events] = ['pageviews', 'visits', 'uniques', 'completions'].map(
    (name) => sumOf(row.get(name)),
  ) as [number, number, number, number];
  if (!(at >= 0) || Number.isNaN(pageviews + visitors + uniques + events)) return null;
  const { day, hour } = localTime(timezone, at);
  const done: SourceRecord[] = [];
  const add = (dimension: TotalDimension, value: string, total: Sums) =>
    done.push(...sums.add(row.line, day, dimension, value, total));
  if (isEvent) {
    add('total', '', { events });
    add('event', eventValue(row.get('event_name')), { events });
    return done;
  }
  add('total', '', { pageviews, visitors });
  add('hour_of_day', String(hour).padStart(2, '0'), { pageviews });
  add('page', pathValue(row.get('pathname')), { pageviews, visitors: uniques });
  for (const [dimension, value] of valuesOf(row)) add(dimension, value, { pageviews, visitors });
  return done;
}

async function* read(file: SourceFile, { timezone }: ReadOptions): AsyncGenerator<readonly SourceRecord[]> {
  for await (const part of openParts(file)) {
    const sums = new DaySums();
    const unreadable = unreadableIn(part);
    for await (const rows of readTable(part, ['hostname']))
      yield rows.flatMap((row): SourceRecord[] => {
        if (row.kind === 'skipped') return [row];
        const done = addRow(sums, row, timezone);
        return (
          done ?? [unreadable(row.line, 'The row needs a time such as 2026-11-27 15:00:00, and its sums.')]
        );
      });
    yield sums.take();
  }
}

/** Fathom: the CSV export of pageviews or events, by hour. */
export const fathom: Source = { name: 'fathom', detect, read };
