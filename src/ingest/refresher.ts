import { setTimeout as sleep } from 'node:timers/promises';

/** Decides when a cache asks the database for changes. */
export interface Refresher {
  /**
   * Resolves when the cache is at most two seconds old. If the database does not answer within a second, it
   * resolves, too: the caller then uses an older cache.
   */
  refresh(): Promise<void>;
  /** To be called after a change by this process. The next `refresh` waits until the cache has noticed it. */
  changed(): void;
  /** The number of checks that have ended. */
  readonly checks: number;
}

/** The maximum age of the cache, in ms. */
const FRESH_MS = 2_000;
/** From this age in ms on, the database is asked in the background. A busy server then never waits for it. */
const ASK_AFTER_MS = 1_000;
/** How long `refresh` waits for a database that is away or hangs, in ms. */
const MAX_WAIT_MS = 1_000;

/**
 * @param check reads the changes and applies them to the cache; never rejects.
 * @param now Unix milliseconds.
 */
export function createRefresher(check: () => Promise<void>, now: () => number): Refresher {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | null = null;
  let checks = 0;
  /** The number of calls of `changed`. */
  let changes = 0;

  async function run(): Promise<void> {
    const [at, before] = [now(), changes];
    await check();
    // A check that began before a change may not have seen it.
    checkedAt = changes === before ? at : Number.NEGATIVE_INFINITY;
    checking = null;
    checks += 1;
  }

  return {
    async refresh() {
      for (;;) {
        const age = now() - checkedAt;
        // A negative age: the clock was set back.
        if (age >= 0 && age < ASK_AFTER_MS) return;
        checking ??= run();
        if (age >= 0 && age < FRESH_MS) return;
        const ended = checking.then(() => true);
        if (!(await Promise.race([ended, sleep(MAX_WAIT_MS, false, { ref: false })]))) return;
        if (checkedAt !== Number.NEGATIVE_INFINITY) return;
      }
    },
    changed() {
      changes += 1;
      checkedAt = Number.NEGATIVE_INFINITY;
    },
    get checks() {
      return checks;
    },
  };
}
