import { localTime } from '../../calendar/clock.ts';
import type { Deps } from '../../context.ts';
import type { Database } from '../../db/database.ts';
import { type DayVersion, sameVersion } from '../read/facts.ts';
import type { BuiltChunk, SealedKey } from '../read/service.ts';
import { MIN_HITS } from './smallDays.ts';

/** Days that are built together, and the hits that they may have together. */
const MAX_DAYS = 50;
const MAX_HITS = 30_000;
/** How long a run of the job works at most, in ms. The other jobs wait for it. */
const MAX_RUN_MS = 30_000;
/**
 * After this many runs, a minute apart, all websites are looked at again: days that are over may have
 * changed.
 */
const RUNS_BETWEEN = 60;

type Integer = number | bigint;

/**
 * Returns the days of a website before `before` that have enough hits and no valid chunk, the newest first.
 */
async function unsealedDays(
  { read }: Pick<Database, 'read'>,
  websiteId: number,
  before: number,
): Promise<SealedKey[]> {
  const counts = await read.$queryRaw<{ day: Integer; name: keyof DayVersion; count: Integer }[]>`
    SELECT "period" AS "day", "name", "count" FROM "Stat"
    WHERE "websiteId" = ${websiteId} AND "name" IN ('pageviews', 'events', 'revision')
      AND "period" > 9999999 AND "period" < ${before}`;
  const chunks = await read.$queryRaw<Record<'day' | keyof DayVersion, Integer>[]>`
    SELECT "day", "pageviews", "events", "revision" FROM "Chunk" WHERE "websiteId" = ${websiteId}`;
  const pending = await read.pendingDay.findMany({ where: { websiteId }, select: { day: true } });
  const days = new Map<number, SealedKey>();
  for (const { day, name, count } of counts) {
    const version = days.get(Number(day)) ?? {
      ...{ websiteId, day: Number(day), pageviews: 0, events: 0, revision: 0 },
    };
    version[name] = Number(count);
    days.set(version.day, version);
  }
  for (const { day, pageviews, events, revision } of chunks) {
    const chunk = { pageviews: Number(pageviews), events: Number(events), revision: Number(revision) };
    const version = days.get(Number(day));
    if (version && sameVersion(version, chunk)) days.delete(Number(day));
  }
  for (const { day } of pending) days.delete(day);
  return [...days.values()]
    .filter(({ pageviews, events }) => pageviews + events >= MIN_HITS)
    .sort((one, other) => other.day - one.day);
}

/** Stores a chunk. It is valid while its counts are those of the rollup, so it needs no lock. */
async function storeChunk({ write }: Pick<Database, 'write'>, chunk: BuiltChunk): Promise<void> {
  const { websiteId, day, pageviews, events, revision, data } = chunk;
  await write(
    (tx) => tx.$executeRaw`
      INSERT INTO "Chunk" ("websiteId", "day", "pageviews", "events", "revision", "data")
      VALUES (${websiteId}, ${day}, ${pageviews}, ${events}, ${revision}, ${new Uint8Array(data)})
      ON CONFLICT ("websiteId", "day") DO UPDATE SET "pageviews" = excluded."pageviews",
        "events" = excluded."events", "revision" = excluded."revision", "data" = excluded."data"`,
  );
}

/** Divides days into groups that are built together. */
function groupsOf(days: readonly SealedKey[]): SealedKey[][] {
  const groups: SealedKey[][] = [];
  let hits = 0;
  for (const day of days) {
    hits += day.pageviews + day.events;
    const last = groups.at(-1);
    if (last && last.length < MAX_DAYS && hits <= MAX_HITS) {
      last.push(day);
      continue;
    }
    groups.push([day]);
    hits = day.pageviews + day.events;
  }
  return groups;
}

/**
 * Creates the job that stores the chunks of days that are over. It looks at a website when its day has
 * changed, and at all once an hour, and continues in the next minute if there are many days. Chunks that
 * questions found damaged are stored again in each run.
 * @param clock monotonic milliseconds.
 */
export function chunkJob(
  { db, analysis, now }: Pick<Deps, 'db' | 'analysis' | 'now'>,
  clock: () => number = () => performance.now(),
): () => Promise<void> {
  /** By website: the day before which it has all chunks. */
  const done = new Map<number, number>();
  let runs = 0;

  async function sealDays(days: readonly SealedKey[]): Promise<void> {
    for (const chunk of await analysis.build(days)) await storeChunk(db, chunk);
  }

  return async () => {
    for (const group of groupsOf(await analysis.damaged())) await sealDays(group);
    runs += 1;
    if (runs % RUNS_BETWEEN === 0) done.clear();
    const until = clock() + MAX_RUN_MS;
    for (const { id, timezone } of await db.read.website.findMany({ select: { id: true, timezone: true } })) {
      const today = localTime(timezone, now()).day;
      if (done.get(id) === today) continue;
      for (const group of groupsOf(await unsealedDays(db, id, today))) {
        await sealDays(group);
        if (clock() >= until) return;
      }
      done.set(id, today);
    }
  };
}
