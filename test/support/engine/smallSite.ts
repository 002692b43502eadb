import { localTime } from '../../../src/calendar/clock.ts';
import type { Dimensions, Hit } from '../../../src/ingest/hit.ts';
import { NO_DIMENSIONS } from '../dimensions.ts';
import { newWebsite } from '../rest.ts';
import type { TestServer } from '../server.ts';
import { record } from './traffic.ts';

const ANN = {
  country: 'DE',
  continent: 'EU',
  city: 'Bonn, North Rhine, DE',
  language: 'de',
  browser: 'Chrome',
  os: 'Windows',
  device: 'desktop',
  resolution: '1920x1080',
};
const BOB = {
  country: 'FR',
  continent: 'EU',
  city: 'Paris, Île-de-France, FR',
  language: 'fr',
  browser: 'Firefox',
  os: 'Linux',
  device: 'desktop',
  resolution: '1366x768',
};
const CY = {
  country: 'US',
  continent: 'NA',
  language: 'en',
  browser: 'Safari',
  os: 'iOS',
  device: 'mobile',
  resolution: '390x844',
};
const EVE = {
  country: 'DE',
  continent: 'EU',
  city: 'Århus, DK',
  language: 'de',
  browser: 'Chrome',
  os: 'Android',
  device: 'mobile',
  resolution: '412x915',
};

const SEARCH = { referrer: 'google.com', source: 'Google', channel: 'Organic Search' };
const EMAIL = {
  source: 'newsletter',
  channel: 'Email',
  utm_source: 'newsletter',
  utm_medium: 'email',
  campaign: 'spring',
  utm_term: 'shoes',
  utm_content: 'top',
};
const AD = {
  referrer: 'google.com',
  source: 'google',
  channel: 'Paid Search',
  utm_source: 'google',
  utm_medium: 'cpc',
  campaign: 'SPRING',
};
const LINK = { referrer: 'blog.test', source: 'blog.test', channel: 'Referral' };
const UNKNOWN = {};
const DIRECT = {};

type VisitEntry = [
  visitor: bigint,
  ofVisitor: Partial<Dimensions>,
  ofVisit: Partial<Dimensions>,
  hits: [at: string, path: string, event?: string][],
];

/** The first visit is a year before the others. The times are those of UTC; the website is an hour ahead. */
const VISITS: VisitEntry[] = [
  [6n, ANN, DIRECT, [['2025-11-20T10:00', '/']]],
  [
    ...([5n, EVE, AD] as const),
    [
      ['2026-11-14T23:10', '/'],
      ['2026-11-14T23:15', '/docs/%C3%A9'],
    ],
  ],
  [
    ...([1n, ANN, SEARCH] as const),
    [
      ['2026-11-20T08:55', '/'],
      ['2026-11-20T09:00', '/pricing'],
      ['2026-11-20T09:02', '/pricing', 'Sign up'],
    ],
  ],
  [2n, BOB, EMAIL, [['2026-11-20T09:30', '/pricing']]],
  [1n, ANN, DIRECT, [['2026-11-20T14:00', '/blog/a']]],
  [
    ...([3n, CY, DIRECT] as const),
    [
      ['2026-11-21T09:00', '/'],
      ['2026-11-21T09:10', '/blog/a'],
      ['2026-11-21T09:12', '/blog/a', 'Buy'],
    ],
  ],
  [4n, UNKNOWN, LINK, [['2026-11-21T09:30', '/pricing', 'sign up']]],
  [1n, ANN, DIRECT, [['2026-12-01T08:00', '/Blog/B']]],
];

/** The blog has a subdomain. An earlier version recorded the documentation, without hosts. */
const hostOf = (path: string) =>
  /^\/blog/i.test(path) ? 'blog.small.test' : path.startsWith('/docs') ? '' : 'small.test';

/** The days of all visits but the first. */
export const SMALL_PERIOD = { from: '2026-11-01', to: '2026-12-31' };

/** Registers a website in Berlin, and records seven visits of six visitors and one of the year before. */
export async function recordSmallSite(server: TestServer): Promise<number> {
  const timezone = 'Europe/Berlin';
  const { id: websiteId } = await newWebsite(server, { url: 'https://small.test', timezone });
  const hits = VISITS.flatMap(([visitor, ofVisitor, ofVisit, list]) =>
    list.map(([time, path, event]): Hit => {
      const at = Date.parse(`${time}Z`);
      return {
        websiteId,
        visitor,
        at,
        ...localTime(timezone, at),
        path,
        host: hostOf(path),
        event: event === undefined ? null : { name: event, value: null, unit: null },
        dimensions: { ...NO_DIMENSIONS, ...ofVisitor, ...ofVisit },
      };
    }),
  );
  await record(server, hits);
  return websiteId;
}
