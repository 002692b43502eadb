import { performance } from 'node:perf_hooks';

/** A thread below this share of busy time can be blocked for a moment without harm. */
const QUIET = 0.2;
const LOOK_EVERY_MS = 1_000;

/** Share of the time since the last call, 0 to 1, in which the event loop was busy. */
function createUtilization(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}

/**
 * Runs work that blocks the event loop for a fraction of a second, once the event loop has been quiet for a
 * second. On a busy server that may never happen: whatever needs the work must be able to do it itself.
 * @param utilization share of busy time, 0 to 1, since its last call.
 * @returns cancels it.
 */
export function whenQuiet(
  work: () => void,
  { utilization = createUtilization(), everyMs = LOOK_EVERY_MS } = {},
): () => void {
  const timer = setInterval(() => {
    if (utilization() >= QUIET) return;
    clearInterval(timer);
    work();
  }, everyMs).unref();
  return () => clearInterval(timer);
}
