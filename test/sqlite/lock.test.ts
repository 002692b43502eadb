import { describe, expect, test } from '@jest/globals';
import { lockFromOutside } from '../support/books/lock.ts';
import { hit, openBench } from '../support/books/writerBench.ts';

const UNAVAILABLE = { kind: 'unavailable', status: 503, details: { retryAfter: expect.any(Number) } };

describe('a lock of another process', () => {
  test('delays hits, and none is lost or counted twice', async () => {
    await using bench = await openBench();
    const { file, writer, tables, pageviews } = bench;
    const lock = await lockFromOutside(file);
    const tried = bench.rollbacks(3);
    let answered = 0;
    const hits = Array.from({ length: 30 }, async (_, index) => {
      const outcome = await writer.enqueue(hit(index));
      answered += 1;
      return outcome;
    });
    await tried; // Three failed attempts.
    expect(answered).toBe(0);
    expect(await tables()).toEqual({ hits: 0, visits: 0, days: 0, drops: 0 }); // Reads continue.
    await lock.release();
    expect(await Promise.all(hits)).toEqual(Array(30).fill(null));
    expect(await pageviews()).toBe(30);
    expect(await tables()).toMatchObject({ hits: 30, visits: 30 });
  });

  test('times out for all waiting hits at once: later batches do not wait again', async () => {
    // Between two failed attempts 100 ms pass, however slow the machine is.
    let time = 0;
    const lockClock = () => (time += 100);
    await using bench = await openBench({ lockTimeout: 1_500, lockClock });
    const { db, file, writer, tables, pageviews, ends, logLines } = bench;
    const lock = await lockFromOutside(file);
    let rollbacks = 0;
    const refuse = (error: unknown) => {
      rollbacks ||= ends.rollbacks;
      expect(error).toMatchObject({ ...UNAVAILABLE, details: { retryAfter: 5 } });
      return 'refused';
    };
    // Three batches.
    const hits = Array.from({ length: 2_500 }, (_, index) => writer.enqueue(hit(index)).catch(refuse));
    expect(new Set(await Promise.all(hits))).toEqual(new Set(['refused']));
    expect(ends.rollbacks - rollbacks).toBe(2);
    // A hit that arrives while the lock is still held does not wait either.
    expect(await writer.enqueue(hit(1)).catch(refuse)).toBe('refused');
    expect(ends.rollbacks - rollbacks).toBe(3);
    expect(await db.writeFault()).toMatchObject({ fault: 'locked' });
    expect(logLines).toHaveLength(1);
    expect(JSON.parse(`${logLines}`)).toMatchObject({ cause: 'locked', msg: expect.stringContaining(file) });
    expect(await tables()).toEqual({ hits: 0, visits: 0, days: 0, drops: 0 });

    await lock.release();
    expect(await db.writeFault()).toBeNull();
    expect(await writer.enqueue(hit(1))).toBeNull();
    expect(await pageviews()).toBe(1);
    // The writer waits again for a later lock.
    const another = await lockFromOutside(file);
    const tried = bench.rollbacks(2);
    const late = writer.enqueue(hit(2));
    await tried;
    await another.release();
    expect(await late).toBeNull();
    expect(await pageviews()).toBe(2);
  });

  test('fails while a transaction of ours is open, from its first statement on', async () => {
    await using bench = await openBench();
    const { db, file } = bench;
    let seen: unknown;
    await db.write(async () => {
      seen = await lockFromOutside(file).then(
        () => 'locked',
        (error: Error) => error.message,
      );
    });
    expect(seen).toMatch(/SQLITE_BUSY/);
  });
});
