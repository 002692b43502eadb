import { type Dice, dice } from '../../../src/demo/random.ts';
import type { Dimensions, Hit } from '../../../src/ingest/hit.ts';
import { classifySource } from '../../../src/ingest/source/classify.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** The number of websites beside the large one, and their share of all hits. */
export const SMALL_WEBSITES = 99;
const SMALL_SHARE = 0.1;
const SMALL_VISIT = 4;

/** The traffic of the large website. */
export const LARGE = { visits: 300_000, paths: 5_000, referrers: 200, countries: 60, cities: 3_000 } as const;

export const DAYS = 365;
/** The beginning of the last day with hits, the current one. All of its hits are there already. */
export const LAST_DAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;

/** The date `back` days before the last day, such as 2026-11-20. */
export function dateBack(back: number): string {
  return new Date(LAST_DAY - back * DAY_MS).toISOString().slice(0, 10);
}

/**
 * Picks a number below `n` with a Zipf distribution: the first is twice as frequent as the second, and so on.
 */
function zipf(n: number): (random: Dice) => number {
  const sums = new Float64Array(n);
  let sum = 0;
  for (let index = 0; index < n; index++) {
    sum += 1 / (index + 1);
    sums[index] = sum;
  }
  return (random) => {
    const at = random.next() * sum;
    let [low, high] = [0, n - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

const pick = {
  path: zipf(LARGE.paths),
  referrer: zipf(LARGE.referrers),
  country: zipf(LARGE.countries),
  city: zipf(LARGE.cities / LARGE.countries),
  few: zipf(12),
  some: zipf(60),
};

const letters = (n: number) => String.fromCharCode(65 + Math.floor(n / 26), 65 + (n % 26));
const pathOf = (n: number) => `/category-${n % 40}/product-${n}`;

const MEDIA = ['cpc', 'email', 'social', 'display', 'affiliate'];

/** The tags of a link of a campaign; all empty for no campaign. */
function campaignTags(number: number | null) {
  if (number === null) return { campaign: '', utm_source: '', utm_medium: '', utm_term: '', utm_content: '' };
  return {
    campaign: `campaign-${number}`,
    utm_source: `source-${number % 10}`,
    utm_medium: MEDIA[number % MEDIA.length] ?? '',
    utm_term: number % 3 === 0 ? `term ${number}` : '',
    utm_content: `content-${number % 4}`,
  };
}

function dimensions(random: Dice): Dimensions {
  const country = pick.country(random);
  const city = pick.city(random);
  const [browser, os] = [pick.few(random), pick.few(random) % 8];
  const width = 640 + 32 * pick.some(random);
  const tags = {
    referrer: random.chance(0.5) ? '' : `referrer-${pick.referrer(random)}.example`,
    ...campaignTags(random.chance(0.8) ? null : pick.some(random) % 30),
  };
  return {
    ...tags,
    ...classifySource({ ...tags, clickId: '' }),
    browser: `Browser ${browser}`,
    os: `System ${os}`,
    device: ['desktop', 'mobile', 'tablet'][os % 3] ?? '',
    language: letters(pick.some(random) % 40).toLowerCase(),
    resolution: `${width}x${Math.round(width * 0.6)}`,
    continent: ['EU', 'NA', 'AS', 'SA', 'AF', 'OC'][country % 6] ?? '',
    country: letters(country),
    city: `City ${country}-${city}, Region ${country}-${city % 5}, ${letters(country)}`,
  };
}

/** Generates the visits of a website on one day; all hits of a visit come before those of the next. */
function* visits(
  random: Dice,
  websiteId: number,
  start: number,
  count: number,
  hits: number,
): Generator<Hit> {
  const day = Number(new Date(start).toISOString().slice(0, 10).replaceAll('-', ''));
  for (let visit = 0; visit < count; visit++) {
    const number = Math.floor(((visit + 1) * hits) / count) - Math.floor((visit * hits) / count);
    // The visit ends before midnight.
    const opened = start + random.below(DAY_MS - (number + 1) * MINUTE_MS);
    const who = dimensions(random);
    // Resembles a visitor hash: 64 bits.
    const visitor = (BigInt(random.below(2 ** 32)) << 31n) ^ BigInt(random.below(2 ** 32));
    for (let index = 0; index < number; index++) {
      const at = opened + index * MINUTE_MS;
      const event = random.chance(0.05)
        ? { name: `Event ${random.below(20)}`, value: null, unit: null }
        : null;
      const path = pathOf(pick.path(random));
      const hour = Math.floor((at - start) / 3_600_000);
      yield { websiteId, at, day, hour, visitor, path, host: 'example.com', event, dimensions: who };
    }
  }
}

/** The share of a yearly total that falls on a day; the shares add up to the total. */
const onDay = (total: number, day: number) =>
  Math.floor(((day + 1) * total) / DAYS) - Math.floor((day * total) / DAYS);

/**
 * Generates the hits of a year, the same for the same arguments. Nine tenths belong to the large website,
 * whose number of visits does not depend on `hits`.
 * @param websites IDs, the large website first.
 */
export function* yearOfHits(websites: readonly number[], hits: number): Generator<Hit> {
  const random = dice(20261120);
  const [large = 0, ...small] = websites;
  for (let day = 0; day < DAYS; day++) {
    const start = LAST_DAY - (DAYS - 1 - day) * DAY_MS;
    yield* visits(random, large, start, onDay(LARGE.visits, day), onDay(hits * (1 - SMALL_SHARE), day));
    for (const id of small) {
      const theirs = onDay((hits * SMALL_SHARE) / small.length, day);
      yield* visits(random, id, start, Math.ceil(theirs / SMALL_VISIT), theirs);
    }
  }
}
