import { expect, test } from '@jest/globals';
import type { Channel } from '../../../src/db/database.ts';
import { dice } from '../../../src/demo/random.ts';
import { createWriter } from '../../../src/ingest/queue/writer.ts';
import { createLog } from '../../../src/log.ts';

interface Item {
  websiteId: number;
  number: number;
}

/** A writer with several lanes, whose batches end in a random order. */
function setUp() {
  const random = dice(5);
  const running: { end: () => void }[] = [];
  const state = {
    running,
    stored: [] as Item[],
    /** The largest number of lanes with batches under way. */
    most: 0,
    /** The number of items of each channel. */
    items: new Map<number, number>(),
    /** Whether two of them had hits of the same website. */
    overlap: false,
  };
  const busy = new Map<number, Set<number>>();
  const writer = createWriter<Item>({
    log: createLog('silent', false),
    channels: 3,
    maxInFlight: 1,
    async commit(items, { number }: Channel) {
      const websites = new Set(items.map(({ websiteId }) => websiteId));
      for (const [other, theirs] of busy)
        if (other !== number && [...websites].some((id) => theirs.has(id))) state.overlap = true;
      busy.set(number, websites);
      state.items.set(number, (state.items.get(number) ?? 0) + items.length);
      state.most = Math.max(state.most, busy.size);
      await new Promise<void>((resolve) => running.push({ end: resolve }));
      busy.delete(number);
      state.stored.push(...items);
      return items.map(() => null);
    },
  });
  /** Ends batches, one after the other, until all hits are stored. */
  async function finish(): Promise<void> {
    while (writer.length > 0) {
      running.splice(random.below(running.length), 1)[0]?.end();
      await new Promise(setImmediate);
    }
  }
  return { state, writer, random, finish };
}

test('batches of different websites overlap, and the hits of each website keep their order', async () => {
  const { state, writer, random, finish } = setUp();
  for (let number = 0; number < 4_000; number += 1) {
    void writer.enqueue({ websiteId: 1 + random.below(200), number });
    if (number % 50 === 0) await new Promise(setImmediate);
  }
  await finish();
  expect(state.overlap).toBe(false);
  expect(state.most).toBe(3);
  expect(state.stored).toHaveLength(4_000);
  const last = new Map<number, number>();
  for (const { websiteId, number } of state.stored) {
    expect(number).toBeGreaterThan(last.get(websiteId) ?? -1);
    last.set(websiteId, number);
  }
});

test('many websites are divided evenly, also if their hits never stop', async () => {
  const { state, writer, random, finish } = setUp();
  // Each website always has a hit that waits, so that none could change its lane.
  for (let round = 0; round < 10; round += 1) {
    for (let websiteId = 1; websiteId <= 64; websiteId += 1)
      void writer.enqueue({ websiteId, number: round });
    await new Promise(setImmediate);
    state.running.splice(random.below(state.running.length), 1)[0]?.end();
  }
  await finish();
  expect([...state.items.keys()].sort()).toEqual([0, 1, 2]);
  for (const items of state.items.values()) expect(items).toBeGreaterThan(200);
});

test('the hits of one website are stored in one batch at a time', async () => {
  const { state, writer, finish } = setUp();
  for (let number = 0; number < 3_000; number += 1) void writer.enqueue({ websiteId: 7, number });
  await finish();
  expect(state.most).toBe(1);
});

test('under load, batches leave while hits arrive, up to the number in flight', async () => {
  const sizes: number[] = [];
  const running: (() => void)[] = [];
  const writer = createWriter<Item>({
    log: createLog('silent', false),
    maxInFlight: 500,
    async commit(items) {
      sizes.push(items.length);
      await new Promise<void>((resolve) => running.push(resolve));
      return items.map(() => null);
    },
  });
  // The event loop does not turn meanwhile.
  for (let number = 0; number < 1_500; number += 1) void writer.enqueue({ websiteId: number, number });
  expect(sizes).toEqual([16, 128, 128, 128, 128]);
  for (const end of running.splice(0)) end();
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(sizes.slice(5)).toEqual([972]);
  for (const end of running) end();
  await writer.drain();
});
