import { expect, test } from '@jest/globals';
import DataLoader from 'dataloader';
import { threadDialect } from '../../src/db/sqlite/dialect.ts';
import { openReader } from '../../src/db/sqlite/reader.ts';
import { totalsLoader } from '../../src/engine/rollup/totals.ts';
import { openTestDatabase } from '../support/books/database.ts';

/** The number of days from 2026 on that have totals, and of ranges for each of which they are added up. */
const DAYS = 30_000;
const RANGES = 50;

/** The CPU time of this process in µs: other processes make no difference. */
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

test('sums of many ranges can be ended while they are added up, not only before', async () => {
  await using database = await openTestDatabase();
  await database.db.write(
    (tx) => tx.$executeRaw`
      WITH RECURSIVE "n" AS (SELECT 0 AS "i" UNION ALL SELECT "i" + 1 FROM "n" WHERE "i" < ${DAYS - 1})
      INSERT INTO "DayTotal" ("websiteId", "day", "visitors", "visits", "pageviews", "events", "bounces",
        "duration", "revision")
      SELECT 1, CAST(strftime('%Y%m%d', '2026-01-01', "i" || ' days') AS INTEGER), 1, 1, 1, 0, 1, 0, 0
      FROM "n"`,
  );
  let asked = 0;
  const reader = openReader(database.url, () => {
    asked = cpu();
    return true;
  });
  let [start, end] = [0, 0];
  const noImports = new DataLoader<number, never[]>(async (ids) => ids.map(() => []));
  const select = {
    dialect: threadDialect,
    select: async <Row>({ sql, values }: { sql: string; values: readonly unknown[] }) => {
      start = cpu();
      const rows = reader.select(sql, values as never) as Row[];
      end = cpu();
      return rows;
    },
  };
  const loader = totalsLoader(select as never, noImports);
  const found = await Promise.all(
    Array.from({ length: RANGES }, (_, index) =>
      loader.load([{ from: 20260101, to: 22000101 + index, websiteIds: [1] }]),
    ),
  );
  reader.close();
  expect(found.map(({ visitors }) => visitors)).toEqual(Array(RANGES).fill(DAYS));
  // The last question whether it may continue is before the last of the sums.
  expect((asked - start) / (end - start)).toBeGreaterThan(0.8);
});
