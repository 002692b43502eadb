import { type Dice, dice } from '../../src/demo/random.ts';
import { fiveProperties } from './properties.ts';

/** The composition of a benchmark's requests. */
export interface Mix {
  visitors: number;
  paths: number;
  referrers: number;
}

/** The mix behind the figures in docs/performance.md. */
export const ORDINARY: Mix = { visitors: 2_000, paths: 500, referrers: 30 };

const DOMAIN = 'shop.example';

/** User agents by browser version, weighted by the typical shares of a shop. */
const BROWSERS: readonly (readonly [(version: number) => string, number])[] = [
  [(v) => chrome('Windows NT 10.0; Win64; x64', v), 24],
  [(v) => `${chrome('Windows NT 10.0; Win64; x64', v)} Edg/${v}.0.0.0`, 7],
  [(v) => chrome('Macintosh; Intel Mac OS X 10_15_7', v), 8],
  [(v) => chrome('Linux; Android 10; K', v).replace('Safari', 'Mobile Safari'), 26],
  [(v) => chrome('X11; Linux x86_64', v), 2],
  [(v) => safari('iPhone; CPU iPhone OS 18_5 like Mac OS X', v, 'Mobile/15E148 '), 20],
  [(v) => safari('Macintosh; Intel Mac OS X 10_15_7', v, ''), 6],
  [(v) => firefox('Windows NT 10.0; Win64; x64', v), 5],
  [(v) => `${chrome('Linux; Android 10; K', v)} SamsungBrowser/${v - 110}.0`, 2],
];

const chrome = (system: string, version: number) =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;
const safari = (system: string, version: number, mobile: string) =>
  `Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) ` +
  `Version/${version - 120}.1 ${mobile}Safari/604.1`;
const firefox = (system: string, version: number) =>
  `Mozilla/5.0 (${system}; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;

export interface Person {
  address: string;
  userAgent: string;
  language: string;
  resolution: string;
}

/** Generates a person; `rare` gives it a unique user agent. */
export function person(random: Dice, rare: boolean): Person {
  const part = () => 1 + random.below(254);
  const agent = random.pick(BROWSERS)(130 + random.below(12));
  return {
    address: `${1 + random.below(9)}${random.below(10)}.${part()}.${part()}.${part()}`,
    userAgent: rare ? agent.replace('(', `(Model-${random.below(2 ** 31).toString(36)}; `) : agent,
    language: random.pick([
      ['en-US', 5],
      ['de-DE', 2],
      ['fr', 2],
      ['es-MX', 1],
    ] as const),
    resolution: random.pick([
      ['1920x1080', 4],
      ['390x844', 4],
      ['1440x900', 2],
    ] as const),
  };
}

interface MixOptions {
  /**
   * If it is not 0, every request comes from a new address with a new user agent; each number yields
   * different ones.
   */
  strangers?: number;
  mix?: Mix;
  /** Returns further fields of the payload of the request with a number. */
  fieldsOf?: (index: number) => object;
}

/** Generates raw HTTP requests, the same for the same arguments. */
export function rawRequests(
  website: string,
  count: number,
  { strangers = 0, mix = ORDINARY, fieldsOf = () => ({}) }: MixOptions = {},
): string[] {
  const random = dice(20261121 + strangers);
  const people = Array.from({ length: mix.visitors }, () => person(random, false));
  return Array.from({ length: count }, (_, index) => {
    const who = strangers > 0 ? person(random, true) : people[random.below(people.length)];
    if (!who) throw new Error('A mix needs visitors.');
    // Squared, so that some pages are read much more often than others.
    const path = `/products/category-${Math.floor(random.next() ** 2 * mix.paths)}/item`;
    const referrer = random.chance(0.5)
      ? `https://referrer-${random.below(mix.referrers)}.example/search?q=shoes`
      : `https://${DOMAIN}/`;
    return requestOf(who, { website, domain: DOMAIN, path, referrer, fields: fieldsOf(index) });
  });
}

/** The page that a person opens. */
interface Opened {
  /** The tracking ID of the website. */
  website: string;
  domain: string;
  path: string;
  /** The full address of the page before. */
  referrer: string;
  /** Further fields of the payload. */
  fields?: object;
}

/** The raw HTTP request with which a person's browser reports a page. */
export function requestOf(who: Person, { website, domain, path, referrer, fields }: Opened): string {
  const body = JSON.stringify({
    website,
    page: `https://${domain}${path}?utm_source=newsletter`,
    referrer,
    screen_resolution: who.resolution,
    language: who.language,
    ...fields,
  });
  return [
    'POST /api/event HTTP/1.1',
    `Host: stats.${domain}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `User-Agent: ${who.userAgent}`,
    `X-Forwarded-For: ${who.address}`,
    'Accept: */*',
    'Accept-Encoding: gzip, deflate, br',
    `Accept-Language: ${who.language},en;q=0.8`,
    `Origin: https://${domain}`,
    `Referer: https://${domain}${path}`,
    '',
    body,
  ].join('\r\n');
}

/** One hit in so many is an event, in {@link eventRequests}. */
const HITS_AN_EVENT = 10;

/** Generates the ordinary mix with one event in ten requests, without properties or with five. */
export function eventRequests(website: string, count: number, withProperties: boolean): string[] {
  const random = dice(5);
  return rawRequests(website, count, {
    fieldsOf(index) {
      const own = withProperties ? { properties: fiveProperties(random) } : {};
      const isEvent = index % HITS_AN_EVENT === HITS_AN_EVENT - 1;
      return isEvent ? { event: { name: `Event ${index % 7}`, ...own } } : own;
    },
  });
}
