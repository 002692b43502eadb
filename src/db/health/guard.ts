import type { Transaction } from '../database.ts';
import { asFault, DatabaseFault, type FaultKind, type Faults } from './faults.ts';
import { createRetry } from './retry.ts';

/** The default of `OpenOptions.lockTimeout`, in ms. */
const LOCK_TIMEOUT_MS = 5_000;

/** Wraps all writes to a database: retries after temporary failures and keeps the last fault. */
export interface Guard {
  /**
   * Runs an attempt, and retries it after temporary failures until the timeout.
   * @throws DatabaseFault, or whatever else the attempt throws.
   */
  run<T>(attempt: () => Promise<T>): Promise<T>;
  /** Implements `Database.writeFault` with the given `write`. */
  writeFault(write: (fn: (tx: Transaction) => Promise<void>) => Promise<void>): Promise<DatabaseFault | null>;
}

/**
 * @param temporary the kinds of faults that pass within seconds and leave nothing written.
 * @param timeoutMs how long to retry, from the first failure on.
 * @param clock monotonic milliseconds.
 */
export function createGuard(
  faults: Faults,
  temporary: readonly FaultKind[],
  timeoutMs = LOCK_TIMEOUT_MS,
  clock?: () => number,
): Guard {
  const isTemporary = (error: unknown) => {
    const kind = faults.kindOf(error);
    return kind !== null && temporary.includes(kind);
  };
  const retry = createRetry(timeoutMs, isTemporary, clock);
  let last: DatabaseFault | null = null;

  return {
    async run(attempt) {
      try {
        const result = await retry.run(attempt);
        retry.reset();
        last = null;
        return result;
      } catch (error) {
        const fault = asFault(error, faults);
        if (fault instanceof DatabaseFault) last = fault;
        throw fault;
      }
    },
    async writeFault(write) {
      if (last) await write(probeWrite).catch(() => undefined);
      return last;
    },
  };
}

/** About the size of a batch of hits: the probe fails where a batch would. */
const PROBE_BYTES = 256 * 1024;

/** Checks that the database can be written, and leaves no row. */
export async function probeWrite(tx: Transaction): Promise<void> {
  await tx.$executeRaw`INSERT INTO "Setting" VALUES ('trial', ${'0'.repeat(PROBE_BYTES)})`;
  await tx.$executeRaw`DELETE FROM "Setting" WHERE "key" = 'trial'`;
}
