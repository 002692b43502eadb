import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { localTime } from '../../../src/calendar/clock.ts';
import { openDirect } from '../../../src/db/open.ts';
import { dice } from '../../../src/demo/random.ts';
import { hitIds } from '../../../src/ingest/recorder/ids.ts';
import { storeHits } from '../../../src/ingest/store/store.ts';
import { root } from '../../../src/root.ts';
import { TRACKING_ID, withDatabase } from '../database.ts';
import { person } from '../mix.ts';
import { KEY } from '../read/fill.ts';
import { dateBack } from '../read/world.ts';
import { median } from '../table.ts';
import { askServer, send } from './ask.ts';
import { LARGE } from './fill.ts';
import { type Operation, operationOf, QUESTIONS } from './questions.ts';
import type { DateRange } from './tables.ts';
import { hitsOfDay } from './world.ts';

/** The hits of the current day before it is measured: as on an average day with 10 million a year. */
export const TODAY_HITS = 27_000;
const DAY_MS = 86_400_000;
/** Hits are sent at this rate. */
const HITS_A_SECOND = 100;

/** Adds hits of today to the large website. @returns the range of 30 days with hits that ends today. */
export async function fillToday(url: string): Promise<DateRange> {
  const { timezone } = await withDatabase(url, (db) => db.read.website.findFirstOrThrow());
  const now = Date.now();
  const { day } = localTime(timezone, now);
  let start = now;
  // Days begin at a quarter of an hour.
  for (let at = now - (now % 900_000); localTime(timezone, at).day === day; at -= 900_000) start = at;
  const hits = hitsOfDay(dice(day), LARGE, start, TODAY_HITS).map((hit) => {
    // The hits of a whole day, in the time since midnight.
    const at = start + Math.floor(((hit.at - start) * (now - start)) / DAY_MS);
    return { ...hit, at, ...localTime(timezone, at) };
  });
  const connection = await openDirect(url);
  await connection.transaction((tx) =>
    storeHits(
      tx,
      hits,
      hitIds(() => now - DAY_MS / 24, 1023n),
    ),
  );
  await connection.close();
  // The days between the last one with hits and today are empty.
  return { from: dateBack(28), to: new Date(dayMs(day)).toISOString().slice(0, 10) };
}

const dayMs = (day: number) =>
  Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100);

/** Sends hits of new visitors, one at a time. @returns a function that sends one and returns its latency. */
function hitSender(url: string): (path: string) => Promise<number> {
  const random = dice(17);
  return async (path) => {
    const { address, userAgent, language, resolution } = person(random, false);
    const headers = {
      Host: 'stats.shop.example',
      'User-Agent': userAgent,
      'X-Forwarded-For': address,
      Origin: 'https://shop.example',
      'Accept-Language': language,
    };
    const page = `https://shop.example${path}`;
    const body = { website: TRACKING_ID, page, screen_resolution: resolution, language };
    const { status, ms } = await send(`${url}/api/event`, headers, JSON.stringify(body));
    if (status !== 202) throw new Error(`A hit was answered with ${status}.`);
    return ms;
  };
}

/** Times of a question in ms. */
export interface Fresh {
  /** How many of the answers contained the hit that had just been acknowledged. */
  included: number;
  asked: number;
  /** Median time of one filtered breakdown right after a hit, and without one. */
  afterHit: number;
  unchanged: number;
}

/** Asks after each of some hits whether the answer includes it. */
export async function measureFresh(url: string, range: DateRange): Promise<Fresh> {
  const sendHit = hitSender(url);
  const ours: Operation = {
    key: KEY,
    query: `{ website(id: "${LARGE}") { period(from: "${range.from}", to: "${range.to}",
      filter: { page: { startsWith: "/fresh" } }) { pageviews } } }`,
    rowsOf: (data) => [
      [String((data as { website: { period: { pageviews: unknown } } }).website.period.pageviews)],
    ],
  };
  const pages = QUESTIONS.find(({ name }) => name.startsWith('top pages'));
  if (!pages) throw new Error('The question about pages is missing.');
  const operation = operationOf(pages, range);
  await askServer(url, operation);
  const fresh: Fresh = { included: 0, asked: 20, afterHit: 0, unchanged: 0 };
  const [afterHit, unchanged]: [number[], number[]] = [[], []];
  for (let hit = 1; hit <= fresh.asked; hit++) {
    await sendHit(`/fresh-${hit}`);
    const { rows } = await askServer(url, ours);
    if (rows[0]?.[0] === String(hit)) fresh.included += 1;
    await sendHit('/other');
    afterHit.push((await askServer(url, operation)).ms);
    unchanged.push((await askServer(url, operation)).ms);
  }
  return { ...fresh, afterHit: median(afterHit), unchanged: median(unchanged) };
}

/** Latencies of hits in ms, from three rounds. */
export interface Latencies {
  alone: { p50: number; p99: number };
  during: { p50: number; p99: number };
  /** Answers to the heaviest question meanwhile. */
  answers: number;
}

const ROUNDS = 3;
const ASKER = path.join(root, 'scripts/bench/analysis/askProcess.ts');

/**
 * Sends hits at a constant rate, alternately alone and while the heaviest question is asked again and again.
 */
export async function measureHits(url: string, range: DateRange, seconds: number): Promise<Latencies> {
  const [alone, during]: [number[], number[]] = [[], []];
  await paced(url, 2, []); // A warm-up.
  let answers = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await paced(url, seconds, alone);
    const asker = fork(ASKER, [url, dateBack(364), range.to], { execArgv: ['--import=tsx'] });
    await once(asker, 'message');
    await paced(url, seconds, during);
    asker.send('stop');
    const [asked] = (await once(asker, 'message')) as [number];
    answers += asked;
  }
  const at = (values: number[], share: number) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
  const of = (values: number[]) => ({ p50: at(values, 0.5), p99: at(values, 0.99) });
  return { alone: of(alone), during: of(during), answers };
}

async function paced(url: string, seconds: number, latencies: number[]): Promise<void> {
  const sendHit = hitSender(url);
  const start = performance.now();
  const sent: Promise<unknown>[] = [];
  for (let hit = 0; hit < seconds * HITS_A_SECOND; hit++) {
    await sleep(Math.max(0, start + (hit * 1_000) / HITS_A_SECOND - performance.now()));
    sent.push(sendHit(`/paced-${hit % 50}`).then((ms) => latencies.push(ms)));
  }
  await Promise.all(sent);
}
