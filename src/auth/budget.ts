import { AppError } from '../errors.ts';
import { createCounter } from './counter.ts';

/** After that a budget is whole again. */
const WINDOW_MS = 60_000;
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
    `The operation costs ${points} points, and ${left} of ${limit} a minute are left. Try again in ${retryAfter} s.`,
    { retryAfter },
  );
}
