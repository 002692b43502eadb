import { expect, test } from '@jest/globals';
import { openSnapshots } from '../../src/db/open.ts';
import type { Snapshot } from '../../src/db/snapshot.ts';
import { sql } from '../../src/db/sql/sql.ts';
import { readFacts } from '../../src/engine/columns/read/facts.ts';
import { readDayRows } from '../../src/engine/columns/read/rows.ts';
import { freshDatabase } from '../support/database.ts';
import { runSql } from '../support/postgresql/sql.ts';

const WEBSITES = 40;
const DAYS = 20;

/** For each website and day: a hit and its visit, and as many of other days before. */
const FILL = `
  INSERT INTO "Visit" ("websiteId", "day", "visitor", "number", "hour", "startedAt", "lastAt", "path",
    "referrer", "campaign", "browser", "os", "device", "language", "resolution", "continent", "country",
    "city")
  SELECT w, 20261100 + d, n, 1, 0, 0, 0, '/', '', '', '', '', '', '', '', '', '', ''
  FROM generate_series(1, ${WEBSITES}) AS w, generate_series(1, ${DAYS}) AS d, generate_series(1, 60) AS n;
  INSERT INTO "Hit" ("websiteId", "id", "day", "visitor", "visit", "at", "hour", "path", "host")
  SELECT w, (EXTRACT(EPOCH FROM DATE '2026-11-01' + d - 1)::BIGINT * 1000 << 22) + n, 20261100 + d, n,
    1, 0, 0, '/', ''
  FROM generate_series(1, ${WEBSITES}) AS w, generate_series(1, ${DAYS}) AS d, generate_series(1, 60) AS n;
  INSERT INTO "DayTotal" SELECT w, 20261100 + d, 60, 60, 60, 0, 60, 0, 0
  FROM generate_series(1, ${WEBSITES}) AS w, generate_series(1, ${DAYS}) AS d;
  ANALYZE`;

test('days of many websites are looked up by their keys, and no table is read as a whole', async () => {
  await using database = await freshDatabase();
  await runSql(FILL, database.url);
  const connection = await openSnapshots(database.url);
  const plans: string[] = [];
  const found = await connection.read(async (real) => {
    const snapshot: Snapshot = {
      ...real,
      async select(statement) {
        plans.push((await real.select(sql`EXPLAIN ${statement}`)).join('\n'));
        return real.select(statement);
      },
    };
    const ranges = Array.from({ length: WEBSITES }, (_, index) => ({
      websiteId: index + 1,
      from: 20261105,
      to: 20261106,
    }));
    return readDayRows(snapshot, await readFacts(snapshot, ranges), 0);
  });
  await connection.close();
  expect(found.length).toBe(2 * WEBSITES);
  expect(found.every(({ hits, visits }) => hits.length === 60 && visits.length === 60)).toBe(true);
  expect(plans.length).toBe(3);
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on "/);
});
