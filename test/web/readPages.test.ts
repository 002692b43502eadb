import { expect, test } from '@jest/globals';
import { readPages } from '../../src/web/shared/readPages.ts';

/** Pages of two numbers up to ten; the cursor is the number before. */
async function page(after: string | null) {
  const first = Number(after ?? 0) + 1;
  return {
    nodes: [first, first + 1],
    pageInfo: { hasNextPage: first + 1 < 10, endCursor: String(first + 1) },
  };
}

test('reads all pages, from the first one or after a cursor', async () => {
  expect(await readPages(page)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(await readPages(page, { after: '6' })).toEqual([7, 8, 9, 10]);
});

test('stops as soon as there are enough rows', async () => {
  expect(await readPages(page, { most: 4 })).toEqual([1, 2, 3, 4]);
});

test('a list that is gone has no further rows', async () => {
  expect(await readPages(async (after) => (after ? undefined : page(after)))).toEqual([1, 2]);
});

test('throws the errors of a page, and does not read on after it was stopped', async () => {
  const failing = readPages(async (after) => {
    if (after === '4') throw new Error('No network');
    return page(after);
  });
  await expect(failing).rejects.toThrow('No network');
  const stop = new AbortController();
  const read: (string | null)[] = [];
  const stopped = readPages(
    async (after) => {
      read.push(after);
      if (after === '2') stop.abort(new Error('Stopped'));
      return page(after);
    },
    { signal: stop.signal },
  );
  await expect(stopped).rejects.toThrow('Stopped');
  expect(read).toEqual([null, '2']);
});
