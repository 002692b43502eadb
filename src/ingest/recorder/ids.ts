import { ID_BITS } from '../../db/sql/idRange.ts';
import { sql } from '../../db/sql/sql.ts';
import type { Write } from './salts.ts';

const COUNTER_BITS = 12n;
const INSTANCE_BITS = ID_BITS - COUNTER_BITS;
const INSTANCES = 1n << INSTANCE_BITS;
const COUNTERS = 1n << COUNTER_BITS;

/**
 * Creates a generator of hit ids: 41 bits of time in milliseconds, 10 of the instance, 12 of a counter. The
 * ids increase, so that rows are appended to their table.
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
      time += 1n; // Over 4,096 ids in a millisecond, or the clock was set back: use the next millisecond.
      counter = 0n;
    }
    return (time << ID_BITS) | middle | counter;
  };
}

/**
 * Counts the recorders that ever wrote to this database. Ids contain the number modulo 1,024, so 1,024
 * consecutive recorders have different numbers.
 */
const NEXT_INSTANCE = sql`
  INSERT INTO "Setting" ("key", "value") VALUES ('instances', '1')
  ON CONFLICT ("key") DO UPDATE SET "value" = CAST(CAST("Setting"."value" AS INTEGER) + 1 AS TEXT)
  RETURNING "value"`;

/**
 * Creates hit ids that are unique among all recorders of one database, even if the clock was set back between
 * two of them. A recorder gets its instance number from the database, at its first hit.
 * @returns an async function that returns the id generator.
 */
export function createHitIds(deps: { write: Write; now: () => number }): () => Promise<() => bigint> {
  let ids: (() => bigint) | null = null;
  return async () => {
    if (ids) return ids;
    const rows = await deps.write((tx) => tx.$queryRaw<{ value: string }[]>(NEXT_INSTANCE));
    // Another batch may have asked at the same time; its number is then the one for all.
    ids ??= hitIds(deps.now, BigInt(rows[0]?.value ?? 0));
    return ids;
  };
}
