import { DatabaseFault } from '../../db/health/faults.ts';
import type { Log } from '../../log.ts';

/** Logs that hits are refused: when it begins, at intervals while it lasts, and when it is over. */
export interface Refusals {
  /** Reports that `hits` hits were answered 503 because of this error. */
  refused(error: unknown, hits: number): void;
  /** Reports that hits were stored. */
  stored(): void;
}

/** The queue is full: more hits arrive than can be stored. */
export class Overload extends Error {}

interface Trouble {
  since: number;
  /** Times of the last refusal (`last`) and of the last log line about it (`logged`). */
  last: number;
  logged: number;
  /** Number of hits refused since it began (`total`) and since the last log line (`unlogged`). */
  total: number;
  unlogged: number;
}

const LINE_EVERY_MS = 30_000;
/**
 * Trouble is over when hits are stored and none was refused for this long. Refusals may start and stop many
 * times a second.
 */
const QUIET_MS = 2_000;

/**
 * Limits the number of log lines: one per refused hit or batch would fill a disk that is already full.
 * @param now a monotonic clock in milliseconds.
 */
export function createRefusals(log: Log, now: () => number = () => performance.now()): Refusals {
  const troubles = new Map<string, Trouble>();

  return {
    refused(error, hits) {
      const time = now();
      const { cause, advice } = explain(error);
      const trouble = troubles.get(cause);
      if (!trouble) {
        troubles.set(cause, { since: time, last: time, logged: time, total: hits, unlogged: 0 });
        log.error({ err: error, cause, hits }, `Hits cannot be stored and are answered with 503. ${advice}`);
        return;
      }
      trouble.last = time;
      trouble.total += hits;
      trouble.unlogged += hits;
      if (time - trouble.logged < LINE_EVERY_MS) return;
      log.error({ cause, hits: trouble.unlogged }, `Hits still cannot be stored. ${advice}`);
      trouble.logged = time;
      trouble.unlogged = 0;
    },
    stored() {
      if (troubles.size === 0) return;
      const time = now();
      for (const [cause, { since, last, total }] of troubles) {
        if (time - last < QUIET_MS) continue;
        troubles.delete(cause);
        log.info(
          { cause, hits: total, seconds: Math.round((last - since) / 1000) },
          'Hits are stored again; "hits" is the number of refused hits',
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
        error.fault === 'gone' ? error.advice : `${error.advice} Footfall then continues without a restart.`,
    };
  if (error instanceof Overload)
    return {
      cause: 'overload',
      advice: 'They arrive faster than they can be stored: check what else uses the disk and the processor.',
    };
  return { cause: 'defect', advice: 'This is a defect in Footfall: report it with this log line.' };
}
