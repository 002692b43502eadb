import { expect, test } from '@jest/globals';
import type { ClusterNode } from '../../../src/db/database.ts';
import { type Attempted, LOCKED } from '../../../src/ingest/hit.ts';
import { createWriter } from '../../../src/ingest/queue/writer.ts';
import { createLog } from '../../../src/log.ts';

interface Item {
  websiteId: number;
}

const NODES = ['a', 'b'].map((name, id): ClusterNode => ({ id, name, url: `postgresql://${name}` }));

/**
 * A writer for two machines: even websites are on the first, those above a million in a second bundle. A
 * machine that hangs answers when released.
 */
function setUp({ maxInFlight = 8 } = {}) {
  const state = {
    hanging: new Map<string, (() => void)[]>(),
    release(name: string) {
      const waiting = state.hanging.get(name) ?? [];
      state.hanging.delete(name);
      for (const end of waiting) end();
    },
    stored: [] as [string, number][],
    batches: [] as number[][],
    where: (websiteId: number) => websiteId % 2,
    later: [] as (() => void)[],
  };
  const writer = createWriter<Item>({
    log: createLog('silent', false),
    placeOf: (websiteId) => ({
      node: NODES[state.where(websiteId)] as ClusterNode,
      bundle: websiteId > 1e6 ? 1 : 0,
    }),
    maxInFlight,
    async commit(items, { node }) {
      const name = node?.name ?? '';
      state.batches.push(items.map(({ websiteId }) => websiteId));
      const waiting = state.hanging.get(name);
      if (waiting) await new Promise<void>((resolve) => waiting.push(resolve));
      return items.map(({ websiteId }): Attempted => {
        if (NODES[state.where(websiteId)] !== node) return LOCKED;
        state.stored.push([name, websiteId]);
        return null;
      });
    },
    later: (fn) => void state.later.push(fn),
  });
  return { state, writer };
}

test('while one machine hangs, hits of websites on others are stored, and few wait for it', async () => {
  const { state, writer } = setUp({ maxInFlight: 1 });
  state.hanging.set('a', []);
  const waiting: Promise<unknown>[] = [];
  let refused = 0;
  for (let index = 0; index < 20_000; index += 1) {
    // Many websites, so that no partition of websites is full.
    const hit = writer.enqueue({ websiteId: index * 2 + 2 });
    waiting.push(hit);
    hit.catch(() => {
      refused += 1;
    });
  }
  expect(
    await Promise.all(Array.from({ length: 500 }, (_, i) => writer.enqueue({ websiteId: i * 2 + 1 }))),
  ).toEqual(Array(500).fill(null));
  expect(writer.length).toBe(5_000);
  expect(refused).toBe(15_000);
  state.release('a');
  await writer.drain();
  expect((await Promise.allSettled(waiting)).filter(({ status }) => status === 'fulfilled')).toHaveLength(
    5_000,
  );
});

test('each batch has the hits of one machine', async () => {
  const { state, writer } = setUp();
  await Promise.all([1, 2, 3, 4].map((websiteId) => writer.enqueue({ websiteId })));
  expect(state.stored.sort()).toEqual([
    ['a', 2],
    ['a', 4],
    ['b', 1],
    ['b', 3],
  ]);
  expect(state.batches).toHaveLength(2);
});

const even = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + 2 * index);

test('while a machine stores hits, those that wait form larger batches, by bundles of shards', async () => {
  const { state, writer } = setUp({ maxInFlight: 1_000 });
  const turn = () => new Promise(setImmediate);
  state.hanging.set('a', []);
  const all = [writer.enqueue({ websiteId: 2 })];
  await turn();
  for (const [first, count] of [
    [2, 30],
    [1_000_002, 30],
    [62, 60],
  ] as const) {
    for (const websiteId of even(first, count)) all.push(writer.enqueue({ websiteId }));
    await turn();
  }
  expect(state.batches).toHaveLength(1);
  state.release('a');
  await Promise.all(all);
  const ordered = state.batches.map((ids) => ids.toSorted((one, other) => one - other));
  expect(ordered).toEqual([[2], even(2, 90), even(1_000_002, 30)]);
});

test('a batch that is large enough does not wait for the one before', async () => {
  const { state, writer } = setUp({ maxInFlight: 1_000 });
  state.hanging.set('a', []);
  const all = even(2, 16 + 128 + 3).map((websiteId) => writer.enqueue({ websiteId }));
  await new Promise(setImmediate);
  expect(state.batches.map(({ length }) => length)).toEqual([16, 128]);
  state.release('a');
  await Promise.all(all);
  expect(state.batches.map(({ length }) => length)).toEqual([16, 128, 3]);
});

test('a hit whose website was moved while it waited is stored on the new machine', async () => {
  const { state, writer } = setUp();
  state.hanging.set('a', []);
  const hit = writer.enqueue({ websiteId: 2 });
  for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
  state.where = () => 1;
  state.release('a');
  for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
  expect(state.stored).toEqual([]);
  for (const fn of state.later) fn();
  expect(await hit).toBeNull();
  expect(state.stored).toEqual([['b', 2]]);
  expect(writer.length).toBe(0);
});
