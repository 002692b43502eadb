import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openDatabase } from '../../src/db/open.ts';
import { raw, sql } from '../../src/db/sql/sql.ts';
import { AppError } from '../../src/errors.ts';
import { openTestDatabase, type TestDatabase } from '../support/books/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const endless = (mark: string) => raw(`SELECT COUNT(*) AS "${mark}" FROM pg_sleep(86400)`);

/** The number of running statements with a mark. */
async function running(mark: string): Promise<number> {
  const [row] = await database.db.select<{ n: number }>(sql`
    SELECT COUNT(*) AS "n" FROM pg_stat_activity
    WHERE "state" = 'active' AND "query" LIKE ${`%${mark}%`} AND "query" LIKE '%pg_sleep(%'
      AND "pid" <> pg_backend_pid()`);
  return Number(row?.n);
}

async function until(mark: string, count: number): Promise<void> {
  while ((await running(mark)) !== count);
}

test('statements of a client that leaves are cancelled; their connections stay usable', async () => {
  const client = new AbortController();
  // The maximum number of concurrent statements of one viewer.
  const reads = [1, 2, 3, 4].map((n) =>
    database.db.select(endless(`left ${n}`), { viewer: 'a', signal: client.signal }),
  );
  const ends = Promise.allSettled(reads);
  await until('left', 4);
  client.abort(new AppError('unavailable', 'The client left.'));
  for (const end of await ends) expect(end).toMatchObject({ reason: { message: 'The client left.' } });
  await until('left', 0);
  const numbers = Array.from({ length: 20 }, (_, n) => n);
  const rows = await Promise.all(numbers.map((n) => database.db.select(sql`SELECT ${n}::int AS "n"`)));
  expect(rows).toEqual(numbers.map((n) => [{ n }]));
});

test('a statement that exceeds its time limit is cancelled on the server', async () => {
  // Long enough for the short statement after it, also on a busy machine.
  const hurried = await openDatabase(database.url, { readMs: 1_000 });
  await expect(hurried.select(endless('slow'))).rejects.toMatchObject({ kind: 'timeout' });
  await until('slow', 0);
  expect(await hurried.select(sql`SELECT 1 AS "one"`)).toEqual([{ one: 1 }]);
  await hurried.close();
});
