import { describe, expect, test } from '@jest/globals';
import { type Attempted, LOCKED } from '../../../src/ingest/hit.ts';
import { createWriter } from '../../../src/ingest/queue/writer.ts';
import { createLog } from '../../../src/log.ts';

interface Item {
  websiteId: number;
}

/** A writer for websites of which some are locked, with a clock and timers that are set by hand. */
function setUp() {
  const state = {
    now: 0,
    locked: new Set<number>(),
    stored: [] as number[],
    timers: [] as { at: number; fn: () => void }[],
    lines: [] as string[],
  };
  const writer = createWriter<Item>({
    log: createLog('info', false, { write: (line) => void state.lines.push(line) }),
    commit: async (items) =>
      items.map(({ websiteId }): Attempted => {
        if (state.locked.has(websiteId)) return LOCKED;
        state.stored.push(websiteId);
        return null;
      }),
    now: () => state.now,
    later: (fn, ms) => void state.timers.push({ at: state.now + ms, fn }),
  });
  return {
    state,
    writer,
    /** Lets time pass, in steps of 50 ms. */
    async pass(ms: number) {
      for (const end = state.now + ms; state.now < end; ) {
        state.now += 50;
        const due = state.timers.filter(({ at }) => at <= state.now);
        state.timers = state.timers.filter(({ at }) => at > state.now);
        for (const { fn } of due) fn();
        for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
      }
    },
  };
}

describe('hits of a website that another transaction has locked', () => {
  test('wait, while those of other websites are stored', async () => {
    const { state, writer, pass } = setUp();
    state.locked.add(1);
    const waiting = writer.enqueue({ websiteId: 1 });
    expect(await writer.enqueue({ websiteId: 2 })).toBeNull();
    await pass(1_000);
    expect([state.stored, writer.length]).toEqual([[2], 1]);
    state.locked.clear();
    await pass(100);
    expect(await waiting).toBeNull();
    expect([state.stored, writer.length]).toEqual([[2, 1], 0]);
  });

  test('are refused after five seconds, with one line of the log that says what to do', async () => {
    const { state, writer, pass } = setUp();
    state.locked.add(1);
    const outcome = writer.enqueue({ websiteId: 1 }).catch((error: unknown) => error);
    await pass(5_200);
    expect(await outcome).toMatchObject({ kind: 'unavailable', status: 503 });
    expect(writer.length).toBe(0);
    expect(state.lines.filter((line) => line.includes('pg_stat_activity'))).toHaveLength(1);
    expect(state.timers).toEqual([]);
  });

  test('fill half of the queue at most: other websites find room', async () => {
    const { state, writer, pass } = setUp();
    state.locked.add(1);
    const outcomes = Array.from({ length: 6_000 }, () =>
      writer.enqueue({ websiteId: 1 }).then(
        () => 'stored',
        () => 'refused',
      ),
    );
    await pass(100);
    expect(writer.length).toBe(5_000);
    expect(await writer.enqueue({ websiteId: 2 })).toBeNull();
    state.locked.clear();
    await pass(1_000);
    const results = await Promise.all(outcomes);
    expect(results.filter((result) => result === 'stored')).toHaveLength(5_000);
  });

  test('are stored before drain resolves', async () => {
    const { state, writer, pass } = setUp();
    state.locked.add(1);
    void writer.enqueue({ websiteId: 1 });
    await pass(100);
    let drained = false;
    const draining = writer.drain().then(() => {
      drained = true;
    });
    await pass(500);
    expect(drained).toBe(false);
    state.locked.clear();
    await pass(200);
    await draining;
    expect(state.stored).toEqual([1]);
  });
});
