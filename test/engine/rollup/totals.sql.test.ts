import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fromJson } from '../../../src/db/sql/dialect.ts';
import { quoted, raw } from '../../../src/db/sql/sql.ts';
import { NO_SUMS, type Sums } from '../../../src/engine/registry/metrics.ts';
import { importLoader } from '../../../src/engine/rollup/imports.ts';
import { type TotalQuery, totalsLoader } from '../../../src/engine/rollup/totals.ts';
import { openTestDatabase, type TestDatabase } from '../../support/books/database.ts';
import { runs } from '../../support/properties.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const NAMES = ['visitors', 'visits', 'pageviews', 'events', 'bounces', 'duration'] as const;
const COLUMNS = [...NAMES, 'revision'] as const;
/** Days at the ends of months and years. */
const DAYS = [20271130, 20271201, 20271231, 20280101, 20280228, 20280229, 20280301, 20280331];

const counted = fc.record({
  websiteId: fc.constantFrom(1, 2),
  name: fc.constantFrom(...COLUMNS),
  day: fc.constantFrom(...DAYS),
  count: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constantFrom(2 ** 31, 2 ** 40)),
});
type Counted = typeof counted extends fc.Arbitrary<infer Row> ? Row : never;

const day = fc.constantFrom(10000101, ...DAYS, 99991231);
const range = fc
  .record({ one: day, other: day, websiteIds: fc.uniqueArray(fc.constantFrom(1, 2, 3)) })
  .map(({ one, other, websiteIds }) => ({
    from: Math.min(one, other),
    to: Math.max(one, other),
    websiteIds,
  }));
const queries: fc.Arbitrary<TotalQuery[]> = fc.array(fc.array(range, { maxLength: 3 }), {
  minLength: 1,
  maxLength: 5,
});

/** Replaces the totals of days with these counts. */
async function store(list: readonly Counted[]): Promise<void> {
  const rows = list.map(({ websiteId, name, day: at, count }) => [websiteId, name, at, count]);
  const columns = { websiteId: 'INTEGER', name: 'TEXT', day: 'INTEGER', count: 'BIGINT' } as const;
  const sums = COLUMNS.map((name) => `SUM(CASE WHEN "name" = '${name}' THEN "count" ELSE 0 END)`);
  await database.db.write(async (tx) => {
    await tx.$executeRaw`DELETE FROM "DayTotal"`;
    await tx.$executeRaw`
      INSERT INTO "DayTotal" ("websiteId", "day", ${raw(quoted(COLUMNS))})
      SELECT "websiteId", "day", ${raw(sums.join(', '))}
      FROM ${fromJson(tx.dialect, rows, columns)} AS "new" GROUP BY 1, 2`;
  });
}

function slowTotals(list: readonly Counted[], query: TotalQuery): Sums {
  const sums = { ...NO_SUMS };
  for (const { from, to, websiteIds } of query)
    for (const row of list) {
      const name = NAMES.find((one) => one === row.name);
      if (!name || !websiteIds.includes(row.websiteId) || row.day < from || row.day > to) continue;
      sums[name] += row.count;
      if (name === 'pageviews') sums.views += row.count;
    }
  return sums;
}

test('totals of websites and ranges, asked at once, are those of a slow recount by days', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(counted, { maxLength: 60, size: 'max' }), queries, async (list, asked) => {
      await store(list);
      const loader = totalsLoader(database.db, importLoader(database.db));
      const found = await Promise.all(asked.map((query) => loader.load(query)));
      expect(found).toEqual(asked.map((query) => slowTotals(list, query)));
    }),
    { numRuns: runs(50) },
  );
});
