import { localTime } from '../../calendar/clock.ts';
import type { Deps } from '../../context.ts';
import type { Database } from '../../db/database.ts';
import { packGroups } from '../pack.ts';
import { type DayFacts, hitsOf } from '../read/facts.ts';
import type { BuiltChunk } from '../read/service.ts';

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

const groupsOf = (days: readonly DayFacts[]) =>
  packGroups(days, (day) => [1, hitsOf(day)], [MAX_DAYS, MAX_HITS]);

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

  async function sealDays(days: readonly DayFacts[]): Promise<void> {
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
      for (const group of groupsOf(await analysis.unsealed(id, today))) {
        await sealDays(group);
        if (clock() >= until) return;
      }
      done.set(id, today);
    }
  };
}
