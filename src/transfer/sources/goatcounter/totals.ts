import { localTime } from '../../../calendar/clock.ts';
import { primaryLanguage } from '../../../ingest/request/language.ts';
import { skipped } from '../hits.ts';
import { unreadableIn } from '../input/csv.ts';
import { type JsonRow, readJsonLines, textAt } from '../input/jsonLines.ts';
import { unusable } from '../input/limits.ts';
import { openParts, type Part } from '../input/parts.ts';
import { browserName, systemName } from '../names/client.ts';
import { countryCode } from '../names/place.ts';
import type { SourceFile, SourceRecord, TotalDimension } from '../records.ts';
import { isoTime } from '../time.ts';
import { DaySums, dayOf, eventValue, isSum, pathValue, type Sums } from '../totals.ts';
import { referrerValues } from './referrers.ts';

/** The most names of a list, such as paths, which are kept in memory. */
const MAX_NAMES = 200_000;
/** Names that are longer are cut, as the stored values are. */
const MAX_NAME = 500;

type Values = readonly (readonly [TotalDimension, string])[];

/** The lists to which the statistics refer by id. */
interface Lists {
  /** Paths; the names of events, which begin with no slash. */
  paths: Map<string, string>;
  refs: Map<string, Values>;
  browsers: Map<string, string>;
  systems: Map<string, string>;
}

const listOf = (part: Part): string => /(?:^|\/)([a-z_]+)\.jsonl?$/.exec(part.name)?.[1] ?? '';

async function readLists(file: SourceFile): Promise<Lists> {
  const lists: Lists = { paths: new Map(), refs: new Map(), browsers: new Map(), systems: new Map() };
  const readers: Record<string, (row: JsonRow['value'], id: string) => void> = {
    paths: (row, id) => {
      const path = textAt(row, 'path').slice(0, MAX_NAME);
      lists.paths.set(id, row.event === true ? eventValue(path) : pathValue(path));
    },
    refs: (row, id) => lists.refs.set(id, referrerValues(textAt(row, 'ref'), textAt(row, 'ref_scheme'))),
    browsers: (row, id) => lists.browsers.set(id, browserName(textAt(row, 'name'))),
    systems: (row, id) => lists.systems.set(id, systemName(textAt(row, 'name'))),
  };
  const size = () => Object.values(lists).reduce((sum, list) => sum + list.size, 0);
  for await (const part of openParts(file)) {
    const reader = readers[listOf(part)];
    if (reader === undefined) continue;
    for await (const rows of readJsonLines(part)) {
      for (const row of rows) if (row.kind === 'object') reader(row.value, textAt(row.value, 'id'));
      if (size() > MAX_NAMES)
        throw unusable(file, `has more than ${MAX_NAMES} paths and referrers. Export the CSV instead.`);
    }
  }
  return lists;
}

/** How the rows of a statistic are read: the values beside those of the path. */
function readersOf(lists: Lists): Readonly<Record<string, (row: JsonRow['value']) => Values | undefined>> {
  const one = (dimension: TotalDimension, value: string | undefined): Values | undefined =>
    value === undefined ? undefined : [[dimension, value]];
  return {
    hit_stats: (row) => lists.refs.get(textAt(row, 'ref_id')) ?? [],
    browser_stats: (row) => one('browser', lists.browsers.get(textAt(row, 'browser_id'))),
    system_stats: (row) => one('os', lists.systems.get(textAt(row, 'system_id'))),
    location_stats: (row) => one('country', countryCode(textAt(row, 'location').split('-')[0] ?? '')),
    language_stats: (row) => one('language', primaryLanguage(textAt(row, 'language'), undefined)),
  };
}

/** The day of a row, and its hour if it has one. */
function timeOf(row: JsonRow['value'], timezone: string): { day: number; hour?: number } | undefined {
  const hour = textAt(row, 'hour');
  if (hour === '') {
    const day = dayOf(textAt(row, 'day').slice(0, 10));
    return day === undefined ? undefined : { day };
  }
  const at = isoTime(hour, 'UTC');
  return at >= 0 ? localTime(timezone, at) : undefined;
}

/**
 * Reads the JSON export. Its counts are visits of a page, each session once: they are pageviews and, for a
 * page, visitors. Screens have only a width, so that they are no resolutions.
 * @param timezone of the website: hours are in UTC. Days are those of the site at GoatCounter.
 */
export async function* readTotals(
  file: SourceFile,
  timezone: string,
): AsyncGenerator<readonly SourceRecord[]> {
  const lists = await readLists(file);
  const readers = readersOf(lists);
  for await (const part of openParts(file)) {
    const name = listOf(part);
    const values = readers[name];
    if (values === undefined) continue;
    const unreadable = unreadableIn(part);
    const sums = new DaySums();
    for await (const rows of readJsonLines(part)) {
      const records: SourceRecord[] = [];
      for (const row of rows) {
        if (row.kind === 'skipped') {
          records.push(row);
          continue;
        }
        const { line, value } = row;
        const time = timeOf(value, timezone);
        const path = lists.paths.get(textAt(value, 'path_id'));
        const found = values(value);
        const { count } = value;
        if (!time || path === undefined || !found || !isSum(count)) {
          records.push(unreadable(line, 'The row has no valid day and count, or names an unknown id.'));
          continue;
        }
        const isEvent = !path.startsWith('/');
        const views: Sums = { pageviews: count };
        const add = (dimension: TotalDimension, value: string, total: Sums) =>
          records.push(...sums.add(line, time.day, dimension, value, total));
        if (name !== 'hit_stats') {
          if (isEvent) records.push(skipped(line, 'event_detail'));
          else for (const [dimension, text] of found) add(dimension, text, views);
        } else if (isEvent) {
          add('total', '', { events: count });
          add('event', path, { events: count });
        } else {
          add('total', '', views);
          add('hour_of_day', String(time.hour ?? 0).padStart(2, '0'), views);
          add('page', path, { ...views, visitors: count });
          for (const [dimension, text] of found) add(dimension, text, views);
        }
      }
      if (records.length > 0) yield records;
    }
    yield sums.take();
  }
}
