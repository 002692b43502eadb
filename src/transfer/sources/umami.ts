import { CLICK_IDS } from '../../ingest/source/clickId.ts';
import { pageAddress, skipped, toHit, withoutEmptyTexts } from './hits.ts';
import { unreadableIn } from './input/csv.ts';
import { unusable } from './input/limits.ts';
import { openParts, type Part } from './input/parts.ts';
import { hasColumns, readTable, type TableRow } from './input/table.ts';
import { browserName, deviceName, systemName } from './names/client.ts';
import { placeOf } from './names/place.ts';
import type { HitRecord, Sample, SkippedRecord, Source, SourceFile, SourceRecord } from './records.ts';
import { isoTime } from './time.ts';

const REQUIRED = ['url_path', 'session_id', 'created_at'];
const EVENTS = /(?:^|\/)website_event[^/]*\.csv$/i;
/** The export of a self-hosted Umami: sums of the chosen period, without days. */
const SUMS = ['pages.csv', 'browsers.csv', 'countries.csv'];

const PAGEVIEW = '1';
const CUSTOM_EVENT = '2';

const isSums = (entries: readonly string[] | undefined): boolean =>
  entries !== undefined && SUMS.every((name) => entries.some((entry) => entry.endsWith(name)));

function detect({ entries, text }: Sample): boolean {
  if (entries?.some((entry) => EVENTS.test(entry)) || isSums(entries)) return true;
  return hasColumns(text, ...REQUIRED);
}

/** The type of a row; exports without the column have only pageviews and events with a name. */
function typeOf(row: TableRow): string {
  if (row.has('event_type')) return row.get('event_type');
  return row.get('event_name') === '' ? PAGEVIEW : CUSTOM_EVENT;
}

function toRecord(row: TableRow, part: Part): HitRecord | SkippedRecord {
  const { line } = row;
  const type = typeOf(row);
  // Links, pixels and measurements of performance.
  if (type !== PAGEVIEW && type !== CUSTOM_EVENT) return skipped(line, 'other_event');
  const at = isoTime(row.get('created_at'), 'UTC');
  if (Number.isNaN(at))
    return unreadableIn(part)(line, 'created_at must be a time such as 2026-11-27 15:19:57.');
  const referrer = row.get('referrer_domain');
  const tag = row.get('tag');
  const properties = tag === '' ? undefined : { tag };
  const tags = withoutEmptyTexts({
    campaign: row.get('utm_campaign'),
    utm_source: row.get('utm_source'),
    utm_medium: row.get('utm_medium'),
    utm_term: row.get('utm_term'),
    utm_content: row.get('utm_content'),
    clickId: CLICK_IDS.find((name) => row.get(name) !== '') ?? '',
  });
  return toHit({
    line,
    at,
    page: pageAddress(row.get('hostname'), row.get('url_path'), row.get('url_query')),
    referrer:
      referrer === '' ? '' : pageAddress(referrer, row.get('referrer_path'), row.get('referrer_query')),
    visitor: row.get('session_id'),
    language: row.get('language'),
    resolution: row.get('screen'),
    client: {
      browser: browserName(row.get('browser')),
      os: systemName(row.get('os')),
      device: deviceName(row.get('device')),
    },
    place: placeOf(row.get('country'), row.get('region'), row.get('city')),
    ...(tags && { tags }),
    ...(type === CUSTOM_EVENT
      ? { event: { name: row.get('event_name'), ...(properties && { properties }) } }
      : properties && { properties }),
  });
}

async function* read(file: SourceFile): AsyncGenerator<readonly SourceRecord[]> {
  const names: string[] = [];
  let found = false;
  for await (const part of openParts(file)) {
    names.push(part.name);
    if (part.archive !== undefined && !EVENTS.test(part.name)) continue;
    found = true;
    for await (const rows of readTable(part, REQUIRED))
      yield rows.map((row) => (row.kind === 'skipped' ? row : toRecord(row, part)));
  }
  if (found) return;
  throw unusable(
    file,
    isSums(names)
      ? 'has the sums of a period without days, as Umami exports them on a server of your own. ' +
          'Export the table website_event instead: docs/moving.md has the command.'
      : 'contains no file website_event.csv, which the export of Umami Cloud has.',
  );
}

/** Umami: the export of Umami Cloud, or rows of its table `website_event`. */
export const umami: Source = { name: 'umami', detect, read };
