import { expect, test } from '@jest/globals';
import { workThrough } from '../../src/threads/workThrough.ts';

/** Does steps that take as long as they say, in ms. */
async function run(steps: readonly number[], until: number) {
  let time = 0;
  const done: number[] = [];
  const pauses: number[] = [];
  const isDone = await workThrough(
    steps,
    async (ms) => {
      time += ms;
      done.push(ms);
    },
    {
      clock: () => time,
      async pause(ms) {
        pauses.push(ms);
        time += ms;
      },
      until,
    },
  );
  return { isDone, done, pauses };
}

test('after each step a job rests as long as the step took', async () => {
  expect(await run([5, 20, 1], 1_000)).toEqual({ isDone: true, done: [5, 20, 1], pauses: [5, 20, 1] });
  expect(await run([], 1_000)).toEqual({ isDone: true, done: [], pauses: [] });
});

test('a job ends with the step during which its time is over, and without a rest', async () => {
  expect(await run([5, 20, 1], 30)).toEqual({ isDone: false, done: [5, 20], pauses: [5] });
  expect(await run([40, 1], 30)).toEqual({ isDone: false, done: [40], pauses: [] });
});

test('a step that fails ends the job, which does no further one', async () => {
  const done: number[] = [];
  const steps = workThrough(
    [1, 2, 3],
    async (step) => {
      if (step === 2) throw new Error('The database is away.');
      done.push(step);
    },
    { until: Number.POSITIVE_INFINITY, pause: async () => undefined },
  );
  await expect(steps).rejects.toThrow('The database is away.');
  expect(done).toEqual([1]);
});
