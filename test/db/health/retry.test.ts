import { expect, test } from '@jest/globals';
import { createRetry } from '../../../src/db/health/retry.ts';

const TEMPORARY = new Error('The database is away.');
const isTemporary = (error: unknown) => error === TEMPORARY;
/** Ends attempts that would never end. */
const ENDLESS = new Error('There were too many attempts.');

/** A retry of a second, and attempts that fail after some milliseconds each. */
function setUp() {
  const clock = { now: 0 };
  const retry = createRetry(1_000, isTemporary, () => clock.now);
  let attempts = 0;
  const failing = (takes: number) => async () => {
    attempts += 1;
    clock.now += takes;
    throw attempts > 20 ? ENDLESS : TEMPORARY;
  };
  return { retry, clock, failing, count: () => attempts };
}

test('attempts end when the time is over, also if each takes longer than that', async () => {
  for (const [takes, attempts] of [
    [400, 4],
    [1_000, 2],
    [5_000, 2],
  ] as const) {
    const { retry, failing, count } = setUp();
    await expect(retry.run(failing(takes))).rejects.toBe(TEMPORARY);
    expect([takes, count()]).toEqual([takes, attempts]);
  }
});

test('calls share their time; a call after a pause has it anew', async () => {
  const { retry, clock, failing, count } = setUp();
  await expect(retry.run(failing(600))).rejects.toBe(TEMPORARY);
  expect(count()).toBe(3);
  await expect(retry.run(failing(600))).rejects.toBe(TEMPORARY);
  expect(count()).toBe(4);
  clock.now += 10_000;
  await expect(retry.run(failing(600))).rejects.toBe(TEMPORARY);
  expect(count()).toBe(7);
});

test('another error is not temporary, and a success is returned', async () => {
  const { retry } = setUp();
  await expect(retry.run(() => Promise.reject(ENDLESS))).rejects.toBe(ENDLESS);
  expect(await retry.run(async () => 'done')).toBe('done');
});
