import type { Log } from '../log.ts';
import type { Measures, Refusal } from './measure.ts';

/**
 * Refusals that may be attempts to get around a check or a limit. The others are everyday mistakes, faults of
 * the server, or refused keys, which the security log has (auth/refusals.ts).
 */
export const LOGGED: ReadonlySet<Refusal> = new Set([
  'malformed',
  'forbidden',
  'method',
  'too_large',
  'media_type',
  'invalid',
  'rate_limit',
  'cost',
]);

const INTERVAL_MS = 60_000;

/**
 * Creates a function that logs refusals: at most one line per reason and minute, with the number of refusals
 * since the line before. So a flood of refused requests does not flood the log.
 * @param now the time, Unix milliseconds.
 */
export function createRefusalCounts(log: Log, now: () => number): Measures['refused'] {
  const windows = new Map<Refusal, { since: number; count: number }>();
  return (reason) => {
    if (!LOGGED.has(reason)) return;
    const { since, count } = windows.get(reason) ?? { since: Number.NEGATIVE_INFINITY, count: 0 };
    const isDue = Math.abs(now() - since) >= INTERVAL_MS;
    windows.set(reason, isDue ? { since: now(), count: 0 } : { since, count: count + 1 });
    if (isDue)
      log.info({ audit: 'requests_refused', reason, count: count + 1 }, 'Security: requests_refused');
  };
}
