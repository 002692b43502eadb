import { RateLimiterMemory } from 'rate-limiter-flexible';
import { AppError } from '../errors.ts';

/** Takes one of what `key` has left this minute. Throws AppError `too_many_requests` when nothing is. */
export type Limit = (key: string) => Promise<void>;

/** A limit per key and minute; 0 is none. Keys are kept in memory only, and forgotten after the minute. */
export function createLimit(perMinute: number): Limit {
  if (perMinute === 0) return async () => undefined;
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async (key) => {
    try {
      await limiter.consume(key);
    } catch (refusal) {
      const { msBeforeNext } = refusal as { msBeforeNext?: number };
      if (msBeforeNext === undefined) throw refusal;
      const retryAfter = Math.max(1, Math.ceil(msBeforeNext / 1000));
      throw new AppError(
        'too_many_requests',
        `Too many requests: at most ${perMinute} a minute. Try again in ${retryAfter} s.`,
        { retryAfter },
      );
    }
  };
}
