import { type Dice, dice } from '../../../src/demo/random.ts';
import type { Hit } from '../../../src/ingest/hit.ts';
import { DAYS, LAST_DAY } from '../read/world.ts';
import { addExtras } from './extras.ts';
import { drawEvent, drawLandingPath, drawPath, drawSource, drawVisitor, weighted } from './population.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** A gap after which a visit has ended. */
const PAUSE_MS = 31 * MINUTE_MS;

/** Hits per visit on average; see {@link hitsOfVisit}. */
const HITS_A_VISIT = 2.7;
/** The share of visitors who come again on the same day. */
const RETURNING = 0.12;
/** The share of events among the hits after the first of a visit: a tenth of all hits. */
const EVENTS = 0.155;

const drawHour = weighted(
  Array.from({ length: 24 }, (_, hour) => hour),
  [4, 2, 1, 1, 1, 2, 5, 9, 14, 17, 18, 17, 16, 17, 18, 18, 17, 16, 17, 19, 20, 18, 13, 8],
);
/** Relative traffic from Sunday to Saturday. */
const WEEK = [0.7, 1.05, 1.1, 1.1, 1.08, 1, 0.65];

/** Relative traffic of a day: a weekly rhythm, and growth by half over the year. */
const trafficOf = (day: number) =>
  (WEEK[new Date(startOf(day)).getUTCDay()] as number) * (1 + (0.5 * day) / DAYS);
/** The year ended yesterday: the hits of today are added later (live.ts). */
const startOf = (day: number) => LAST_DAY - (DAYS - day) * DAY_MS;
const YEAR = Array.from({ length: DAYS }, (_, day) => trafficOf(day)).reduce((sum, one) => sum + one, 0);

/** Half of the visits have one hit; the others have 4.3 on average, and at most 40. */
function hitsOfVisit(random: Dice): number {
  if (random.chance(0.485)) return 1;
  let hits = 2;
  while (hits < 40 && random.chance(0.695)) hits++;
  return hits;
}

/** Resembles a visitor hash: 64 bits, of which the sign is always 0. */
const hashOf = (random: Dice) => (BigInt(random.below(2 ** 31)) << 32n) | BigInt(random.below(2 ** 32));

/**
 * Generates the hits of one visitor on a day that begins at `start`. All are before `end`.
 */
function visitorOfDay(random: Dice, websiteId: number, start: number, end: number): Hit[] {
  const day = Number(new Date(start).toISOString().slice(0, 10).replaceAll('-', ''));
  const visitor = hashOf(random);
  const who = drawVisitor(random);
  const visits = random.chance(RETURNING) ? 2 : 1;
  let at = start + drawHour(random) * HOUR_MS + random.below(HOUR_MS);
  const hits: Hit[] = [];
  for (let visit = 0; visit < visits; visit++) {
    const dimensions = { ...drawSource(random), ...who };
    const count = hitsOfVisit(random);
    for (let index = 0; index < count; index++) {
      if (index > 0) at += 5_000 + random.below(random.chance(0.2) ? 10 * MINUTE_MS : MINUTE_MS);
      if (at >= end) break;
      const isEvent = index > 0 && random.chance(EVENTS);
      const path = index === 0 ? drawLandingPath(random) : drawPath(random);
      const event = isEvent ? { name: drawEvent(random), value: null, unit: null } : null;
      const hour = Math.floor((at - start) / HOUR_MS);
      hits.push({ websiteId, at, day, hour, visitor, path, host: 'example.com', event, dimensions });
    }
    at += PAUSE_MS + random.below(4 * HOUR_MS);
  }
  return hits;
}

/**
 * Generates about `count` hits of a website on a day, in the order of time.
 * @param start the beginning of the day in Unix milliseconds.
 */
export function hitsOfDay(random: Dice, websiteId: number, start: number, count: number): Hit[] {
  const visitors = Math.round(count / (HITS_A_VISIT * (1 + RETURNING)));
  const hits: Hit[] = [];
  for (let visitor = 0; visitor < visitors; visitor++)
    for (const hit of visitorOfDay(random, websiteId, start, start + DAY_MS)) hits.push(hit);
  hits.sort((one, other) => one.at - other.at);
  addExtras(hits, Math.floor(start / DAY_MS) * 1_000 + websiteId);
  return hits;
}

/** The number of hits that each small website has in a year. */
export const SMALL_HITS = 2_000;

/**
 * Generates a year of hits day by day, the same for the same arguments.
 * @param large the id of the website with `hits` hits.
 * @param small the ids of websites with SMALL_HITS hits.
 */
export function* yearByDays(large: number, small: readonly number[], hits: number): Generator<Hit[]> {
  const random = dice(20261120);
  for (let day = 0; day < DAYS; day++) {
    const start = startOf(day);
    const share = trafficOf(day) / YEAR;
    const ofSmall = small.flatMap((id) => hitsOfDay(random, id, start, SMALL_HITS * share));
    yield [...hitsOfDay(random, large, start, hits * share), ...ofSmall];
  }
}
