import { readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { createSorter, RUN_BYTES } from '../../../src/transfer/imports/sorter.ts';
import { temporaryFolder } from '../../support/database.ts';

const numbers = (folder: string) =>
  createSorter<number>({
    folder,
    runSize: 3,
    sizeOf: () => 0,
    compare: (one, other) => one - other,
    encode: String,
    decode: Number,
  });

test('any number of runs is sorted with at most 64 files', async () => {
  await using temporary = await temporaryFolder();
  const sorter = numbers(temporary.folder);
  const items = Array.from({ length: 1_000 }, (_, index) => (index * 7919) % 1_009);
  for (const item of items) await sorter.add(item);
  const [folder = ''] = readdirSync(temporary.folder);
  expect(readdirSync(`${temporary.folder}/${folder}`).length).toBeLessThan(64);
  for (const _time of ['first', 'again']) {
    const found: number[] = [];
    for await (const item of sorter.sorted()) found.push(item);
    expect(found).toEqual(items.toSorted((one, other) => one - other));
  }
  await sorter.close();
  expect(readdirSync(temporary.folder)).toEqual([]);
});

test('large items are sorted in smaller runs, and their texts stay as they are', async () => {
  await using temporary = await temporaryFolder();
  const sorter = createSorter<string>({
    folder: temporary.folder,
    runSize: 1_000,
    sizeOf: () => RUN_BYTES / 4,
    compare: (one, other) => (one < other ? -1 : 1),
    encode: (text) => JSON.stringify(text),
    decode: (line) => JSON.parse(line),
  });
  const items = ['é', '日本 \u2028', 'x'.repeat(200_000), '\n"', '\ud800', '', 'a', 'b', 'c'];
  for (const item of items) await sorter.add(item);
  const [folder = ''] = readdirSync(temporary.folder);
  expect(readdirSync(`${temporary.folder}/${folder}`)).toHaveLength(2);
  const found: string[] = [];
  for await (const item of sorter.sorted()) found.push(item);
  expect(found).toEqual(items.toSorted((one, other) => (one < other ? -1 : 1)));
  await sorter.close();
});
