import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import type { Drop } from '../src/ingest/hit.ts';
import { verifyRollups } from '../src/rollup/verify.ts';
import { lockFromOutside } from './support/books/lock.ts';
import { hit, openBench } from './support/books/writerBench.ts';

const UNAVAILABLE = { kind: 'unavailable', status: 503, details: { retryAfter: expect.any(Number) } };

describe('a transaction that fails', () => {
  test.each(['Visit', 'Hit', 'Stat'])(
    'in %s rejects its hits, leaves nothing behind, and spares later hits',
    async (table) => {
      await using bench = await openBench();
      const { db, logLines, writer, raw, tables, pageviews, hold } = bench;
      await writer.record(hit(1));
      const before = await tables();
      const value = table === 'Stat' ? 'value' : 'path';
      await raw(`CREATE TRIGGER "poison" BEFORE INSERT ON "${table}" WHEN NEW."${value}" = '/poison'
        BEGIN SELECT RAISE(ABORT, 'poisoned'); END`);
      const drop: Drop = { websiteId: 2, day: 20261122, reason: 'bot' };
      const held = hold();
      const lone = writer.record(hit(2, '/lone'));
      await setImmediate(); // It goes ahead of those that wait together.
      const batch = [hit(3), hit(4, '/poison'), drop, hit(5, '/', 2)].map((item) => writer.record(item));
      held.go();
      const results = await Promise.allSettled([lone, ...batch]);
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', ...Array(4).fill('rejected')]);
      for (const result of results.slice(1)) {
        expect(result).toEqual({ status: 'rejected', reason: expect.objectContaining(UNAVAILABLE) });
      }
      const after = await tables();
      expect(after).toMatchObject({ hits: before.hits + 1, visits: before.visits + 1, drops: 0 });
      expect(await db.read.stat.count({ where: { websiteId: 2 } })).toBe(0);
      expect(logLines.join('\n')).toContain('poisoned');

      expect(await Promise.all([writer.record(hit(3)), writer.record(hit(5, '/', 2))])).toEqual([null, null]);
      expect([await pageviews(1), await pageviews(2)]).toEqual([3, 1]);
      expect((await verifyRollups(db)).differences).toEqual([]);
    },
  );
});

describe('another process that has the database locked', () => {
  test('delays hits, and none is lost or counted twice', async () => {
    await using bench = await openBench();
    const { file, writer, tables, pageviews } = bench;
    const lock = await lockFromOutside(file);
    const tried = bench.rollbacks(3);
    let answered = 0;
    const hits = Array.from({ length: 30 }, async (_, index) => {
      const outcome = await writer.record(hit(index));
      answered += 1;
      return outcome;
    });
    await tried; // Three attempts in vain.
    expect(answered).toBe(0);
    expect(await tables()).toEqual({ hits: 0, visits: 0, stats: 0, drops: 0 }); // Reading goes on.
    await lock.release();
    expect(await Promise.all(hits)).toEqual(Array(30).fill(null));
    expect(await pageviews()).toBe(30);
    expect(await tables()).toMatchObject({ hits: 30, visits: 30 });
  });

  test('outlasts the patience of all hits at once: those behind the first do not wait as long again', async () => {
    await using bench = await openBench({ lockPatience: 300 });
    const { db, file, writer, tables, pageviews, ends, logLines } = bench;
    const lock = await lockFromOutside(file);
    let rollbacks = 0;
    const refuse = (error: unknown) => {
      rollbacks ||= ends.rollbacks;
      expect(error).toMatchObject({ ...UNAVAILABLE, details: { retryAfter: 5 } });
      return 'refused';
    };
    // Three batches.
    const hits = Array.from({ length: 2_500 }, (_, index) => writer.record(hit(index)).catch(refuse));
    expect(new Set(await Promise.all(hits))).toEqual(new Set(['refused']));
    expect(ends.rollbacks - rollbacks).toBe(2);
    // Nor does one that comes while the lock is still there.
    expect(await writer.record(hit(1)).catch(refuse)).toBe('refused');
    expect(ends.rollbacks - rollbacks).toBe(3);
    expect(await db.writeFault()).toMatchObject({ fault: 'locked' });
    expect(logLines).toHaveLength(1);
    expect(JSON.parse(`${logLines}`)).toMatchObject({ cause: 'locked', msg: expect.stringContaining(file) });
    expect(await tables()).toEqual({ hits: 0, visits: 0, stats: 0, drops: 0 });

    await lock.release();
    expect(await db.writeFault()).toBeNull();
    expect(await writer.record(hit(1))).toBeNull();
    expect(await pageviews()).toBe(1);
    // A lock met later is waited for again.
    const another = await lockFromOutside(file);
    const tried = bench.rollbacks(2);
    const late = writer.record(hit(2));
    await tried;
    await another.release();
    expect(await late).toBeNull();
    expect(await pageviews()).toBe(2);
  });

  test('finds it locked while a transaction of ours is open, from its first statement on', async () => {
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
