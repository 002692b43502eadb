import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { createReadQueue, type ReadQueueOptions } from '../../src/db/readQueue.ts';
import { raw } from '../../src/db/sql/sql.ts';
import { AppError } from '../../src/errors.ts';

/** A queue before a database that does nothing by itself: statements run until the test ends them. */
function start(options: Partial<ReadQueueOptions> = {}) {
  const running: { text: string; end(): void; signal: AbortSignal }[] = [];
  const started: string[] = [];
  const queue = createReadQueue({
    ...{ slots: 3, perViewer: 2, statementMs: 0 },
    execute: ({ sql }, _slot, signal) =>
      new Promise((resolve, reject) => {
        running.push({ text: sql, end: () => resolve([sql]), signal });
        started.push(sql);
        // As a database does: a moment later.
        signal.addEventListener(
          'abort',
          () => void setImmediate().then(() => reject(new Error('Cancelled.'))),
        );
      }),
    ...options,
  });
  const read = (viewer: string, text: string, signal: AbortSignal | null = null) =>
    queue.read(raw(text), { viewer, signal });
  const end = async (text: string) => {
    const at = running.findIndex((statement) => statement.text === text);
    running.splice(at, 1)[0]?.end();
    await setImmediate();
  };
  const signalOf = (text: string) => running.find((statement) => statement.text === text)?.signal;
  return { queue, read, end, signalOf, started };
}

const left = new AppError('unavailable', 'The client left.');

describe('a queue of statements', () => {
  test('never gives one viewer all slots, and takes turns between viewers, however many statements each has', async () => {
    const { read, end, started } = start();
    for (const n of [1, 2, 3, 4, 5]) void read('a', `a${n}`);
    expect(started).toEqual(['a1', 'a2']);
    for (const n of [1, 2, 3]) void read('b', `b${n}`);
    void read('c', 'c1');
    expect(started).toEqual(['a1', 'a2', 'b1']);
    for (const text of ['a1', 'b1', 'a2', 'a3', 'c1', 'b2', 'a4']) await end(text);
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'a4', 'b3', 'a5']);
  });

  test('runs a statement once for all who wait for it, of whichever viewer', async () => {
    const { read, end, started } = start({ slots: 1, perViewer: 1 });
    void read('a', 'first');
    const same = [read('a', 'same'), read('a', 'same'), read('b', 'same')];
    await end('first');
    await end('same');
    expect(await Promise.all(same)).toEqual([['same'], ['same'], ['same']]);
    expect(started).toEqual(['first', 'same']);
  });

  test('begins a statement anew for who asks after it has begun', async () => {
    const { read, end, started } = start();
    const before = read('a', 'same');
    const after = read('a', 'same');
    await end('same');
    await end('same');
    expect(await Promise.all([before, after])).toEqual([['same'], ['same']]);
    expect(started).toEqual(['same', 'same']);
  });

  test('does not begin what nobody waits for any more', async () => {
    const { read, end, started } = start({ slots: 1, perViewer: 1 });
    const leave = new AbortController();
    void read('a', 'first');
    const refused = read('b', 'second', leave.signal);
    void read('b', 'third');
    leave.abort(left);
    await expect(refused).rejects.toBe(left);
    await end('first');
    expect(started).toEqual(['first', 'third']);
  });

  test('cancels what runs when the last who waits for it has left, not before', async () => {
    const { read, end, signalOf } = start({ slots: 1, perViewer: 1 });
    const [one, other] = [new AbortController(), new AbortController()];
    void read('a', 'first');
    const reads = [read('a', 'same', one.signal), read('b', 'same', other.signal)];
    const ends = Promise.allSettled(reads);
    await end('first');
    const signal = signalOf('same');
    one.abort(left);
    expect(signal?.aborted).toBe(false);
    other.abort(left);
    expect(signal?.aborted).toBe(true);
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  test('refuses to read for a client that has left already', async () => {
    const { read, started } = start();
    await expect(read('a', 'a1', AbortSignal.abort(left))).rejects.toBe(left);
    expect(started).toEqual([]);
  });

  test('cancels what takes too long, says so at once, and keeps the slot until it has ended', async () => {
    const { read, signalOf, started } = start({ slots: 1, perViewer: 1, statementMs: 1 });
    const slow = read('a', 'slow');
    void read('a', 'next').catch(() => undefined);
    await expect(slow).rejects.toMatchObject({
      kind: 'timeout',
      message: expect.stringContaining('0.001 s'),
    });
    expect(signalOf('slow')?.aborted).toBe(true);
    expect(started).toEqual(['slow']);
    await setImmediate();
    await setImmediate();
    expect(started).toEqual(['slow', 'next']);
  });

  test('refuses the 101st statement that waits for one viewer, and goes on for others', async () => {
    const { read, end, started } = start();
    const reads = Array.from({ length: 2 + 100 }, (_, n) => read('a', `a${n}`));
    await expect(read('a', 'one more')).rejects.toMatchObject({ kind: 'too_many_requests' });
    // It waits with the one that is there already.
    reads.push(read('a', 'a50'));
    void read('b', 'b1');
    expect(started.at(-1)).toBe('b1');
    for (let n = 0; n < 102; n += 1) await end(`a${n}`);
    expect(await Promise.all(reads)).toHaveLength(103);
  });

  test('refuses everything where a thousand wait', async () => {
    const { read } = start({ slots: 1, perViewer: 1 });
    for (let n = 0; n < 1_001; n += 1) void read(`v${n % 20}`, `s${n}`);
    await expect(read('another', 'one more')).rejects.toMatchObject({ kind: 'unavailable' });
  });

  test('starts nothing while it is paused', async () => {
    const { queue, read, started } = start();
    queue.pause();
    void read('a', 'a1');
    expect(started).toEqual([]);
    queue.resume();
    expect(started).toEqual(['a1']);
  });

  test('refuses what waits when it is closed, and cancels what does not end by itself', async () => {
    const { queue, read, signalOf } = start({ slots: 1, perViewer: 1 });
    const ends = Promise.allSettled([read('a', 'endless'), read('a', 'waits')]);
    const signal = signalOf('endless');
    await queue.close(1);
    expect(signal?.aborted).toBe(true);
    for (const end of await ends)
      expect(end).toMatchObject({ status: 'rejected', reason: { kind: 'unavailable' } });
    await expect(read('a', 'late')).rejects.toMatchObject({ kind: 'unavailable' });
  });
});
