import { expect, test } from '@jest/globals';
import { whenQuiet } from '../../src/http/quiet.ts';

/**
 * Runs `whenQuiet` on simulated measurements. @returns the number of measurements before the work was done.
 */
function measurementsBefore(shares: number[]): Promise<number> {
  let read = 0;
  return new Promise((resolve) => {
    whenQuiet(() => resolve(read), { everyMs: 1, utilization: () => shares[read++] ?? 0 });
  });
}

test('work waits while the event loop is busy and runs in the first quiet interval', async () => {
  expect(await measurementsBefore([0.1])).toBe(1);
  expect(await measurementsBefore([0.9, 0.2, 0.5, 0.19, 0.9])).toBe(4);
});

test('work runs once, and not after it was cancelled', async () => {
  let done = 0;
  let looks = 0;
  const work = () => {
    done += 1;
  };
  const utilization = () => {
    looks += 1;
    return 0;
  };
  whenQuiet(work, { everyMs: 1, utilization });
  const cancel = whenQuiet(work, { everyMs: 1, utilization });
  cancel();
  // Timers with the same delay run in the order in which they were set.
  await measurementsBefore([0.9, 0.9, 0.9]);
  expect([done, looks]).toEqual([1, 1]);
});
