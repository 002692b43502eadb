import { DatabaseFault } from '../db/health/faults.ts';
import type { Log } from '../log.ts';

/** Tells the operator that hits are refused: when it begins, now and then while it lasts, and when it is over. */
export interface Refusals {
  /** So many hits were answered 503, because of this error. */
  refused(error: unknown, hits: number): void;
  /** Hits were stored. */
  stored(): void;
}

/** A queue that is full: more hits arrive than can be stored. */
export class Overload extends Error {}

interface Trouble {
  since: number;
  /** Time of the last refusal, and of the last line about it. */
  last: number;
  told: number;
  /** Hits refused since it began, and since the last line. */
  total: number;
  untold: number;
}

const LINE_EVERY_MS = 30_000;
/** Trouble is over when hits are stored and none was refused for as long: it may come and go many times a second. */
const QUIET_MS = 2_000;

/**
 * A line for every hit or batch that is refused would fill the disk that is full already.
 * @param now milliseconds of a clock that is never set back.
 */
export function createRefusals(log: Log, now: () => number = () => performance.now()): Refusals {
  const troubles = new Map<string, Trouble>();

  return {
    refused(error, hits) {
      const time = now();
      const { cause, advice } = explain(error);
      const trouble = troubles.get(cause);
      if (!trouble) {
        troubles.set(cause, { since: time, last: time, told: time, total: hits, untold: 0 });
        log.error(
          { err: error, cause, hits },
          `Hits cannot be stored; their senders are told so (503). ${advice}`,
        );
        return;
      }
      trouble.last = time;
      trouble.total += hits;
      trouble.untold += hits;
      if (time - trouble.told < LINE_EVERY_MS) return;
      log.error({ cause, hits: trouble.untold }, `Hits still cannot be stored. ${advice}`);
      trouble.told = time;
      trouble.untold = 0;
    },
    stored() {
      if (troubles.size === 0) return;
      const time = now();
      for (const [cause, { since, last, total }] of troubles) {
        if (time - last < QUIET_MS) continue;
        troubles.delete(cause);
        log.info(
          { cause, hits: total, seconds: Math.round((last - since) / 1000) },
          'Hits are stored again; "hits" is how many were refused',
        );
      }
    },
  };
}

function explain(error: unknown): { cause: string; advice: string } {
  if (error instanceof DatabaseFault)
    return {
      cause: error.fault,
      advice:
        error.fault === 'gone' ? error.advice : `${error.advice} Footfall goes on by itself after that.`,
    };
  if (error instanceof Overload)
    return {
      cause: 'overload',
      advice: 'More arrive than the disk takes: look for what else keeps it or the processor busy.',
    };
  return { cause: 'defect', advice: 'This is a defect of Footfall: report it with this line.' };
}
