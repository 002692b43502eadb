import { skipped, toHit } from '../hits.ts';
import { unreadableIn } from '../input/csv.ts';
import type { Part } from '../input/parts.ts';
import { readTable, type TableRow } from '../input/table.ts';
import { browserName, systemName } from '../names/client.ts';
import { placeOf } from '../names/place.ts';
import type { HitRecord, SkippedRecord, SourceRecord } from '../records.ts';
import { isoTime } from '../time.ts';
import { referrerOf } from './referrers.ts';

/** The first column, with the version of the format in front. */
export const FIRST_COLUMN = '2path';

/** A boolean, as databases write it. */
const isTrue = (text: string): boolean => /^(?:1|t|true)$/i.test(text);

function toRecord(row: TableRow, part: Part): HitRecord | SkippedRecord {
  const { line } = row;
  if (!['', '0'].includes(row.get('bot'))) return skipped(line, 'bot');
  const at = isoTime(row.get('date'), 'UTC');
  if (Number.isNaN(at)) return unreadableIn(part)(line, 'Date must be a time such as 2026-11-27T15:19:57Z.');
  const path = row.get(FIRST_COLUMN);
  const [country = '', region = ''] = row.get('location').split('-');
  const [width = '', height = ''] = row.get('screen size').split(',');
  const userAgent = row.get('useragent');
  const isEvent = isTrue(row.get('event'));
  return toHit({
    line,
    at,
    // Events have a name in place of the path.
    page: isEvent || path === '' ? '/' : path.startsWith('/') ? path : `/${path}`,
    ...referrerOf(row.get('referrer'), row.get('referrer scheme')),
    visitor: row.get('session'),
    userAgent,
    resolution: width === '' || height === '' ? '' : `${width}x${height}`,
    ...(userAgent === '' && {
      client: { browser: browserName(row.get('browser')), os: systemName(row.get('system')), device: '' },
    }),
    place: placeOf(country, region, ''),
    ...(isEvent && { event: { name: path } }),
  });
}

/** Reads the rows of the CSV export, version 2. */
export async function* readHits(part: Part): AsyncGenerator<readonly SourceRecord[]> {
  for await (const rows of readTable(part, [FIRST_COLUMN, 'session', 'date']))
    yield rows.map((row) => (row.kind === 'skipped' ? row : toRecord(row, part)));
}
