import type { Database } from '../db/database.ts';

const COUNTER_BITS = 12n;
const INSTANCE_BITS = 10n;
const COUNTERS = 1n << COUNTER_BITS;

/**
 * Ids for hits: 41 bits of time in milliseconds, 10 of the instance, 12 of a counter. They grow, so that rows
 * are appended to their table; and they are unique among instances whose random parts differ.
 * @param newest the greatest id given so far, 0 if there is none: the clock may have been set back since.
 */
export function hitIds(now: () => number, random: (bytes: number) => Uint8Array, newest = 0n): () => bigint {
  const [high = 0, low = 0] = random(2);
  const instance = BigInt(((high << 8) | low) & 0x3ff) << COUNTER_BITS;
  let time = newest >> (COUNTER_BITS + INSTANCE_BITS);
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
    return (time << (COUNTER_BITS + INSTANCE_BITS)) | instance | counter;
  };
}

/** The greatest id of a hit; 0 if there is none. */
export async function newestHitId({ read }: Pick<Database, 'read'>): Promise<bigint> {
  // A look at the end of each website's hits, not at all of them.
  const rows = await read.$queryRaw<{ id: bigint | null }[]>`
    SELECT MAX((SELECT MAX("Hit"."id") FROM "Hit" WHERE "Hit"."websiteId" = "Website"."id")) AS "id" FROM "Website"`;
  return BigInt(rows[0]?.id ?? 0);
}
