/**
 * The reference implementation of the numbers in docs/numbers.md. It computes them in the slowest and most
 * obvious way and imports nothing from src/. The code follows the table of that section row by row.
 */

/**
 * One accepted hit, together with its known dimensions, such as the browser of its user agent and the country
 * of its address.
 */
export interface KnownHit {
  website: { id: number; timezone: string };
  /** Unix milliseconds. */
  at: number;
  address: string;
  userAgent: string;
  path: string;
  /** Without `www.`. */
  host: string;
  /** The name of the event; null for a pageview. */
  event: string | null;
  campaign: string;
  referrer: string;
  source: string;
  channel: string;
  utm_source: string;
  utm_medium: string;
  utm_term: string;
  utm_content: string;
  browser: string;
  os: string;
  device: string;
  language: string;
  resolution: string;
  continent: string;
  country: string;
  city: string;
}

/** One occurrence, which adds to a count: 1, except for durations. */
export interface Fact {
  websiteId: number;
  name: string;
  day: string;
  value: string;
  amount: number;
}

export interface Row {
  value: string;
  count: number;
}

const OF_PAGEVIEWS = ['pageviews', 'pageviews_hours', 'page'];
/** Dimensions of visits that every visit has, if only as an empty text. */
const OF_SOURCES = [
  ...['referrer', 'source', 'channel'],
  ...['utm_source', 'utm_medium', 'utm_term', 'utm_content'],
] as const;
const OF_VISITS = ['visits', 'landing_page', 'exit_page', 'campaign', ...OF_SOURCES];
const OF_DIMENSIONS = [
  ...['browser', 'os', 'device', 'language'],
  ...['resolution', 'continent', 'country', 'city'],
] as const;
const OF_VISITORS = ['visitors', 'visitors_hours', ...OF_DIMENSIONS];

/** The 25 statistics. */
export const NAMES = [...OF_PAGEVIEWS, ...OF_VISITS, ...OF_VISITORS, 'event'];

/** The rollups by day that are no statistics. The duration is in milliseconds. */
export const METRIC_NAMES = ['bounces', 'duration', 'events', 'host'];

const THIRTY_MINUTES = 30 * 60 * 1000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** The local day (`2026-11-21`) and hour (`09`) in a time zone. */
export function localTime(timeZone: string, at: number): { day: string; hour: string } {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', dateStyle: 'short', timeStyle: 'medium' });
  formats.set(timeZone, format);
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    day: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`,
    hour: parts.get('hour') ?? '',
  };
}

/** Groups items by key; each group keeps the order of the items. */
function grouped<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()];
}

/**
 * Splits the hits of one visitor on one day, in order, into visits: gaps within a visit last at most 30
 * minutes.
 */
function visitsOf(hits: readonly KnownHit[]): KnownHit[][] {
  const visits: KnownHit[][] = [];
  for (const hit of hits) {
    const visit = visits.at(-1);
    const last = visit?.at(-1);
    if (visit && last && hit.at - last.at <= THIRTY_MINUTES) visit.push(hit);
    else visits.push([hit]);
  }
  return visits;
}

/**
 * Every occurrence that must be counted.
 * @param hits in order of arrival.
 */
export function factsOf(hits: readonly KnownHit[]): Fact[] {
  const facts: Fact[] = [];
  const count = (name: string, { website, at }: KnownHit, value: string, amount = 1) => {
    facts.push({ websiteId: website.id, name, day: localTime(website.timezone, at).day, value, amount });
  };

  for (const hit of hits) {
    const { day, hour } = localTime(hit.website.timezone, hit.at);
    count('host', hit, hit.host);
    if (hit.event !== null) {
      count('event', hit, hit.event);
      count('events', hit, day);
      continue;
    }
    count('pageviews', hit, day);
    count('pageviews_hours', hit, hour);
    count('page', hit, hit.path);
  }

  const visitors = grouped(hits, ({ website, at, address, userAgent }) =>
    JSON.stringify([website.id, localTime(website.timezone, at).day, address, userAgent]),
  );
  for (const ofVisitor of visitors) {
    const [first] = ofVisitor;
    if (!first) continue;
    const { day, hour } = localTime(first.website.timezone, first.at);
    count('visitors', first, day);
    count('visitors_hours', first, hour);
    for (const name of OF_DIMENSIONS) count(name, first, first[name]);
    for (const visit of visitsOf(ofVisitor)) {
      const [opening] = visit;
      if (!opening) continue;
      count('visits', opening, day);
      count('landing_page', opening, opening.path);
      for (const name of OF_SOURCES) count(name, opening, opening[name]);
      if (opening.campaign !== '') count('campaign', opening, opening.campaign);
      const pageviews = visit.filter(({ event }) => event === null);
      count('exit_page', opening, pageviews.at(-1)?.path ?? '');
      if (visit.length === 1 && pageviews.length === 1) count('bounces', opening, day);
      count('duration', opening, day, (visit.at(-1)?.at ?? opening.at) - opening.at);
    }
  }
  return facts;
}

/** Ascending order of code points, which is the order of the bytes in UTF-8. */
export function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** The count of each value: largest first, ties in ascending order of the value. */
export function rowsOf(facts: readonly Fact[]): Row[] {
  return grouped(facts, ({ value }) => value)
    .map((same) => ({
      value: same[0]?.value ?? '',
      count: same.reduce((sum, { amount }) => sum + amount, 0),
    }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || byCodePoint(a.value, b.value));
}
