import { hitsOfEach, json, translated } from './answers.ts';
import {
  AUTOMATIC,
  type Fields,
  idsOf,
  isRecord,
  leftOut,
  picked,
  recordOf,
  revenueOf,
  senderPage,
  textOf,
} from './fields.ts';
import type { Tracker, TrackerRequest, TranslatedHit } from './tracker.ts';

const PAGEVIEW = '[Amplitude] Page Viewed';
const LOCATION = '[Amplitude] Page Location';

/** Events that the script sends by itself and that count as Footfall's own automatic ones. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['[Amplitude] File Downloaded', AUTOMATIC.download],
  ['[Amplitude] Form Submitted', AUTOMATIC.form],
]);

/** Amplitude: `@amplitude/analytics-browser`. Sessions, identification and clicks are no hits. */
export const amplitude: Tracker = {
  // JSON without `code: 200` is sent again, up to five times.
  needsSuccess: true,
  routes: [
    { method: 'POST', path: '/2/httpapi', read },
    { method: 'POST', path: '/batch', read },
  ],
};

function read({ body, headers }: TrackerRequest) {
  if (!isRecord(body) || !Array.isArray(body.events) || typeof body.api_key !== 'string') return null;
  const { events, api_key: key } = body;
  const hits = hitsOfEach(events, isRecord, (event) => hitOf(event, key, headers));
  const answer = { code: 200, events_ingested: events.length, payload_size_bytes: 0, server_upload_time: 0 };
  return translated(hits, () => json(answer));
}

function hitOf(event: Fields, key: string, headers: TrackerRequest['headers']): TranslatedHit[] {
  const type = textOf(event.event_type);
  const isOther = /^\[Amplitude\] |^\$|^session_(?:start|end)$/.test(type) && !NAMES.has(type);
  if (type === '' || (isOther && type !== PAGEVIEW)) return [];
  const given = recordOf(event.event_properties);
  const own = picked(
    given,
    (name) => !/^\[Amplitude\] |^\$|^(?:utm_.*|referrer|referring_domain)$/.test(name),
  );
  const page = textOf(given[LOCATION]) || senderPage(headers);
  const hit: TranslatedHit = {
    fields: {
      page,
      referrer: given.referrer,
      language: event.language,
      id: event.insert_id,
      ...(type === PAGEVIEW ? { properties: own } : { event: eventOf(type, given, own) }),
    },
    websites: idsOf(key),
    repeats: true,
    userAgent: textOf(event.user_agent) || undefined,
    ignored: leftOut(event, 'user_id', 'user_properties', 'groups'),
  };
  return [hit];
}

function eventOf(type: string, given: Fields, own: Fields) {
  const url = given['[Amplitude] File URL'] ?? given['[Amplitude] Element Href'];
  if (NAMES.has(type)) return { name: NAMES.get(type), properties: url ? { url } : {} };
  const {
    $price: price,
    $quantity: quantity = 1,
    $currency: currency,
    $revenue,
    $productId: product,
  } = given;
  const total = Number($revenue ?? Number(price) * Number(quantity));
  if (!Number.isFinite(total)) return { name: type, properties: own };
  const revenue = revenueOf(Math.round(total * 1e4) / 1e4, currency);
  const properties = { ...own, product };
  return revenue ? { name: type, properties, revenue } : { name: type, properties, value: total };
}
