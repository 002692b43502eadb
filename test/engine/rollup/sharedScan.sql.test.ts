import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from '../../../src/db/sql/sql.ts';
import { createPageCache, statLoader } from '../../../src/engine/rollup/loader.ts';
import type { StatQuery } from '../../../src/engine/rollup/statement.ts';
import { openTestDatabase, type TestDatabase } from '../../support/books/database.ts';
import { ALL_DAYS } from '../../support/months.ts';

/** Five years, with a thousand paths in every month. */
const MONTHS = Array.from({ length: 60 }, (_, index) => [
  202201 + (index % 12) + 100 * Math.floor(index / 12),
]);
const PATHS = Array.from({ length: 1_000 }, (_, index) => [`/articles/${index}`]);

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.db.write(async (tx) => {
    await tx.websiteLock.create({ data: { websiteId: 1, monthsThrough: ALL_DAYS } });
    const list = (rows: unknown[][]) => tx.dialect.elements(sql`${JSON.stringify(rows)}`);
    await tx.$executeRaw`
      INSERT INTO "Stat" ("websiteId", "name", "period", "value", "count")
      SELECT 1, 'page', CAST("month"."value" ->> 0 AS INTEGER), "path"."value" ->> 0, 1
      FROM ${list(MONTHS)} AS "month" CROSS JOIN ${list(PATHS)} AS "path"`;
  });
});
afterAll(() => database[Symbol.asyncDispose]());

/** Returns the shortest time, in ms, of this number of concurrent searches of one statistic. */
async function time(searches: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const loader = statLoader(database.db, createPageCache());
    const start = performance.now();
    const pages = await Promise.all(
      Array.from({ length: searches }, (_, n) => loader.load(search(`s/${n + 1}`))),
    );
    times.push(performance.now() - start);
    // `s/1` is part of /articles/1, 10 to 19 and 100 to 199.
    expect(pages[0]).toMatchObject({ total: 111, sum: 111 * 60 });
  }
  return Math.min(...times);
}

const search = (text: string): StatQuery => ({
  websiteId: 1,
  name: 'page',
  from: 20220101,
  to: 20261231,
  search: text,
  sort: 'max',
  offset: 0,
  limit: 10,
  hideBelow: 0,
});

test('forty searches of one statistic share one scan: they take less than eight times one', async () => {
  const one = await time(1);
  expect((await time(40)) / one).toBeLessThan(8);
});
