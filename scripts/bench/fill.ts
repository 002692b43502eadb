import { localTime } from '../../src/calendar/clock.ts';
import { openDirect } from '../../src/db/open.ts';
import { dice } from '../../src/demo/random.ts';
import type { Hit } from '../../src/ingest/hit.ts';
import { hitIds } from '../../src/ingest/recorder/ids.ts';
import { classifySource } from '../../src/ingest/source/classify.ts';
import { storeHits } from '../../src/ingest/store/store.ts';
import { withDatabase, withWebsite } from './database.ts';
import { ORDINARY } from './mix.ts';
import type { Place } from './place.ts';
import { fiveProperties, storedProperties } from './properties.ts';

const DAY_MS = 86_400_000;
const BATCH = 5_000;
const TIMEZONE = 'Europe/Berlin';

/** The number of concurrent visitors, and the average number of pageviews per visit. */
const READING = 20;
const PAGES = 4;

/**
 * Stores hits of the ordinary mix, spread evenly over the last `days` days, in visits of four pageviews on
 * average.
 * @param withProperties whether each has five properties.
 */
export async function fill(url: string, hits: number, days: number, withProperties = false): Promise<void> {
  const random = dice(7);
  // Of their own, so that the hits are the same as without properties.
  const ofProperties = dice(5);
  const end = Date.now();
  const step = (days * DAY_MS) / hits;
  const website = await withDatabase(url, (db) => db.read.website.findFirstOrThrow());
  let time = end - days * DAY_MS;
  const nextId = hitIds(() => Math.floor(time), 0n);
  const reading = Array.from({ length: READING }, () => random.below(ORDINARY.visitors));
  const connection = await openDirect(url);
  for (let done = 0; done < hits; done += BATCH) {
    const batch: Hit[] = [];
    for (let index = done; index < Math.min(done + BATCH, hits); index++) {
      time += step;
      const slot = random.below(READING);
      const visitor = reading[slot] ?? 0;
      const one = hit(website.id, Math.floor(time), visitor, random);
      if (withProperties) one.properties = storedProperties(fiveProperties(ofProperties));
      batch.push(one);
      if (random.chance(1 / PAGES)) reading[slot] = random.below(ORDINARY.visitors);
    }
    await connection.transaction((tx) => storeHits(tx, batch, nextId));
    if (done % 500_000 === 0) process.stderr.write(`${done} of ${hits} hits stored\n`);
  }
  await connection.close();
}

/** A copy of a database with this many hits over a year. */
export function filled(place: Place, hits: number): Promise<string> {
  return place.copyOfKept(String(hits), async (url) => fill(await withWebsite(url), hits, 365));
}

function hit(websiteId: number, at: number, visitor: number, random: ReturnType<typeof dice>): Hit {
  const { day, hour } = localTime(TIMEZONE, at);
  const other = random.below(ORDINARY.referrers * 2);
  const tags = {
    referrer: other < ORDINARY.referrers ? `referrer-${other}.example` : '',
    campaign: '',
    utm_source: 'newsletter',
    utm_medium: '',
    utm_term: '',
    utm_content: '',
  };
  const dimensions = {
    ...tags,
    ...classifySource({ ...tags, clickId: '' }),
    browser: ['Chrome', 'Safari', 'Firefox', 'Edge'][visitor % 4] ?? '',
    os: ['Windows', 'iOS', 'Android', 'macOS'][visitor % 4] ?? '',
    device: ['desktop', 'mobile'][visitor % 2] ?? '',
    language: ['en', 'de', 'fr', 'es'][visitor % 4] ?? '',
    resolution: ['1920x1080', '390x844', '1440x900'][visitor % 3] ?? '',
    continent: 'EU',
    country: ['DE', 'FR', 'GB', 'NL', 'PL'][visitor % 5] ?? '',
    city: `City ${visitor % 300}, Region ${visitor % 40}, DE`,
  };
  // Resembles a visitor hash: 64 bits that differ from day to day.
  const hash = BigInt.asIntN(64, (BigInt(day) * 100_000n + BigInt(visitor)) * 0x9e3779b97f4a7c15n);
  const path = `/products/category-${Math.floor(random.next() ** 2 * ORDINARY.paths)}/item`;
  return { websiteId, at, day, hour, visitor: hash, path, host: 'example.com', event: null, dimensions };
}
