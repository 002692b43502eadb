import { performance } from 'node:perf_hooks';

/** A thread with less utilization than this can be blocked briefly without harm. */
const QUIET = 0.2;
const LOOK_EVERY_MS = 1_000;

/** Returns a function that measures the event loop's utilization since its last call, from 0 to 1. */
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
 * Runs work that blocks the event loop for a fraction of a second, after one second of low utilization. On a
 * busy server this may never happen, so the code that needs the work must be able to do it itself.
 * @param utilization returns the event loop's utilization since its last call, from 0 to 1.
 * @returns a function that cancels the work.
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
