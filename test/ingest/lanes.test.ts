import { expect, test } from '@jest/globals';
import type { Channel } from '../../src/db/database.ts';
import { dice } from '../../src/demo/random.ts';
import { createWriter } from '../../src/ingest/writer.ts';
import { createLog } from '../../src/log.ts';

interface Item {
  websiteId: number;
  number: number;
}

/** A writer with several lanes, whose batches end in a random order. */
function setUp() {
  const random = dice(5);
  const running: { end: () => void }[] = [];
  const state = {
    stored: [] as Item[],
    channels: new Set<number>(),
    /** The largest number of lanes with batches under way, and whether two had hits of the same website. */
    most: 0,
    overlap: false,
  };
  const busy = new Map<number, Set<number>>();
  const writer = createWriter<Item>({
    log: createLog('silent', false),
    maxLanes: 3,
    maxInFlight: 1,
    async commit(items, { number }: Channel) {
      const websites = new Set(items.map(({ websiteId }) => websiteId));
      for (const [other, theirs] of busy)
        if (other !== number && [...websites].some((id) => theirs.has(id))) state.overlap = true;
      busy.set(number, websites);
      state.channels.add(number);
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

test('under load, batches of different websites overlap, and the hits of each keep their order', async () => {
  const { state, writer, random, finish } = setUp();
  for (let number = 0; number < 4_000; number += 1) {
    void writer.enqueue({ websiteId: 1 + random.below(200), number });
    if (number % 50 === 0) await new Promise(setImmediate);
  }
  await finish();
  expect(state.overlap).toBe(false);
  expect(state.most).toBeGreaterThan(1);
  expect(state.stored).toHaveLength(4_000);
  const last = new Map<number, number>();
  for (const { websiteId, number } of state.stored) {
    expect(number).toBeGreaterThan(last.get(websiteId) ?? -1);
    last.set(websiteId, number);
  }
});

test('with few hits, or those of one website, there is one batch at a time', async () => {
  const few = setUp();
  for (let number = 0; number < 200; number += 1) void few.writer.enqueue({ websiteId: number + 1, number });
  await few.finish();
  expect([...few.state.channels]).toEqual([0]);
  const one = setUp();
  for (let number = 0; number < 3_000; number += 1) void one.writer.enqueue({ websiteId: 7, number });
  await one.finish();
  expect([...one.state.channels]).toEqual([0]);
});
