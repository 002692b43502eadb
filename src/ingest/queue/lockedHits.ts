import { DatabaseFault } from '../../db/health/faults.ts';

/** A hit that may have met a locked website. */
export interface Lockable {
  /** When it first did, in ms of a monotonic clock; null if it did not. */
  lockedSince: number | null;
}

export interface LockedHitsDeps<One> {
  /** A monotonic clock in milliseconds. */
  now: () => number;
  /** Calls a function after some milliseconds. */
  later: (fn: () => void, ms: number) => void;
  /** Queues hits again. */
  requeue: (hits: One[]) => void;
  /** Refuses hits that have waited too long. */
  refuse: (hits: One[], fault: DatabaseFault) => void;
}

/** How long a hit waits for a website that another transaction has locked, in ms. */
const MAX_LOCKED_MS = 5_000;
/** The pause between two attempts, in ms. */
const PAUSE_MS = 100;

const ADVICE =
  'Another transaction has locked the row of a website for seconds: look for it in pg_stat_activity.';

/**
 * Returns a function for hits that could not be stored because their website is locked. It tries again later,
 * for a few seconds, and refuses those that have waited longer. Meanwhile hits of other websites are stored.
 */
export function createLockedHits<One extends Lockable>({ now, later, requeue, refuse }: LockedHitsDeps<One>) {
  return (hits: readonly One[]): void => {
    const time = now();
    const patient: One[] = [];
    const late: One[] = [];
    for (const hit of hits) {
      hit.lockedSince ??= time;
      (time - hit.lockedSince < MAX_LOCKED_MS ? patient : late).push(hit);
    }
    if (late.length > 0) refuse(late, new DatabaseFault('conflict', ADVICE, null));
    if (patient.length > 0) later(() => requeue(patient), PAUSE_MS);
  };
}
