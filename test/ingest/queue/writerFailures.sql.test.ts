import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import type { Drop } from '../../../src/ingest/hit.ts';
import { verifyRollups } from '../../../src/ingest/store/verify.ts';
import { hit, openBench } from '../../support/books/writerBench.ts';
import { KIND } from '../../support/database.ts';

const UNAVAILABLE = { kind: 'unavailable', status: 503, details: { retryAfter: expect.any(Number) } };

/** Makes the database reject rows with this value. */
const POISON = {
  sqlite: (table: string, column: string, value: string) =>
    `CREATE TRIGGER "poison" BEFORE INSERT ON "${table}" WHEN NEW."${column}" = ${value}
      BEGIN SELECT RAISE(ABORT, 'poisoned'); END`,
  postgresql: (table: string, column: string, value: string) =>
    `ALTER TABLE "${table}" ADD CONSTRAINT "poisoned" CHECK ("${column}" <> ${value})`,
};

describe('a failed transaction', () => {
  test.each(['Visit', 'Hit', 'DayTotal'])(
    'in %s rejects its hits, leaves no rows behind and does not affect later hits',
    async (table) => {
      await using bench = await openBench();
      const { db, logLines, writer, raw, tables, pageviews, hold } = bench;
      await writer.enqueue(hit(1));
      const before = await tables();
      // A batch adds the number of its events to a day.
      const [column, value] = table === 'DayTotal' ? ['events', '1'] : ['path', `'/poison'`];
      await raw(POISON[KIND](table, column, value));
      const drop: Drop = { websiteId: 2, day: 20261122, reason: 'bot' };
      const held = hold();
      const lone = writer.enqueue(hit(2, '/lone'));
      await setImmediate(); // The lone hit gets its own transaction; the later items share one.
      const event = { name: 'Sign up', value: null, unit: null };
      const poison = table === 'DayTotal' ? { ...hit(4), event } : hit(4, '/poison');
      const batch = [hit(3), poison, drop, hit(5, '/', 2)].map((item) => writer.enqueue(item));
      held.go();
      const results = await Promise.allSettled([lone, ...batch]);
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', ...Array(4).fill('rejected')]);
      for (const result of results.slice(1)) {
        expect(result).toEqual({ status: 'rejected', reason: expect.objectContaining(UNAVAILABLE) });
      }
      const after = await tables();
      expect(after).toMatchObject({ hits: before.hits + 1, visits: before.visits + 1, drops: 0 });
      expect(await db.read.dayTotal.count({ where: { websiteId: 2 } })).toBe(0);
      expect(logLines.join('\n')).toContain('poisoned');

      expect(await Promise.all([writer.enqueue(hit(3)), writer.enqueue(hit(5, '/', 2))])).toEqual([
        null,
        null,
      ]);
      expect([await pageviews(1), await pageviews(2)]).toEqual([3, 1]);
      expect((await verifyRollups(db)).differences).toEqual([]);
    },
  );
});
