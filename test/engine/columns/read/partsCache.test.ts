import { expect, test } from '@jest/globals';
import type { Snapshot } from '../../../../src/db/snapshot.ts';
import { sqliteDialect } from '../../../../src/db/sqlite/dialect.ts';
import { createPartsCache } from '../../../../src/engine/columns/read/partsCache.ts';

type Counts = [websiteId: number, day: number, pageviews: number, events?: number];

/** A snapshot of days with these counts, and the statements that read days, and sums of months. */
function snapshotOf(counts: readonly Counts[], version: string | null = null) {
  const reads: Counts[][] = [];
  const sums: Counts[][] = [];
  const select: Snapshot['select'] = async ({ sql, values }) => {
    const ranges = JSON.parse(String(values[0])) as [number, number, number][];
    const found = counts.filter(([websiteId, day]) =>
      ranges.some(([id, from, to]) => id === websiteId && from <= day && day <= to),
    );
    if (!sql.includes('SUM')) {
      reads.push(found);
      return found.map(([id, day, pageviews, events = 0]) => [id, day, 1, 1, pageviews, events, 0, 0, 0]);
    }
    sums.push(found);
    const months = new Map<string, [number, number, number]>();
    for (const [websiteId, day, pageviews, events = 0] of found) {
      const month = Math.floor(day / 100);
      const [, , sum = 0] = months.get(`${websiteId} ${month}`) ?? [];
      months.set(`${websiteId} ${month}`, [websiteId, month, sum + pageviews + events]);
    }
    return [...months.values()];
  };
  const snapshot: Snapshot = { dialect: sqliteDialect, select, version: async () => version };
  return { snapshot, reads, sums };
}

const YEAR = [{ websiteId: 1, from: 20261001, to: 20261130 }];
const RECENT = 20261120;
const COUNTS: Counts[] = [
  ...[1, 2, 3].map((day): Counts => [1, 20261000 + day, 10]),
  [1, 20261004, 5_000],
  [1, 20261101, 10],
  [1, 20261119, 10],
  [1, 20261120, 10],
];

test('the small days of a month are one part, large and recent days are parts of their own', async () => {
  const { snapshot } = snapshotOf(COUNTS);
  const parts = await createPartsCache().read(snapshot, YEAR, RECENT);
  expect(parts.map(({ key, days }) => [key, days.map(({ day }) => day)])).toEqual([
    [20261004, [20261004]],
    [202610, [20261001, 20261002, 20261003]],
    [20261120, [20261120]],
    [202611, [20261101, 20261119]],
  ]);
});

test('a part with a day in the range has all of its days, and others are left out', async () => {
  const { snapshot } = snapshotOf(COUNTS);
  const range = { websiteId: 1, from: 20261002, to: 20261002 };
  const [month, ...others] = await createPartsCache().read(snapshot, [range], RECENT);
  expect(month?.days).toHaveLength(3);
  expect(others).toEqual([]);
});

test('only months that have changed are read again', async () => {
  const cache = createPartsCache();
  const first = snapshotOf(COUNTS);
  const before = await cache.read(first.snapshot, YEAR, RECENT);
  expect(first.reads).toHaveLength(1);
  const same = snapshotOf(COUNTS);
  expect(await cache.read(same.snapshot, YEAR, RECENT)).toEqual(before);
  expect(same.reads).toEqual([]);
  const changed = snapshotOf([...COUNTS.filter(([, day]) => day !== 20261119), [1, 20261119, 10, 1]]);
  const after = await cache.read(changed.snapshot, YEAR, RECENT);
  expect(changed.reads.flat().every(([, day]) => day > 20261100)).toBe(true);
  expect(after.map(({ version }) => version)).toEqual([
    ...before.slice(0, 3).map(({ version }) => version),
    '20261101 10 0 0,20261119 10 1 0',
  ]);
});

test('a day that is no longer recent joins the small days of its month', async () => {
  const cache = createPartsCache();
  const { snapshot, reads } = snapshotOf(COUNTS);
  await cache.read(snapshot, YEAR, RECENT);
  const later = await cache.read(snapshot, YEAR, RECENT + 1);
  expect(later.map(({ key }) => key)).toEqual([20261004, 202610, 202611]);
  expect(later.at(-1)?.days).toHaveLength(3);
  // October was over before.
  expect(reads[1]?.every(([, day]) => day > 20261100)).toBe(true);
});

test('nothing is read while nothing is committed', async () => {
  const cache = createPartsCache();
  const { snapshot, reads, sums } = snapshotOf(COUNTS, '7');
  const before = await cache.read(snapshot, YEAR, RECENT);
  expect(await cache.read(snapshot, YEAR, RECENT)).toEqual(before);
  expect([reads.length, sums.length]).toEqual([1, 1]);
  // Other ranges, and another first recent day, are other questions.
  await cache.read(snapshot, [{ websiteId: 1, from: 20261101, to: 20261130 }], RECENT);
  await cache.read(snapshot, YEAR, RECENT + 1);
  expect(sums).toHaveLength(3);
});

test.each([
  ['another version', '8'],
  ['an unknown version', null],
])('%s of the database is read again', async (_name, version) => {
  const cache = createPartsCache();
  await cache.read(snapshotOf(COUNTS, '7').snapshot, YEAR, RECENT);
  const changed = snapshotOf(
    [...COUNTS.filter(([, day]) => day !== 20261119), [1, 20261119, 10, 1]],
    version,
  );
  const after = await cache.read(changed.snapshot, YEAR, RECENT);
  expect(after.at(-1)?.version).toBe('20261101 10 0 0,20261119 10 1 0');
  // A new version clears the cached results.
  const last = snapshotOf(COUNTS, '7');
  await cache.read(last.snapshot, YEAR, RECENT);
  expect(last.sums).toHaveLength(1);
});
