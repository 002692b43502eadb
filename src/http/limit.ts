import { createCounter } from '../auth/counter.ts';
import { AppError } from '../errors.ts';

/**
 * Counts one request of `key`.
 * @throws AppError `too_many_requests` if the limit of this minute is reached.
 */
export type Limit = (key: string) => Promise<void>;

const MINUTE_MS = 60_000;

/**
 * Creates a rate limit per key. A bounded number of keys is kept, in memory only: a flood from ever new
 * networks takes no more memory than one from a few.
 * @param perMinute 0 for no limit.
 * @param now returns milliseconds of a monotonic clock.
 */
export function createLimit(perMinute: number, now: () => number = () => performance.now()): Limit {
  if (perMinute === 0) return async () => undefined;
  const counter = createCounter(MINUTE_MS, now);
  return async (key) => {
    const taken = counter.take(key, perMinute);
    if (taken.ok) return;
    const retryAfter = Math.max(1, Math.ceil(taken.retryMs / 1000));
    throw new AppError(
      'too_many_requests',
      `Too many requests: at most ${perMinute} a minute. Try again in ${retryAfter} s.`,
      { retryAfter },
    );
  };
}
