import { LRUCache } from 'lru-cache';

/** More keys than that are forgotten, those first that were longest unused. */
const MAX_KEYS = 50_000;

interface Window {
  count: number;
  /** When it ends, Unix milliseconds. */
  until: number;
  refused: number;
}

/** What a key has left. */
export type Taken =
  | { ok: true }
  | { ok: false; retryMs: number /** Not refused before in this window. */; first: boolean };

/** Counts per key, in windows that begin with the first count; in memory, of a bounded number of keys. */
export interface Counter {
  /** How many were taken in the window. */
  count(key: string): number;
  /** Milliseconds until the window ends; those of a whole window where none has begun. */
  endsIn(key: string): number;
  /** Takes one of `most` in the window, or as many as `units`; or refuses, and takes none. */
  take(key: string, most: number, units?: number): Taken;
  /** Gives back one that was taken. */
  giveBack(key: string): void;
}

/** @param now the time, Unix milliseconds. */
export function createCounter(windowMs: number, now: () => number): Counter {
  // With `max`, each counter would allocate all of its entries at once: 4 ms and 1 MB.
  const windows = new LRUCache<string, Window>({ maxSize: MAX_KEYS, sizeCalculation: () => 1 });
  const current = (key: string) => {
    const window = windows.get(key);
    return window && window.until > now() ? window : undefined;
  };
  return {
    count: (key) => current(key)?.count ?? 0,
    endsIn: (key) => (current(key)?.until ?? now() + windowMs) - now(),
    take(key, most, units = 1) {
      let window = current(key);
      if (!window) {
        window = { count: 0, until: now() + windowMs, refused: 0 };
        windows.set(key, window);
      }
      if (window.count + units > most) {
        window.refused += 1;
        return { ok: false, retryMs: window.until - now(), first: window.refused === 1 };
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
