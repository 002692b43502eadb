import { DAY_MS } from '../../calendar/days.ts';
import type { Database } from '../../db/database.ts';
import { raw, sql } from '../../db/sql/sql.ts';
import { type Pace, workThrough } from '../../threads/workThrough.ts';
import { dayOf } from './hitIds.ts';

/** Number of websites that are looked at with one statement. */
const PAGE = 1_000;
/** The maximum number of websites, and of rows, of one DELETE: some 20 ms on SQLite. */
const [WEBSITES, ROWS] = [100, 5_000];
/** How long a run of the job works at most, in ms. The other jobs wait for it. */
const MAX_RUN_MS = 20_000;

const listOf = (ids: readonly number[]) => raw(ids.join(', '));

/** Finds out which of some websites have ids of days before `first`, a UTC day as 20261121. */
async function outdated(
  { select }: Pick<Database, 'select'>,
  ids: readonly number[],
  first: number,
): Promise<number[]> {
  const found = await select<{ websiteId: number | bigint }>(sql`
    SELECT "WebsiteLock"."websiteId" FROM "WebsiteLock"
    WHERE "WebsiteLock"."websiteId" IN (${listOf(ids)})
      AND EXISTS (
        SELECT 1 FROM "HitId" AS "old"
        WHERE "old"."websiteId" = "WebsiteLock"."websiteId" AND "old"."day" < ${first}
      )
    ORDER BY "WebsiteLock"."websiteId"`);
  return found.map(({ websiteId }) => Number(websiteId));
}

/** Deletes some ids of websites. @returns the number of rows, {@link ROWS} if there may be more. */
const deleteSome = ({ write }: Pick<Database, 'write'>, ids: readonly number[], first: number) =>
  write(
    (tx) => tx.$executeRaw`
      DELETE FROM "HitId" WHERE "websiteId" IN (${listOf(ids)}) AND ("websiteId", "day", "at", "id") IN (
        SELECT "websiteId", "day", "at", "id" FROM "HitId"
        WHERE "websiteId" IN (${listOf(ids)}) AND "day" < ${first} LIMIT ${ROWS}
      )`,
  );

/**
 * Creates a job that deletes the ids of days that are over, once a day, in short transactions between which
 * hits are stored. It looks for websites that have such ids first, and continues in the next minute if there
 * are many.
 * @param clock monotonic milliseconds.
 */
export function hitIdDeletion(
  { db, now }: { db: Pick<Database, 'read' | 'select' | 'dialect' | 'write' | 'changes'>; now: () => number },
  clock: () => number = () => performance.now(),
  pause?: Pace['pause'],
): () => Promise<void> {
  let done = 0;
  return async () => {
    const today = dayOf(now());
    if (today === done) return;
    const until = clock() + MAX_RUN_MS;
    const first = dayOf(now() - 2 * DAY_MS);
    const websites = await db.read.website.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
    // When the server starts, only the answer tells whether the database is distributed.
    await db.changes();
    const together = db.dialect.spansWebsites ? WEBSITES : 1;
    let deleted = 0;
    async function* groups() {
      for (let page = 0; page < websites.length; page += PAGE) {
        const looked = websites.slice(page, page + PAGE).map(({ id }) => id);
        const ids = await outdated(db, looked, first);
        for (let index = 0; index < ids.length; index += together)
          do yield ids.slice(index, index + together);
          while (deleted === ROWS);
      }
    }
    const isDone = await workThrough(
      groups(),
      async (ids) => {
        deleted = await deleteSome(db, ids, first);
      },
      { clock, pause, until },
    );
    if (isDone) done = today;
  };
}
