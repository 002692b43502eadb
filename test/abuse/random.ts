/** A seeded pseudorandom generator (mulberry32). */
export interface Random {
  /** A random integer from 0 to `end` - 1. */
  below(end: number): number;
  /** A random item. */
  of<T>(items: readonly T[]): T;
}

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const below = (end: number) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end);
  };
  return { below, of: (items) => items[below(items.length)] as never };
}
