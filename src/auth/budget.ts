import { AppError } from '../errors.ts';
import { createCounter } from './counter.ts';

/** After this time a budget is full again. */
const WINDOW_MS = 60_000;
/**
 * Points that a request may cost on average. All `RATE_LIMIT` requests of a minute may be statistics pages,
 * which cost up to 4,400 points each.
 */
export const POINTS_PER_REQUEST = 5_000;

/** The viewer's remaining budget of this minute. All fields are null if there is no limit. */
export interface Allowance {
  /** Points a minute. */
  limit: number | null;
  remaining: number | null;
  /** When `remaining` is `limit` again. */
  resetAt: Date | null;
}

/** The points of one viewer. */
export interface Budget {
  /** Returns the remaining budget. */
  allowance(): Promise<Allowance>;
  /**
   * Takes points.
   * @returns the remaining budget.
   * @throws AppError `too_many_requests` if fewer points are left; none are then taken.
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
 * Creates the budgets of all viewers, in the memory of this process.
 * @param requests requests a minute, the value of RATE_LIMIT; 0 for no limit.
 * @param now the time, Unix milliseconds.
 */
export function createBudgets(requests: number, now: () => number): (viewer: string) => Budget {
  if (requests === 0) return () => noBudget;
  const limit = requests * POINTS_PER_REQUEST;
  const counter = createCounter(WINDOW_MS, now);
  return (viewer) => {
    const left = (): Allowance => ({
      limit,
      remaining: limit - counter.count(viewer),
      resetAt: new Date(now() + counter.endsIn(viewer)),
    });
    return {
      allowance: async () => left(),
      async spend(points) {
        const taken = counter.take(viewer, limit, points);
        if (taken.ok) return left();
        throw exhausted(points, limit - counter.count(viewer), limit, taken.retryMs);
      },
    };
  };
}

function exhausted(points: number, left: number, limit: number, retryMs: number): AppError {
  const retryAfter = Math.max(1, Math.ceil(retryMs / 1_000));
  return new AppError(
    'too_many_requests',
    `The operation costs ${points} points, but only ${left} of ${limit} points per minute are left. ` +
      `Try again in ${retryAfter} s.`,
    { retryAfter },
  );
}
