import type { SqlTransaction } from '../database.ts';
import { asFault, DatabaseFault, type FaultKind, type Faults } from './faults.ts';
import { createRetry } from './retry.ts';

/** The default of `OpenOptions.lockTimeout`, in ms. */
const LOCK_TIMEOUT_MS = 5_000;

/** A connection that writes: null for the one of `Database.write`, or the number of a channel. */
export type Writer = number | null;

/** Wraps all writes: retries after temporary failures, and keeps the last fault of each writer. */
export interface Guard {
  /**
   * Runs an attempt, and retries it after temporary failures until the timeout.
   * @throws DatabaseFault, or whatever else the attempt throws.
   */
  run<T>(attempt: () => Promise<T>, writer?: Writer): Promise<T>;
  /**
   * Implements `Database.writeFault`.
   * @param probe tries to write, in `run`, as a writer that failed.
   */
  writeFault(probe: (writer: Writer) => Promise<unknown>): Promise<DatabaseFault | null>;
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
  const faultsOf = new Map<Writer, DatabaseFault>();
  let checking: Promise<DatabaseFault | null> | null = null;

  async function check(probe: (writer: Writer) => Promise<unknown>): Promise<DatabaseFault | null> {
    for (const writer of [...faultsOf.keys()]) await probe(writer).catch(() => undefined);
    return [...faultsOf.values()][0] ?? null;
  }

  return {
    async run(attempt, writer = null) {
      try {
        const result = await retry.run(attempt);
        retry.reset();
        faultsOf.delete(writer);
        return result;
      } catch (error) {
        const fault = asFault(error, faults);
        if (fault instanceof DatabaseFault) faultsOf.set(writer, fault);
        throw fault;
      }
    },
    writeFault(probe) {
      // Requests that arrive meanwhile share its result: it may open a connection.
      checking ??= check(probe).finally(() => {
        checking = null;
      });
      return checking;
    },
  };
}

/** About the size of a batch of hits: the probe fails where a batch would. */
const PROBE_BYTES = 256 * 1024;

/** Checks that the database can be written, and leaves no row. */
export async function probeWrite(tx: SqlTransaction): Promise<void> {
  await tx.$executeRaw`INSERT INTO "Setting" VALUES ('trial', ${'0'.repeat(PROBE_BYTES)})`;
  await tx.$executeRaw`DELETE FROM "Setting" WHERE "key" = 'trial'`;
}
