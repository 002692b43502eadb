import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../errors.ts';

/** Seconds after which a budget is whole again. */
const WINDOW_S = 60;
/**
 * Points that a request may cost on average. `RATE_LIMIT` requests a minute may all be statistics pages, which cost up to 3,600 each.
 */
export const POINTS_PER_REQUEST = 4_000;

/** What a viewer may still spend in this minute; null where nothing is limited. */
export interface Allowance {
  /** Points a minute. */
  limit: number | null;
  remaining: number | null;
  /** When it is `limit` again. */
  resetAt: Date | null;
}

/** The points of one viewer. */
export interface Budget {
  /** What is left. */
  allowance(): Promise<Allowance>;
  /**
   * Takes points.
   * @returns what is left.
   * @throws AppError `too_many_requests` where fewer are left; then none are taken.
   */
  spend(points: number): Promise<Allowance>;
}

const unlimited: Allowance = { limit: null, remaining: null, resetAt: null };

/** A budget without a limit. */
export const noBudget: Budget = {
  allowance: async () => unlimited,
  spend: async () => unlimited,
};

/**
 * Budgets by viewer, in this process.
 * @param requests a minute, as RATE_LIMIT has it; 0 for no limit.
 * @param now the time, Unix milliseconds.
 */
export function createBudgets(requests: number, now: () => number): (viewer: string) => Budget {
  if (requests === 0) return () => noBudget;
  const limit = requests * POINTS_PER_REQUEST;
  const limiter = new RateLimiterMemory({ points: limit, duration: WINDOW_S });
  const left = (found: RateLimiterRes | null): Allowance => ({
    limit,
    remaining: found ? Math.max(0, found.remainingPoints) : limit,
    resetAt: new Date(now() + (found?.msBeforeNext ?? WINDOW_S * 1_000)),
  });
  return (viewer) => ({
    allowance: async () => left(await limiter.get(viewer)),
    async spend(points) {
      const found = await limiter.get(viewer);
      if (found && found.remainingPoints < points) throw exhausted(points, found, limit);
      return left(await limiter.consume(viewer, points));
    },
  });
}

function exhausted(
  points: number,
  { remainingPoints, msBeforeNext }: RateLimiterRes,
  limit: number,
): AppError {
  const retryAfter = Math.max(1, Math.ceil(msBeforeNext / 1_000));
  const left = Math.max(0, remainingPoints);
  return new AppError(
    'too_many_requests',
    `The operation costs ${points} points, and ${left} of ${limit} a minute are left. Try again in ${retryAfter} s.`,
    { retryAfter },
  );
}
