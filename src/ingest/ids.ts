import { sql } from '../db/sql/sql.ts';
import type { Write } from './salts.ts';

const COUNTER_BITS = 12n;
const INSTANCE_BITS = 10n;
const INSTANCES = 1n << INSTANCE_BITS;
const COUNTERS = 1n << COUNTER_BITS;

/**
 * Ids for hits: 41 bits of time in milliseconds, 10 of the instance, 12 of a counter. They grow, so that rows
 * are appended to their table.
 * @param now Unix milliseconds.
 * @param instance a number that no other process has that runs at the same time.
 */
export function hitIds(now: () => number, instance: bigint): () => bigint {
  const middle = (instance % INSTANCES) << COUNTER_BITS;
  let time = 0n;
  let counter = COUNTERS - 1n;
  return () => {
    const current = BigInt(now());
    if (current > time) {
      time = current;
      counter = 0n;
    } else if (++counter === COUNTERS) {
      time += 1n; // More than 4,096 in a millisecond, or the clock was set back: borrow from the future.
      counter = 0n;
    }
    return (time << (COUNTER_BITS + INSTANCE_BITS)) | middle | counter;
  };
}

/** Counts who ever recorded hits. Of 1,024 that follow each other, each has a number of its own. */
const NEXT_INSTANCE = sql`
  INSERT INTO "Setting" ("key", "value") VALUES ('instances', '1')
  ON CONFLICT ("key") DO UPDATE SET "value" = CAST(CAST("Setting"."value" AS INTEGER) + 1 AS TEXT)
  RETURNING "value"`;

/**
 * Ids that are unique among all who record hits in one database, also where the clock was set back between two of them: the number of
 * the instance comes from the database, with the first hit.
 * @returns gives the function that gives ids.
 */
export function createHitIds(deps: { write: Write; now: () => number }): () => Promise<() => bigint> {
  let ids: (() => bigint) | null = null;
  return async () => {
    if (ids) return ids;
    const rows = await deps.write((tx) => tx.$queryRaw<{ value: string }[]>(NEXT_INSTANCE));
    ids = hitIds(deps.now, BigInt(rows[0]?.value ?? 0));
    return ids;
  };
}
