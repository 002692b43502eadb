import type { Transaction } from './database.ts';
import { asFault, DatabaseFault, type FaultKind, type Faults } from './faults.ts';
import { createPatience } from './patience.ts';
import { tryToWrite } from './trial.ts';

/** What `OpenOptions.lockPatience` is by default, ms. */
const PATIENCE_MS = 5_000;

/** Stands before a database: waits while something passing is in the way, and remembers what did not pass. */
export interface Guard {
  /**
   * Runs an attempt, again and again while it meets what passes.
   * @throws DatabaseFault, or whatever else the attempt throws.
   */
  run<T>(attempt: () => Promise<T>): Promise<T>;
  /** Of `Database`, through its `write`, which this guards. */
  writeFault(write: (fn: (tx: Transaction) => Promise<void>) => Promise<void>): Promise<DatabaseFault | null>;
}

/**
 * @param passing what passes by itself within seconds, and left nothing behind.
 * @param most how long to wait for it, ms, from the moment when it was met first.
 */
export function createGuard(faults: Faults, passing: readonly FaultKind[], most = PATIENCE_MS): Guard {
  const patience = createPatience(most, (error) => {
    const kind = faults.kindOf(error);
    return kind !== null && passing.includes(kind);
  });
  let last: DatabaseFault | null = null;

  return {
    async run(attempt) {
      try {
        const result = await patience.untilFree(attempt);
        patience.free();
        last = null;
        return result;
      } catch (error) {
        const fault = asFault(error, faults);
        if (fault instanceof DatabaseFault) last = fault;
        throw fault;
      }
    },
    async writeFault(write) {
      if (last) await write(tryToWrite).catch(() => undefined);
      return last;
    },
  };
}
