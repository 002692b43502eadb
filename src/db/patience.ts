import { setTimeout as sleep } from 'node:timers/promises';
import { faultOf } from './faults.ts';

/** How long to wait for a lock, all who wait for it taken together. */
export interface Patience {
  /** Makes an attempt, again and again while another process holds the lock. Throws what the last one threw. */
  untilFree<T>(attempt: () => Promise<T>): Promise<T>;
  /** The lock was had. */
  free(): void;
}

/** @param most in ms, from the moment when the lock was met first. */
export function createPatience(most: number): Patience {
  let since = 0;
  let last = Number.NEGATIVE_INFINITY;

  /** The lock was met. @returns whether it has been there for too long. */
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
          if (faultOf(error) !== 'locked' || met()) throw error;
          await sleep(pause);
        }
      }
    },
    free() {
      last = Number.NEGATIVE_INFINITY;
    },
  };
}
