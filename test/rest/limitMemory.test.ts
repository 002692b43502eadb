import { expect, test } from '@jest/globals';
import { createLimit } from '../../src/http/limit.ts';
import { heapAfter } from '../support/memory.ts';

test('a limit holds for a minute from the first request', async () => {
  let now = 0;
  const limit = createLimit(2, () => now);
  await limit('a');
  now = 59_999;
  await limit('a');
  await expect(limit('a')).rejects.toMatchObject({ kind: 'too_many_requests' });
  await limit('b');
  now = 60_000;
  await limit('a');
});

test('requests from many networks take no more memory than requests from few', async () => {
  const limit = createLimit(5, () => 0);
  const take = async (from: number, to: number) => {
    for (let number = from; number < to; number += 1) await limit(`2001:db8:0:${number.toString(16)}::/64`);
  };
  const before = await heapAfter(async () => undefined);
  const few = (await heapAfter(() => take(0, 60_000))) - before;
  const many = (await heapAfter(() => take(60_000, 300_000))) - before;
  expect(many / few).toBeLessThan(1.5);
});
