import { expect, test } from '@jest/globals';
import { release } from '../../../../src/engine/columns/read/release.ts';

const SIZE = 8 * 1024 * 1024;

test('released bytes are empty, and their memory is free without a garbage collection', async () => {
  const bytes = new Uint8Array(SIZE);
  const before = process.memoryUsage().arrayBuffers;
  release(bytes);
  expect(bytes).toHaveLength(0);
  // The first call creates a port, which closes in one of the next turns of the event loop. Others may
  // allocate small buffers in the meantime, and keep them: half of the size tells the freed bytes from those.
  const isFree = () => before - process.memoryUsage().arrayBuffers >= SIZE / 2;
  for (let turn = 0; turn < 1_000 && !isFree(); turn++) await new Promise(setImmediate);
  expect(isFree()).toBe(true);
});

test('bytes that share a buffer with others are left as they are', () => {
  const all = new Uint8Array([1, 2, 3, 4]);
  release(all.subarray(1, 3));
  expect([...all]).toEqual([1, 2, 3, 4]);
});
