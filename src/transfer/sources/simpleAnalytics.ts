import { pageAddress, skipped, toHit, withoutEmptyTexts } from './hits.ts';
import { unreadableIn } from './input/csv.ts';
import { openParts, type Part } from './input/parts.ts';
import { columnsOf, readTable, type TableRow } from './input/table.ts';
import { browserName, deviceName, systemName } from './names/client.ts';
import { placeOf } from './names/place.ts';
import type { HitRecord, Sample, SkippedRecord, Source, SourceFile, SourceRecord } from './records.ts';
import { isoTime } from './time.ts';

/** `metadata.plan_text`: the name and the type of a property. */
const METADATA = /^metadata\.(.+)_(text|int|bool|date)$/i;
const PAGEVIEW = 'pageview';

function detect({ text }: Sample): boolean {
  const columns = columnsOf(text);
  return columns.has('path') && (columns.has('added_iso') || columns.has('added_unix'));
}

const isTrue = (text: string): boolean => /^(?:true|1|t)$/i.test(text);

/** The properties in the columns for metadata; undefined if there are none. */
function propertiesOf(row: TableRow): Record<string, unknown> | undefined {
  const properties: [string, unknown][] = [];
  for (const name of row.names) {
    const [, key, type = ''] = METADATA.exec(name) ?? [];
    const text = key === undefined ? '' : row.get(name.toLowerCase());
    if (key === undefined || text === '') continue;
    const value = /^int$/i.test(type) ? Number(text) : /^bool$/i.test(type) ? isTrue(text) : text;
    properties.push([key, value]);
  }
  return properties.length === 0 ? undefined : Object.fromEntries(properties);
}

function timeOf(row: TableRow): number {
  const seconds = row.get('added_unix');
  if (row.get('added_iso') !== '') return isoTime(row.get('added_iso'), 'UTC');
  return /^\d{1,12}$/.test(seconds) ? Number(seconds) * 1_000 : Number.NaN;
}

function sizeOf(row: TableRow): string {
  const [width, height] = [row.get('screen_width'), row.get('screen_height')];
  return width === '' || height === '' ? '' : `${width}x${height}`;
}

function toRecord(row: TableRow, part: Part): HitRecord | SkippedRecord {
  const { line } = row;
  if (isTrue(row.get('is_robot'))) return skipped(line, 'bot');
  const at = timeOf(row);
  if (Number.isNaN(at))
    return unreadableIn(part)(line, 'added_iso must be a time such as 2026-11-27T15:19:57.000Z.');
  const datapoint = row.get('datapoint');
  const properties = propertiesOf(row);
  const userAgent = row.get('user_agent');
  const tags = withoutEmptyTexts({
    campaign: row.get('utm_campaign'),
    utm_source: row.get('utm_source'),
    utm_medium: row.get('utm_medium'),
    utm_term: row.get('utm_term'),
    utm_content: row.get('utm_content'),
  });
  const [language, region] = [row.get('lang_language'), row.get('lang_region')];
  return toHit({
    line,
    at,
    page: pageAddress(row.get('hostname'), row.get('path'), row.get('query')),
    referrer: row.get('document_referrer'),
    visitor: row.get('session_id'),
    userAgent,
    language: region === '' ? language : `${language}-${region}`,
    resolution: sizeOf(row),
    ...(userAgent === '' && {
      client: {
        browser: browserName(row.get('browser_name')),
        os: systemName(row.get('os_name')),
        device: deviceName(row.get('device_type')),
      },
    }),
    place: placeOf(row.get('country_code'), '', ''),
    ...(tags && { tags }),
    ...(datapoint === '' || datapoint === PAGEVIEW
      ? properties && { properties }
      : { event: { name: datapoint, ...(properties && { properties }) } }),
  });
}

async function* read(file: SourceFile): AsyncGenerator<readonly SourceRecord[]> {
  for await (const part of openParts(file))
    for await (const rows of readTable(part, ['path']))
      yield rows.map((row) => (row.kind === 'skipped' ? row : toRecord(row, part)));
}

/** Simple Analytics: the export of data points. */
export const simpleAnalytics: Source = { name: 'simple-analytics', detect, read };
