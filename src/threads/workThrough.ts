import { setTimeout } from 'node:timers/promises';

/** When a run of a job ends, and how it rests. */
export interface Pace {
  /** Monotonic milliseconds. */
  clock?: (() => number) | undefined;
  /** Waits for some milliseconds. */
  pause?: ((ms: number) => Promise<unknown>) | undefined;
  /** The time of `clock` at which the run ends: the other jobs wait for it. */
  until: number;
}

/**
 * Does the steps of a job one after the other. After each it rests as long as the step took: hits take
 * precedence.
 * @returns whether all steps were done. The run ends early after a step that ended too late.
 */
export async function workThrough<Step>(
  steps: Iterable<Step> | AsyncIterable<Step>,
  work: (step: Step) => Promise<unknown>,
  { clock = () => performance.now(), pause = setTimeout, until }: Pace,
): Promise<boolean> {
  for await (const step of steps) {
    const started = clock();
    await work(step);
    const ended = clock();
    if (ended >= until) return false;
    await pause(ended - started);
  }
  return true;
}
