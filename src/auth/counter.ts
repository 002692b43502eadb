import { LRUCache } from 'lru-cache';

/** Maximum number of keys. Beyond it, the least recently used keys are evicted. */
const MAX_KEYS = 50_000;

interface Window {
  count: number;
  /** When the window began, Unix milliseconds. */
  since: number;
  refused: number;
}

/** The result of `Counter.take`. */
export type Taken =
  | { ok: true }
  | { ok: false; retryMs: number /** True for the first refusal of the window. */; first: boolean };

/** Counts per key, in windows that begin with the first count. In memory, for a limited number of keys. */
export interface Counter {
  /** The count in the current window. */
  count(key: string): number;
  /** Milliseconds until the window ends; the length of a window if none has begun. */
  endsIn(key: string): number;
  /** Adds `units`, 1 by default, unless the count would exceed `most`; then it adds none. */
  take(key: string, most: number, units?: number): Taken;
  /** Takes back one count. */
  giveBack(key: string): void;
}

/**
 * A window also ends if the clock is set back to before its beginning. Otherwise one that began while the
 * clock was wrong would last as long as it was wrong.
 * @param now the time, Unix milliseconds.
 */
export function createCounter(windowMs: number, now: () => number): Counter {
  // With `max`, each counter would allocate all of its entries at once: 4 ms and 1 MB.
  const windows = new LRUCache<string, Window>({ maxSize: MAX_KEYS, sizeCalculation: () => 1 });
  const current = (key: string) => {
    const window = windows.get(key);
    const age = window ? now() - window.since : windowMs;
    return age >= 0 && age < windowMs ? window : undefined;
  };
  return {
    count: (key) => current(key)?.count ?? 0,
    endsIn: (key) => (current(key)?.since ?? now()) + windowMs - now(),
    take(key, most, units = 1) {
      let window = current(key);
      if (!window) {
        window = { count: 0, since: now(), refused: 0 };
        windows.set(key, window);
      }
      if (window.count + units > most) {
        window.refused += 1;
        return { ok: false, retryMs: window.since + windowMs - now(), first: window.refused === 1 };
      }
      window.count += units;
      return { ok: true };
    },
    giveBack(key) {
      const window = current(key);
      if (window && window.count > 0) window.count -= 1;
    },
  };
}
