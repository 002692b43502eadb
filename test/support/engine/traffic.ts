import { localTime } from '../../../src/calendar/clock.ts';
import type { Hit } from '../../../src/ingest/hit.ts';
import { classifySource } from '../../../src/ingest/source/classify.ts';
import { storeHits } from '../../../src/ingest/store/store.ts';
import type { TestServer } from '../server.ts';

/** Values by dimension. Some differ only in case, or are sorted differently by UTF-16 units. */
export const VALUES: Readonly<Record<string, readonly string[]>> = {
  country: ['DE', 'DE', 'DE', 'FR', 'US', ''],
  continent: ['EU', 'NA', ''],
  city: ['Bonn, DE', 'Århus, DK', 'ÅRHUS, DK', ''],
  language: ['en', 'de', 'de-at', ''],
  browser: ['Chrome', 'Chrome', 'Firefox', 'Safari', ''],
  os: ['Windows', 'Android', 'iOS', ''],
  device: ['desktop', 'mobile', 'tablet', ''],
  resolution: ['1920x1080', '390x844', ''],
  referrer: ['', '', 'google.co.uk', 'google.com', 'chatgpt.com', 'blog.test', 'BLOG.test'],
  utm_source: ['', '', '', 'newsletter', 'Newsletter', '～', '😀'],
  utm_medium: ['', '', 'email', 'cpc'],
  campaign: ['', '', 'spring', 'SPRING', "it's 50%"],
  utm_term: ['', 'straße', 'STRASSE'],
  utm_content: ['', 'a', 'σς'],
  page: ['/', '/', '/pricing', '/pricing/eu', '/blog/a', '/Blog/A', '/blog/%C3%A9', '/docs/%F0%9F%98%80'],
  event: ['Sign up', 'sign up', 'Buy', '～', '😀'],
  host: ['', 'a.test', 'a.test', 'shop.a.test', 'xn--bcher-kva.a.test', 'localhost'],
};

/** The properties of hits, and their values; a hit may have some of them. */
export const PROPERTIES = {
  plan: ['free', 'pro', 'Pro', 'team 50%', '5', 'true', '😀'],
  n: ['1', '2.5', '10', '-3', '007', 'none'],
} as const;
/** The property that questions by property are about. */
export const PROPERTY = 'plan';

/** Returns pseudorandom numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seededNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

export interface Traffic {
  websiteId: number;
  timezone: string;
  /** The first day in UTC as 2026-11-21, and the number of days. */
  from: string;
  days: number;
  visitors: number;
  seed: number;
}

/**
 * Returns hits in the order of time: of each day, visitors with one to three visits and one to six hits each.
 * The device of a visitor changes with each visit, as if the window changed. Some visits begin with an event
 * or contain only events, and some pass midnight.
 */
export function randomTraffic({ websiteId, timezone, from, days, visitors, seed }: Traffic): Hit[] {
  const random = seededNumbers(seed);
  const randomHost = seededNumbers(seed + 1_000);
  const pickHost = () => VALUES.host?.[Math.floor(randomHost() * VALUES.host.length)] as string;
  const randomProperty = seededNumbers(seed + 2_000);
  const drawOwn = (limit: number) => Math.floor(randomProperty() * limit);
  const propertiesOf = () => {
    const own = Object.entries(PROPERTIES).flatMap(([name, values]) =>
      drawOwn(3) === 0 ? [[name, values[drawOwn(values.length)]] as const] : [],
    );
    return own.length === 0 ? null : JSON.stringify(Object.fromEntries(own.toSorted()));
  };
  const revenueOf = () =>
    drawOwn(2) === 0
      ? { amount: BigInt(drawOwn(1_000_000) - 10_000), currency: drawOwn(3) === 0 ? 'USD' : 'EUR' }
      : undefined;
  const draw = (limit: number) => Math.floor(random() * limit);
  const pick = (name: string) => VALUES[name]?.[draw(VALUES[name].length)] as string;
  const hits: Hit[] = [];
  for (let day = 0; day < days; day += 1) {
    for (let index = 0; index < visitors; index += 1) {
      // Some of them are negative numbers, as of 64 bits.
      const visitor = BigInt.asIntN(64, BigInt(1 + draw(2 ** 31)) * 0x9e3779b97f4a7c15n);
      let at = Date.parse(`${from}T00:00:00Z`) + day * DAY + draw(DAY);
      for (let visits = 1 + draw(8) ** 2 / 20; visits > 0; visits -= 1) {
        const tags = {
          referrer: pick('referrer'),
          utm_source: pick('utm_source'),
          utm_medium: pick('utm_medium'),
          campaign: pick('campaign'),
          utm_term: pick('utm_term'),
          utm_content: pick('utm_content'),
        };
        const clickId = draw(20) === 0 ? 'gclid' : '';
        const dimensions = {
          browser: pick('browser'),
          os: pick('os'),
          device: pick('device'),
          language: pick('language'),
          resolution: pick('resolution'),
          continent: pick('continent'),
          country: pick('country'),
          city: pick('city'),
          ...tags,
          ...classifySource({ ...tags, clickId }),
        };
        for (let count = 1 + draw(3) * draw(4); count > 0; count -= 1) {
          const event =
            draw(4) === 0 ? { name: pick('event'), value: null, unit: null, revenue: revenueOf() } : null;
          hits.push({
            websiteId,
            visitor,
            at,
            ...localTime(timezone, at),
            path: pick('page'),
            host: pickHost(),
            event,
            properties: propertiesOf(),
            clickId,
            dimensions,
          });
          at += draw(25 * MINUTE);
        }
        at += 31 * MINUTE + draw(240 * MINUTE);
      }
    }
  }
  return hits.sort((one, other) => one.at - other.at);
}

const BATCH = 500;
let counter = 0;

/** Records hits of one website as a recorder does whose clock shows their times, or another. */
export async function record(
  { deps }: Pick<TestServer, 'deps'>,
  hits: readonly Hit[],
  clock: (at: number) => number = (at) => at,
): Promise<void> {
  for (let start = 0; start < hits.length; start += BATCH) {
    const batch = hits.slice(start, start + BATCH);
    await deps.db.write((tx) => {
      let index = 0;
      const nextId = () => {
        counter += 1;
        return (BigInt(clock(batch[index++]?.at ?? 0)) << 22n) | BigInt(counter);
      };
      return storeHits(tx, batch, nextId);
    });
  }
}
