import { gzipSync } from 'node:zlib';
import { csvOf, timeText } from './csv.ts';
import type { MadeFile } from './files.ts';

/** What files of hits are made of. */
export interface HitFileOptions {
  pageviews?: number;
  events?: number;
  /** Visitors, who take turns. */
  visitors?: number;
  /** Unix milliseconds of the first hit. */
  start?: number;
  /** Milliseconds between two hits. */
  step?: number;
  /** The host of the pages. */
  host?: string;
}

/** A hit of a made file. */
export interface MadeHit {
  at: number;
  path: string;
  visitor: number;
  /** Empty for a pageview. */
  event: string;
}

const PATHS = ['/', '/about', '/blog/post', '/pricing'];

/** The hits of a made file, in the order of their times. */
export function madeHits({
  pageviews = 12,
  events = 3,
  visitors = 4,
  start = Date.UTC(2026, 9, 1, 8),
  step = 60_000,
}: HitFileOptions): MadeHit[] {
  return Array.from({ length: pageviews + events }, (_, index) => ({
    at: start + index * step,
    path: PATHS[index % PATHS.length] as string,
    visitor: index % visitors,
    event: index < pageviews ? '' : 'Signup',
  }));
}

/** The sums of hits, and of rows that are skipped. */
export const sumsOf = (hits: readonly MadeHit[], skipped: Record<string, number> = {}) => ({
  pageviews: hits.filter(({ event }) => event === '').length,
  events: hits.filter(({ event }) => event !== '').length,
  skipped,
});

const BROWSERS = ['chrome', 'crios', 'edge-chromium', 'firefox'];
const SYSTEMS = ['Windows 10', 'iOS', 'Windows 10', 'Linux'];
const DEVICES = ['laptop', 'mobile', 'desktop', 'laptop'];

const umamiRow = (host: string, { at, path, visitor, event }: MadeHit) => ({
  website_id: 'f7b1f6c0-0000-4000-8000-000000000000',
  session_id: `session-${visitor}`,
  visit_id: `visit-${visitor}`,
  event_id: `event-${at}`,
  hostname: host,
  browser: BROWSERS[visitor % 4] ?? '',
  os: SYSTEMS[visitor % 4] ?? '',
  device: DEVICES[visitor % 4] ?? '',
  screen: '1440x900',
  language: 'de-DE',
  country: 'DE',
  region: 'DE-BE',
  city: 'Berlin',
  url_path: path,
  url_query: 'utm_source=news',
  utm_source: 'news',
  referrer_path: '/search',
  referrer_query: 'q=footfall',
  referrer_domain: 'example.org',
  page_title: 'A "title", with\na line feed',
  gclid: '',
  event_type: event === '' ? 1 : 2,
  event_name: event,
  tag: '',
  distinct_id: '',
  created_at: timeText(at),
});

/** The file `website_event.csv` of Umami Cloud, with a measurement of performance. */
export function makeUmamiCsv(options: HitFileOptions = {}): MadeFile {
  const hits = madeHits(options);
  const rows = hits.map((hit) => umamiRow(options.host ?? 'example.com', hit));
  const [first] = rows;
  const others = first ? [{ ...first, event_type: 5 }] : [];
  return {
    name: 'website_event.csv',
    bytes: Buffer.from(csvOf([...rows, ...others])),
    expected: sumsOf(hits, first ? { other_event: 1 } : {}),
  };
}

/** GoatCounter's CSV, compressed as it exports it. */
export function makeGoatCounterCsv(options: HitFileOptions = {}): MadeFile {
  const hits = madeHits(options);
  const rows = hits.map(({ at, path, visitor, event }) => ({
    '2Path': event === '' ? path : event,
    Title: 'A title',
    Event: event === '' ? 'false' : 'true',
    UserAgent: '',
    Browser: ['Chrome 131', 'Safari 18.1'][visitor % 2] ?? '',
    System: ['Windows 10', 'iOS 18.1'][visitor % 2] ?? '',
    Session: `287fb97cbed4e4f-${visitor.toString(16).padStart(16, '0')}`,
    Bot: 0,
    Referrer: 'www.reddit.com',
    'Referrer scheme': 'h',
    'Screen size': '1280,768,1',
    Location: 'US-TX',
    FirstVisit: 't',
    Date: new Date(at).toISOString().replace('.000', ''),
  }));
  return {
    name: 'goatcounter-export.csv.gz',
    bytes: gzipSync(csvOf(rows)),
    expected: sumsOf(hits),
  };
}

/** The export of data points of Simple Analytics, with a robot. */
export function makeSimpleAnalyticsCsv(options: HitFileOptions = {}): MadeFile {
  const hits = madeHits(options);
  const rows = hits.map(({ at, path, visitor, event }) => ({
    added_iso: new Date(at).toISOString(),
    added_unix: Math.floor(at / 1_000),
    datapoint: event === '' ? 'pageview' : event,
    session_id: `session-${visitor}`,
    hostname: options.host ?? 'example.com',
    path,
    query: '?utm_source=news',
    is_unique: 'true',
    is_robot: 'false',
    document_referrer: 'https://example.org/search',
    utm_source: 'news',
    screen_width: 1440,
    screen_height: 900,
    user_agent: '',
    device_type: 'desktop',
    country_code: 'DE',
    browser_name: 'Chrome',
    browser_version: '131.0',
    os_name: 'Mac OS',
    lang_region: 'DE',
    lang_language: 'de',
    'metadata.plan_text': event === '' ? '' : 'pro',
    'metadata.seats_int': event === '' ? '' : 5,
  }));
  const [first] = rows;
  return {
    name: 'simpleanalytics.csv',
    bytes: Buffer.from(csvOf([...rows, ...(first ? [{ ...first, is_robot: 'true' }] : [])])),
    expected: sumsOf(hits, first ? { bot: 1 } : {}),
  };
}
