import { csvOf } from './csv.ts';
import type { MadeFile } from './files.ts';
import { type HitFileOptions, type MadeHit, madeHits, sumsOf } from './hitFiles.ts';

const VISIT = {
  userId: '',
  referrerType: 'website',
  referrerUrl: 'https://example.org/search',
  campaignName: '',
  browserName: 'Chrome Mobile',
  browserVersion: '131.0',
  operatingSystemName: 'Ubuntu',
  deviceType: 'Smartphone',
  resolution: '412x915',
  languageCode: 'de-de',
  countryCode: 'de',
  regionCode: 'BE',
  region: 'Berlin',
  city: 'Berlin',
  siteCurrency: 'EUR',
};

const actionOf = (host: string, { at, path, event }: MadeHit) => ({
  type: event === '' ? 'action' : 'event',
  url: `https://${host}${path}`,
  pageTitle: 'A {title} with "quotes" and [brackets]',
  timestamp: Math.floor(at / 1_000),
  ...(event !== '' && { eventCategory: 'Form', eventAction: event, eventName: 'Header', eventValue: 2 }),
});

const LINK = { type: 'outlink', url: 'https://example.org/', timestamp: 1 };

/** Visits with the hits of each visitor; the newest first, as the visitor log has them. */
function madeVisits(options: HitFileOptions) {
  const hits = madeHits(options);
  const visitors = [...new Set(hits.map(({ visitor }) => visitor))].sort((one, other) => other - one);
  const visits = visitors.map((visitor) => ({
    idVisit: 100 + visitor,
    visitorId: visitor.toString(16).padStart(16, '0'),
    ...VISIT,
    actionDetails: [
      ...hits
        .filter((hit) => hit.visitor === visitor)
        .map((hit) => actionOf(options.host ?? 'example.com', hit)),
      LINK,
    ],
  }));
  return { visits, expected: sumsOf(hits, { other_action: visits.length }) };
}

/** The visitor log of Matomo as JSON. */
export function makeMatomoJson(options: HitFileOptions = {}): MadeFile {
  const { visits, expected } = madeVisits(options);
  return { name: 'matomo.json', bytes: Buffer.from(JSON.stringify(visits)), expected };
}

/** The visitor log of Matomo as CSV with `flat=1`: columns for each action of the longest visit. */
export function makeMatomoCsv(options: HitFileOptions = {}): MadeFile {
  const { visits, expected } = madeVisits(options);
  const rows = visits.map(({ actionDetails, ...visit }) => {
    const columns = actionDetails.flatMap((action, index) =>
      Object.entries(action).map(([name, value]) => [`actionDetails_${index}_${name}`, value] as const),
    );
    return { ...visit, ...Object.fromEntries(columns) };
  });
  return { name: 'matomo.csv', bytes: Buffer.from(csvOf(rows)), expected };
}

/** Events of GA4 as its export to BigQuery has them, with one that Google Analytics sends itself. */
export function madeGa4Events(options: HitFileOptions = {}) {
  const hits = madeHits(options);
  const events = hits.map(({ at, path, visitor, event }) => ({
    event_date: new Date(at).toISOString().slice(0, 10).replaceAll('-', ''),
    event_timestamp: String(at * 1_000),
    event_name: event === '' ? 'page_view' : event,
    event_params: [
      { key: 'page_location', value: { string_value: `https://${options.host ?? 'example.com'}${path}` } },
      { key: 'page_referrer', value: { string_value: 'https://example.org/search' } },
      { key: 'ga_session_id', value: { int_value: '1795792797' } },
      ...(event === '' ? [] : [{ key: 'plan', value: { string_value: 'pro' } }]),
    ],
    user_pseudo_id: `${visitor}.1795792797`,
    device: {
      category: 'desktop',
      operating_system: 'Macintosh',
      language: 'de-de',
      web_info: { browser: 'Chrome', browser_version: '131.0' },
    },
    geo: { continent: 'Europe', country: 'Germany', region: 'Berlin', city: 'Berlin' },
    collected_traffic_source: { manual_source: 'news', manual_medium: 'email', gclid: null },
  }));
  const [first] = events;
  return {
    events: [...events, ...(first ? [{ ...first, event_name: 'session_start' }] : [])],
    expected: sumsOf(hits, first ? { automatic_event: 1 } : {}),
  };
}

/** The export of GA4 to BigQuery as JSON lines. */
export function makeGa4JsonLines(options: HitFileOptions = {}): MadeFile {
  const { events, expected } = madeGa4Events(options);
  const lines = events.map((event) => `${JSON.stringify(event)}\n`);
  return { name: 'events.jsonl', bytes: Buffer.from(lines.join('')), expected };
}
