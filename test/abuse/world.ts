import { localTime } from '../../src/calendar/clock.ts';
import type { Hit } from '../../src/ingest/hit.ts';
import { classifySource } from '../../src/ingest/source/classify.ts';
import { record } from '../support/engine/traffic.ts';
import { NOON, startTestServer, type TestServer } from '../support/server.ts';

const DAY = 86_400_000;
/** The first day with hits, and their number; the last one is today. */
const FIRST = Date.UTC(2026, 8, 1);
const DAYS = 82;
/** The number of hits that are stored in one transaction. */
const AT_ONCE = 1_000;

/** The dimensions with few values. An attacker chooses those of the others: each visit has one of its own. */
const FEW = ['browser', 'os', 'device', 'language', 'resolution', 'continent', 'country'] as const;

interface Visit {
  websiteId: number;
  timezone: string;
  /** Unix milliseconds. */
  at: number;
  day: number;
  number: number;
}

export interface World {
  server: TestServer;
  /** The public website with many values of everything; its account has nineteen others with few. */
  trackingId: string;
  /** Records a visit of today on this website, so that no cached result is valid. */
  grow: () => Promise<void>;
  /** The global IDs of all websites. */
  ids: string[];
}

/**
 * Starts a server whose public website has been filled as an attacker could: many different values on every
 * day.
 * @param values the number of values of each dimension that an attacker can choose.
 */
export async function createWorld(values: number): Promise<World> {
  const server = await startTestServer({ env: { GEO_DATABASE: '/nowhere.mmdb' } });
  const websites: { id: number; tracking_id: string }[] = [];
  for (let index = 0; index < 20; index += 1) {
    const body = new URLSearchParams({ url: `https://s${index}.test`, privacy: '0' });
    const response = await server.call('/api/v1/websites', { method: 'POST', body });
    websites.push(((await response.json()) as { data: { id: number; tracking_id: string } }).data);
  }
  const [large, ...others] = websites;
  if (!large) throw new Error('No website was created');
  await fill(server, large.id, values);
  for (const website of others) await fill(server, website.id, 20);
  // They build the chunks and the months, as on a server that has run since yesterday.
  await server.runJobs();
  let visits = values;
  const grow = async () => {
    visits += 1;
    const at = NOON + visits;
    await record(server, hitsOf({ websiteId: large.id, timezone: 'UTC', at, day: DAYS, number: visits }));
  };
  const ids = websites.map((website) => Buffer.from(`Website:${website.id}`).toString('base64'));
  return { server, trackingId: large.tracking_id, grow, ids };
}

/** Records hits of a website on every morning: each of the values occurs on every fourth day, once. */
async function fill(server: TestServer, websiteId: number, values: number): Promise<void> {
  const { timezone } = await server.deps.db.read.website.findUniqueOrThrow({ where: { id: websiteId } });
  const hits = Array.from({ length: DAYS }, (_, day) => {
    const numbers = Array.from({ length: values }, (_, number) => number).filter((n) => (n + day) % 4 === 0);
    return numbers.flatMap((number, index): Hit[] => {
      const at = FIRST + DAY * day + Math.floor((DAY * index) / numbers.length / 2);
      return hitsOf({ websiteId, timezone, at, day, number });
    });
  }).flat();
  for (let from = 0; from < hits.length; from += AT_ONCE)
    await record(server, hits.slice(from, from + AT_ONCE));
}

/** Returns a pageview and an event of one visit, all of whose dimensions have values. */
function hitsOf({ websiteId, timezone, at, day, number }: Visit): Hit[] {
  const tags = {
    referrer: `host-${number}`,
    campaign: `c${number}`,
    utm_source: `source ${number % 24}`,
    utm_medium: `medium ${number % 24}`,
    utm_term: `term ${number % 24}`,
    utm_content: `content ${number % 24}`,
  };
  const few = Object.fromEntries(FEW.map((name) => [name, `${name} ${number % 24}`]));
  const hit = {
    websiteId,
    ...localTime(timezone, at),
    visitor: BigInt(100_000 * (day + 1) + number),
    at,
    path: `/articles/${number}`,
    host: `s${number % 24}.test`,
    dimensions: {
      ...(few as Record<(typeof FEW)[number], string>),
      ...tags,
      ...classifySource({ ...tags, clickId: '' }),
      city: `City ${number}`,
    },
  };
  return [
    { ...hit, event: null },
    { ...hit, event: { name: `E${number}`, value: null, unit: null } },
  ];
}
