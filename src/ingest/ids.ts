const COUNTER_BITS = 12n;
const INSTANCE_BITS = 10n;
const COUNTERS = 1n << COUNTER_BITS;

/**
 * Ids for hits: 41 bits of time in milliseconds, 10 of the instance, 12 of a counter. They grow, so that rows
 * are appended to their table; and they are unique among instances whose random parts differ, as long as the
 * time does not go back over a restart by more than the restart takes.
 */
export function hitIds(now: () => number, random: (bytes: number) => Uint8Array): () => bigint {
  const [high = 0, low = 0] = random(2);
  const instance = BigInt(((high << 8) | low) & 0x3ff) << COUNTER_BITS;
  let time = 0n;
  let counter = 0n;
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
