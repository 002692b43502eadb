import { CLICK_IDS } from '../../../ingest/source/clickId.ts';
import { skipped, toHit, withoutEmptyTexts } from '../hits.ts';
import { isObject, textAt } from '../input/jsonLines.ts';
import { browserName, deviceName, knownText, systemName } from '../names/client.ts';
import { placeOf } from '../names/place.ts';
import type { HitRecord, SkippedRecord } from '../records.ts';

type Json = Record<string, unknown>;

/** The columns of the table `events_YYYYMMDD` that are read. */
export const EVENT_COLUMNS = [
  ...['event_timestamp', 'event_name', 'event_params', 'user_pseudo_id', 'device', 'geo'],
  'collected_traffic_source',
];

const PAGEVIEW = 'page_view';
/** Events that Google Analytics sends for its own sums. Nobody did anything. */
export const AUTOMATIC = new Set(['session_start', 'first_visit', 'user_engagement', 'scroll']);
/** Parameters that every event has, or that other fields of a hit state. */
const OWN_PARAMETERS = new Set([
  ...['page_location', 'page_referrer', 'page_title', 'ga_session_id', 'ga_session_number', 'entrances'],
  ...['engaged_session_event', 'session_engaged', 'engagement_time_msec', 'ignore_referrer', 'debug_mode'],
  ...['batch_page_id', 'batch_ordering_id', 'campaign', 'campaign_id', 'source', 'medium', 'term', 'content'],
  ...['gclid', 'dclid', 'srsltid', 'value', 'currency'],
]);

const objectAt = (from: Json, name: string): Json => {
  const value = Object.hasOwn(from, name) ? from[name] : undefined;
  return isObject(value) ? value : {};
};

/** A list of BigQuery. Parquet may have it as an object with `list`, and its entries as `element`. */
function listAt(from: Json, name: string): Json[] {
  const value = Object.hasOwn(from, name) ? from[name] : undefined;
  const list = isObject(value) ? value.list : value;
  if (!Array.isArray(list)) return [];
  return list.filter(isObject).map((entry) => (isObject(entry.element) ? entry.element : entry));
}

/** The parameters of an event by name. */
function parametersOf(event: Json): Map<string, string | number> {
  const parameters = new Map<string, string | number>();
  for (const parameter of listAt(event, 'event_params')) {
    const value = objectAt(parameter, 'value');
    const text = textAt(value, 'string_value');
    const number = ['int_value', 'double_value', 'float_value']
      .map((name) => textAt(value, name))
      .find(Boolean);
    if (text !== '') parameters.set(textAt(parameter, 'key'), text);
    else if (number !== undefined) parameters.set(textAt(parameter, 'key'), Number(number));
  }
  return parameters;
}

/** The event of a hit. With a currency, its value is money. */
function eventOf(name: string, parameters: ReadonlyMap<string, string | number>): unknown {
  const value = parameters.get('value');
  const currency = parameters.get('currency');
  const properties = [...parameters].filter(([key]) => !OWN_PARAMETERS.has(key));
  return {
    name,
    ...(value !== undefined &&
      (currency === undefined ? { value } : { revenue: { amount: value, currency } })),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
  };
}

/** Reads an event of the export to BigQuery. Null if it has no time or no name. */
export function readEvent(event: Json, line: number): HitRecord | SkippedRecord | null {
  const name = textAt(event, 'event_name');
  const microseconds = Number(textAt(event, 'event_timestamp') || Number.NaN);
  if (name === '' || !(microseconds > 0 && microseconds < 1e17)) return null;
  if (AUTOMATIC.has(name)) return skipped(line, 'automatic_event');
  const parameters = parametersOf(event);
  const text = (key: string) => knownText(String(parameters.get(key) ?? ''));
  const device = objectAt(event, 'device');
  const geo = objectAt(event, 'geo');
  const source = objectAt(event, 'collected_traffic_source');
  const page = text('page_location');
  // Applications have screens in place of pages.
  if (page === '' && name === PAGEVIEW) return skipped(line, 'no_page');
  const tag = (column: string) => knownText(textAt(source, column));
  const tags = withoutEmptyTexts({
    campaign: tag('manual_campaign_name'),
    utm_source: tag('manual_source'),
    utm_medium: tag('manual_medium'),
    utm_term: tag('manual_term'),
    utm_content: tag('manual_content'),
    clickId: CLICK_IDS.find((id) => tag(id) !== '') ?? '',
  });
  return toHit({
    line,
    at: Math.floor(microseconds / 1_000),
    page: page || '/',
    referrer: text('page_referrer'),
    visitor: textAt(event, 'user_pseudo_id') || text('ga_session_id'),
    language: knownText(textAt(device, 'language')),
    client: {
      browser: browserName(textAt(objectAt(device, 'web_info'), 'browser') || textAt(device, 'browser')),
      os: systemName(textAt(device, 'operating_system')),
      device: deviceName(textAt(device, 'category')),
    },
    place: placeOf(textAt(geo, 'country'), textAt(geo, 'region'), textAt(geo, 'city')),
    ...(tags && { tags }),
    ...(name !== PAGEVIEW && { event: eventOf(name, parameters) }),
  });
}
