import { createCounter } from '../auth/counter.ts';
import { AppError } from '../errors.ts';

/** Takes one of what `key` has left this minute. Throws AppError `too_many_requests` when nothing is. */
export type Limit = (key: string) => Promise<void>;

const MINUTE_MS = 60_000;

/**
 * A limit per key and minute; 0 is none. Keys are kept in memory only, and a bounded number of them: a flood from ever new networks
 * takes no more memory than one from few.
 * @param now milliseconds of a clock that is never set back.
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
