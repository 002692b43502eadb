import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { createReadQueue, type ReadQueueOptions, strangerName } from '../../src/db/readQueue.ts';
import { raw, type Sql } from '../../src/db/sql/sql.ts';
import { AppError } from '../../src/errors.ts';

/** Starts a queue on a fake database: statements run until the test ends them. */
function start(options: Partial<ReadQueueOptions<Sql, unknown>> = {}) {
  const running: { text: string; end(): void; signal: AbortSignal }[] = [];
  const started: string[] = [];
  const queue = createReadQueue<Sql, unknown>({
    slots: 3,
    perViewer: 2,
    statementMs: 0,
    partsOf: ({ sql, values }) => [sql, ...values],
    execute: ({ sql }, _slot, signal) =>
      new Promise((resolve, reject) => {
        running.push({ text: sql, end: () => resolve([sql]), signal });
        started.push(sql);
        // Like a real database, with a delay.
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
  test('never gives one viewer all slots, and schedules viewers in turn', async () => {
    const { read, end, started } = start();
    for (const n of [1, 2, 3, 4, 5]) void read('a', `a${n}`);
    expect(started).toEqual(['a1', 'a2']);
    for (const n of [1, 2, 3]) void read('b', `b${n}`);
    void read('c', 'c1');
    expect(started).toEqual(['a1', 'a2', 'b1']);
    for (const text of ['a1', 'b1', 'a2', 'a3', 'c1', 'b2', 'a4']) await end(text);
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'a4', 'b3', 'a5']);
  });

  test('serves strangers after all others, and never gives them all slots', async () => {
    const { read, end, started } = start({ slots: 2, perViewer: 2 });
    const strangers = [1, 2, 3].map((n) => strangerName(`192.0.2.${n}`));
    for (const name of strangers) void read(name, name);
    expect(started).toEqual([strangers[0]]);
    void read('key 1', 'k1');
    void read('key 2', 'k2');
    expect(started.slice(1)).toEqual(['k1']);
    await end(strangers[0] as string);
    expect(started.slice(1)).toEqual(['k1', 'k2']);
    await end('k1');
    await end('k2');
    expect(started.slice(3)).toEqual([strangers[1]]);
    await end(strangers[1] as string);
    expect(started.slice(3)).toEqual(strangers.slice(1));
  });

  test('keeps room for waiting statements of others than strangers', async () => {
    const { read } = start({ slots: 2, perViewer: 2 });
    const waiting = Array.from({ length: 501 }, (_, n) => read(strangerName(`${n}`), `s${n}`));
    await expect(read(strangerName('one more'), 'refused')).rejects.toMatchObject({ kind: 'unavailable' });
    void read('key 1', 'k1');
    expect(waiting).toHaveLength(501);
  });

  test('runs a statement once for all callers that wait for it, of any viewer', async () => {
    const { read, end, started } = start({ slots: 1, perViewer: 1 });
    void read('a', 'first');
    const same = [read('a', 'same'), read('a', 'same'), read('b', 'same')];
    await end('first');
    await end('same');
    expect(await Promise.all(same)).toEqual([['same'], ['same'], ['same']]);
    expect(started).toEqual(['first', 'same']);
  });

  test('runs a statement again for a caller that arrives after it has started', async () => {
    const { read, end, started } = start();
    const before = read('a', 'same');
    const after = read('a', 'same');
    await end('same');
    await end('same');
    expect(await Promise.all([before, after])).toEqual([['same'], ['same']]);
    expect(started).toEqual(['same', 'same']);
  });

  test('does not start a statement that no caller waits for any more', async () => {
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

  test('cancels a running statement when the last caller has left, not before', async () => {
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

  test('rejects a read for a client that has already left', async () => {
    const { read, started } = start();
    await expect(read('a', 'a1', AbortSignal.abort(left))).rejects.toBe(left);
    expect(started).toEqual([]);
  });

  test('reports a timeout at once, but keeps the slot until the cancelled statement has ended', async () => {
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

  test('rejects the 101st waiting statement of one viewer, but not those of others', async () => {
    const { read, end, started } = start();
    const reads = Array.from({ length: 2 + 100 }, (_, n) => read('a', `a${n}`));
    await expect(read('a', 'one more')).rejects.toMatchObject({ kind: 'too_many_requests' });
    // Shares the waiting statement with the same text.
    reads.push(read('a', 'a50'));
    void read('b', 'b1');
    expect(started.at(-1)).toBe('b1');
    for (let n = 0; n < 102; n += 1) await end(`a${n}`);
    expect(await Promise.all(reads)).toHaveLength(103);
  });

  test('rejects everything when a thousand statements wait', async () => {
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

  test('rejects waiting statements when it is closed, and cancels those that do not end', async () => {
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
