/** Random choices that are the same for the same seed. */
export interface Dice {
  /** 0 ≤ n < 1. */
  next(): number;
  /** A whole number from 0 to below `n`. */
  below(n: number): number;
  chance(probability: number): boolean;
  /** Picks one of the entries, with a probability proportional to its weight. */
  pick<T>(weighted: readonly (readonly [T, number])[]): T;
}

/** Mulberry32, a generator with 32 bits of state; good enough for realistic traffic. */
export function dice(seed: number): Dice {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    below: (n) => Math.floor(next() * n),
    chance: (probability) => next() < probability,
    pick(weighted) {
      let left = next() * weighted.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of weighted) {
        left -= weight;
        if (left < 0) return value;
      }
      const last = weighted.at(-1);
      if (!last) throw new RangeError('Nothing to pick from.');
      return last[0];
    },
  };
}
