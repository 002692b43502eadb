import { setTimeout as sleep } from 'node:timers/promises';

/** Retries attempts that fail for a temporary reason, such as a lock. All callers share one timeout. */
export interface Retry {
  /**
   * Runs `attempt` until it succeeds, fails for another reason, or the timeout is over.
   * @throws what the last attempt threw.
   */
  run<T>(attempt: () => Promise<T>): Promise<T>;
  /** Ends the current wait: the next failure starts a new timeout. */
  reset(): void;
}

/** Milliseconds between two attempts: doubled after each, up to the second. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [2, 100];

/**
 * @param timeoutMs from the first failure on. A failure later than that after the last one starts it again.
 * @param isTemporary whether an error is worth another attempt.
 * @param clock monotonic milliseconds.
 */
export function createRetry(
  timeoutMs: number,
  isTemporary: (error: unknown) => boolean,
  clock: () => number = () => performance.now(),
): Retry {
  let firstFailure = 0;
  let lastFailure = Number.NEGATIVE_INFINITY;

  /** Notes a failure. @returns the first failure of the time that all callers share. */
  function fail(now: number): number {
    if (now - lastFailure > timeoutMs) firstFailure = now;
    lastFailure = now;
    return firstFailure;
  }

  return {
    async run(attempt) {
      // Of this call: its next failure may come so late that a new time starts for the others.
      let first = Number.POSITIVE_INFINITY;
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
        try {
          return await attempt();
        } catch (error) {
          if (!isTemporary(error)) throw error;
          const now = clock();
          first = Math.min(first, fail(now));
          if (now - first >= timeoutMs) throw error;
          await sleep(pause);
        }
      }
    },
    reset() {
      lastFailure = Number.NEGATIVE_INFINITY;
    },
  };
}
