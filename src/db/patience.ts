import { setTimeout as sleep } from 'node:timers/promises';

/** How long to wait for what is in the way, such as a lock: all who wait for it taken together. */
export interface Patience {
  /** Makes an attempt, again and again while `passes` says of what it throws that it may pass. Throws what the last one threw. */
  untilFree<T>(attempt: () => Promise<T>): Promise<T>;
  /** It is out of the way. */
  free(): void;
}

/**
 * @param most in ms, from the moment when it was met first.
 * @param passes whether an error tells of what is waited for.
 */
export function createPatience(most: number, passes: (error: unknown) => boolean): Patience {
  let since = 0;
  let last = Number.NEGATIVE_INFINITY;

  /** It was met. @returns whether it has been there for too long. */
  function met(): boolean {
    const now = performance.now();
    // Not met for a while: it is another one.
    if (now - last > most) since = now;
    last = now;
    return now - since >= most;
  }

  return {
    async untilFree(attempt) {
      for (let pause = 2; ; pause = Math.min(pause * 2, 100)) {
        try {
          return await attempt();
        } catch (error) {
          if (!passes(error) || met()) throw error;
          await sleep(pause);
        }
      }
    },
    free() {
      last = Number.NEGATIVE_INFINITY;
    },
  };
}
