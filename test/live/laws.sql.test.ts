import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MINUTE_MS } from '../../src/live/window.ts';
import { createWindows } from '../../src/live/windows.ts';
import { KIND } from '../support/database.ts';
import { graphqlData } from '../support/engine/asking.ts';
import { newWebsite } from '../support/rest.ts';
import { CHROME, IPHONE, NOON, startTestServer, type TestServer } from '../support/server.ts';
import { rows } from '../support/tables.ts';
import { sendHit } from '../support/track.ts';

interface Live {
  visitors: number;
  pages: { value: string; count: number }[];
  referrers: { value: string; count: number }[];
  countries: { value: string; count: number }[];
  minutes: { at: string; visitors: number; pageviews: number }[];
  hits: { at: string; page: string; event: string | null; country: string }[];
}

const LIVE = `{ website(id: 1) { live {
  visitors pages { value count } referrers { value count } countries { value count }
  minutes { at visitors pageviews } hits { at page event country } } } }`;

const asked = async (server: TestServer): Promise<Live> =>
  (await graphqlData<{ website: { live: Live } }>(server, LIVE)).website.live;

interface Recorded {
  id: string;
  day: number;
  visitor: string;
  at: number | bigint;
  path: string;
  event: string | null;
  referrer: string;
  country: string;
}

/** Counts the rows of a list of texts, the most frequent first. */
function tally(texts: string[]): { value: string; count: number }[] {
  const values = [...new Set(texts)];
  return values
    .map((value) => ({ value, count: texts.filter((text) => text === value).length }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, 10);
}

/** What the live numbers are at a time, from all rows, in the simplest way. */
async function recount(server: TestServer, now: number): Promise<Live> {
  const found = await rows<Recorded>(
    server,
    `SELECT CAST("Hit"."id" AS TEXT) AS "id", "Hit"."day", CAST("Hit"."visitor" AS TEXT) AS "visitor",
       "Hit"."at", "Hit"."path", "Hit"."event", "Visit"."referrer", "Visit"."country"
     FROM "Hit" JOIN "Visit" ON "Visit"."websiteId" = "Hit"."websiteId" AND "Visit"."day" = "Hit"."day"
       AND "Visit"."visitor" = "Hit"."visitor" AND "Visit"."number" = "Hit"."visit"
     WHERE "Hit"."websiteId" = 1 ORDER BY "Hit"."at", "Hit"."id"`,
  );
  const all = found.map((row) => ({ ...row, at: Number(row.at), who: `${row.day} ${row.visitor}` }));
  const latest = new Map(all.filter(({ at }) => at > now - 300_000).map((row) => [row.who, row]));
  const present = [...latest.values()];
  const minute = (at: number) => Math.floor(at / MINUTE_MS);
  return {
    visitors: present.length,
    pages: tally(present.map(({ path }) => path)),
    referrers: tally(present.map(({ referrer }) => referrer)),
    countries: tally(present.map(({ country }) => country)),
    minutes: Array.from({ length: 30 }, (_, index) => {
      const number = minute(now) - 29 + index;
      const own = all.filter(({ at }) => minute(at) === number);
      return {
        at: new Date(number * MINUTE_MS).toISOString(),
        visitors: new Set(own.map(({ who }) => who)).size,
        pageviews: own.filter(({ event }) => event === null).length,
      };
    }),
    hits: all
      .filter(({ at }) => minute(at) > minute(now) - 30)
      .reverse()
      .slice(0, 20)
      .map(({ at, path, event, country }) => ({
        at: new Date(Math.floor(at / 1_000) * 1_000).toISOString(),
        page: path,
        event,
        country,
      })),
  };
}

const ADDRESSES = ['192.0.2.1', '198.51.100.7', '81.2.69.160', '2001:db8::1', '203.0.113.9'];
const REFERRERS = ['', 'https://duckduckgo.com/', 'https://news.example.net/a'];

/** Time passes, a hit is sent, or the numbers are asked for. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ wait: fc.constantFrom(1, 900, 20_000, 61_000, 299_999, 1_000_000) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      address: fc.constantFrom(...ADDRESSES),
      agent: fc.constantFrom(CHROME, IPHONE),
      path: fc.constantFrom(...['/', '/a', '/b', '/c%20d', '/e'].concat([...'fghijkl'].map((c) => `/${c}`))),
      referrer: fc.constantFrom(...REFERRERS),
      event: fc.constantFrom(null, 'Signup'),
    }),
  },
  { weight: 2, arbitrary: fc.constant('ask' as const) },
);

test('live numbers equal a recount of all rows, at any time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 40 }), async (steps) => {
      await using server = await startTestServer();
      const { tracking_id: website } = await newWebsite(server, { timezone: 'Asia/Kathmandu' });
      let now = NOON;
      for (const one of [...steps, 'ask' as const]) {
        if (one === 'ask') expect(await asked(server)).toEqual(await recount(server, now));
        else if ('wait' in one) {
          now += one.wait;
          server.setTime(now);
        } else {
          const { address, agent, path, referrer, event } = one;
          const hit = {
            website,
            page: `https://example.com${path}`,
            referrer,
            ...(event && { event: { name: event } }),
          };
          const sent = await sendHit(server, hit, { 'user-agent': agent, 'x-forwarded-for': address });
          expect(sent.status).toBe(202);
        }
      }
      // A window that reads all hits at once has the same numbers as one that has read them by and by.
      const fresh = await createWindows(server.deps.db, () => now).read(1);
      const kept = await server.live.windows.read(1);
      expect(fresh).toEqual(kept);
    }),
    // Each run starts a server.
    { numRuns: KIND === 'sqlite' ? 12 : 5 },
  );
});
