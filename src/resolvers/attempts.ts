import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible';
import { AppError } from '../errors.ts';

const WINDOW_S = 15 * 60;
/** Wrong passwords in a window: for one lock from one address, for one lock from anywhere, and from one address for any. */
const FROM_ADDRESS = 10;
const FROM_ANYWHERE = 100;
const OF_ADDRESS = 50;

/** Bounds how often passwords can be guessed, in this process. */
export interface Attempts {
  /**
   * Runs a check of a password, as one attempt; one that is right costs nothing.
   * @param lock what the password opens, such as an account's email address.
   * @returns what the check says.
   * @throws AppError `too_many_requests`, with when to try again, before the check is made.
   */
  guess<T>(lock: string, address: string, check: () => Promise<T | null>): Promise<T | null>;
  /**
   * Counts something that costs, right or wrong, such as a mail: ten in a window.
   * @param what of whom.
   * @throws AppError `too_many_requests`.
   */
  spend(what: string): Promise<void>;
}

export function createAttempts(): Attempts {
  const limiter = (points: number) => new RateLimiterMemory({ points, duration: WINDOW_S });
  const limits: [RateLimiterAbstract, (lock: string, address: string) => string][] = [
    [limiter(FROM_ADDRESS), (lock, address) => `${address} ${lock}`],
    [limiter(FROM_ANYWHERE), (lock) => lock],
    [limiter(OF_ADDRESS), (_lock, address) => address],
  ];
  const spent = limiter(FROM_ADDRESS);
  return {
    async spend(what) {
      await spent.consume(what).catch((refusal) => refuse(refusal, 'That was often enough for now.'));
    },
    async guess(lock, address, check) {
      for (const [limit, keyOf] of limits) {
        await limit
          .consume(keyOf(lock, address))
          .catch((refusal) => refuse(refusal, 'Too many wrong attempts.'));
      }
      const right = await check();
      if (right !== null) {
        for (const [limit, keyOf] of limits) await limit.reward(keyOf(lock, address), 1);
      }
      return right;
    },
  };
}

function refuse(refusal: { msBeforeNext?: number }, why: string): never {
  if (refusal.msBeforeNext === undefined) throw refusal;
  const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
  const minutes = Math.ceil(retryAfter / 60);
  throw new AppError(
    'too_many_requests',
    `${why} Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { retryAfter },
  );
}
