import { expect, test } from '@jest/globals';
import type { ClusterNode } from '../../src/db/database.ts';
import { type Attempted, LOCKED } from '../../src/ingest/hit.ts';
import { createWriter } from '../../src/ingest/writer.ts';
import { createLog } from '../../src/log.ts';

interface Item {
  websiteId: number;
}

const NODES = ['a', 'b'].map((name, id): ClusterNode => ({ id, name, url: `postgresql://${name}` }));

/** A writer for two machines: even websites are on the first. A machine that hangs answers when released. */
function setUp({ maxInFlight = 8 } = {}) {
  const state = {
    hanging: new Map<string, () => void>(),
    stored: [] as [string, number][],
    batches: 0,
    where: (websiteId: number) => websiteId % 2,
    later: [] as (() => void)[],
  };
  const writer = createWriter<Item>({
    log: createLog('silent', false),
    nodeOf: (websiteId) => NODES[state.where(websiteId)] ?? null,
    maxInFlight,
    async commit(items, { node }) {
      const name = node?.name ?? '';
      state.batches += 1;
      if (state.hanging.has(name)) await new Promise<void>((resolve) => state.hanging.set(name, resolve));
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
  state.hanging.set('a', () => undefined);
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
  const release = state.hanging.get('a');
  state.hanging.clear();
  release?.();
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
  expect(state.batches).toBe(2);
});

test('a hit whose website was moved while it waited is stored on the new machine', async () => {
  const { state, writer } = setUp();
  state.hanging.set('a', () => undefined);
  const hit = writer.enqueue({ websiteId: 2 });
  for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
  state.where = () => 1;
  state.hanging.get('a')?.();
  for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
  expect(state.stored).toEqual([]);
  for (const fn of state.later) fn();
  expect(await hit).toBeNull();
  expect(state.stored).toEqual([['b', 2]]);
  expect(writer.length).toBe(0);
});
