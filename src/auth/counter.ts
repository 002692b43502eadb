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
  /** Takes one of `most` in the window, or refuses. */
  take(key: string, most: number): Taken;
  /** Gives back one that was taken. */
  giveBack(key: string): void;
}

/** @param now the time, Unix milliseconds. */
export function createCounter(windowMs: number, now: () => number): Counter {
  const windows = new LRUCache<string, Window>({ max: MAX_KEYS });
  const current = (key: string) => {
    const window = windows.get(key);
    return window && window.until > now() ? window : undefined;
  };
  return {
    count: (key) => current(key)?.count ?? 0,
    take(key, most) {
      let window = current(key);
      if (!window) {
        window = { count: 0, until: now() + windowMs, refused: 0 };
        windows.set(key, window);
      }
      if (window.count >= most) {
        window.refused += 1;
        return { ok: false, retryMs: window.until - now(), first: window.refused === 1 };
      }
      window.count += 1;
      return { ok: true };
    },
    giveBack(key) {
      const window = current(key);
      if (window && window.count > 0) window.count -= 1;
    },
  };
}
