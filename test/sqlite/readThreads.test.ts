import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { raw, sql } from '../../src/db/sql/sql.ts';
import { RUNNING } from '../../src/db/sqlite/dialect.ts';
import {
  createReadThreads,
  type ReadThreadOptions,
  type ReadThreads,
} from '../../src/db/sqlite/readThreads.ts';
import { AppError } from '../../src/errors.ts';
import { createLog } from '../../src/log.ts';
import { root } from '../../src/root.ts';
import { openTestDatabase, type TestDatabase } from '../support/books/database.ts';
import { temporaryFolder } from '../support/server.ts';

let database: TestDatabase;
let threads: ReadThreads;
const log = createLog('silent', false);
const threadsOn = (file: string, options: Partial<ReadThreadOptions> = {}) =>
  createReadThreads(`file:${file}`, { count: 1, statementMs: 0, log, ...options });
const start = (count: number) => threadsOn(database.file, { count });

beforeAll(async () => {
  database = await openTestDatabase();
  threads = start(1);
});
afterAll(async () => {
  await threads.close();
  await database[Symbol.asyncDispose]();
});

/** Takes tens of milliseconds and returns a random number. */
const slow = () => sql`
  WITH RECURSIVE "n" AS (SELECT 1 AS "i" UNION ALL SELECT "i" + 1 FROM "n" WHERE "i" < ${100_000})
  SELECT MAX("i") AS "most", random() AS "chance" FROM "n"`;

describe('a read thread', () => {
  test('returns rows as objects and integers as numbers', async () => {
    expect(await threads.select(sql`SELECT ${'ä'} AS "text", 2 * ${21} AS "number", NULL AS "none"`)).toEqual(
      [{ text: 'ä', number: 42, none: null }],
    );
  });

  test('rejects writes', async () => {
    const statement = sql`INSERT INTO "Setting" VALUES ('a', 'b') RETURNING "key"`;
    await expect(threads.select(statement)).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
  });

  test('reports the error of a statement and continues', async () => {
    await expect(threads.select(sql`SELECT * FROM "Nothing"`)).rejects.toThrow('no such table: Nothing');
    expect(await threads.select(sql`SELECT 1 AS "one"`)).toEqual([{ one: 1 }]);
  });

  test('sees all commits before the request, even for repeated queries', async () => {
    const count = sql`SELECT COUNT(*) AS "n" FROM "Setting"`;
    for (let index = 0; index < 20; index += 1) {
      // The same query from before the commit is queued in front of it.
      const before = [threads.select(slow()), threads.select(count), threads.select(count)];
      await database.db.write((tx) => tx.$executeRaw`INSERT INTO "Setting" VALUES (${`key ${index}`}, '')`);
      expect(await threads.select(count)).toEqual([{ n: index + 1 }]);
      await Promise.all(before);
    }
  });

  test('runs identical queued queries once', async () => {
    const busy = threads.select(slow());
    const same = await Promise.all([threads.select(slow()), threads.select(slow()), threads.select(slow())]);
    expect(new Set(same.map((rows) => JSON.stringify(rows))).size).toBe(1);
    expect(same[0]).not.toEqual(await busy);
  });
});

test('several threads read concurrently and return to each caller its own result', async () => {
  const several = start(3);
  const numbers = Array.from({ length: 50 }, (_, index) => index);
  const rows = await Promise.all(numbers.map((n) => several.select(sql`SELECT ${n} AS "n"`)));
  expect(rows).toEqual(numbers.map((n) => [{ n }]));
  await several.close();
});

test('work between reads runs after the reads in progress and before later requests', async () => {
  const order: string[] = [];
  const note = (name: string) => () => void order.push(name);
  const under = threads.select(slow()).then(note('under way'));
  const work = threads.between(async () => {
    await setImmediate();
    order.push('work begins');
    await setImmediate();
    order.push('work ends');
  }, 60_000);
  const meanwhile = threads.select(sql`SELECT 1`).then(note('meanwhile'));
  await Promise.all([under, work, meanwhile]);
  expect(order).toEqual(['under way', 'work begins', 'work ends', 'meanwhile']);
});

test('reading continues if the work between reads fails', async () => {
  await expect(threads.between(() => Promise.reject(new Error('No.')), 60_000)).rejects.toThrow('No.');
  expect(await threads.select(sql`SELECT 1 AS "one"`)).toEqual([{ one: 1 }]);
});

test('reading continues if the work between reads takes too long', async () => {
  let end: () => void = () => undefined;
  const work = new Promise<void>((resolve) => {
    end = resolve;
  });
  const between = threads.between(() => work, 1);
  expect(await threads.select(sql`SELECT 1 AS "one"`)).toEqual([{ one: 1 }]);
  end();
  await between;
  expect(await threads.select(sql`SELECT 2 AS "two"`)).toEqual([{ two: 2 }]);
});

test('close waits for running reads and rejects queued ones', async () => {
  const one = threadsOn(database.file, { graceMs: 60_000 });
  const asked = [one.select(slow()), one.select(sql`SELECT 1`)];
  const settled = Promise.allSettled(asked);
  await one.close();
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  await expect(one.select(sql`SELECT 1`)).rejects.toMatchObject({ kind: 'unavailable' });
});

describe('an endless statement', () => {
  const endless = raw(`
    WITH RECURSIVE "n" AS (SELECT 1 AS "i" UNION ALL SELECT "i" + 1 FROM "n")
    SELECT COUNT(*) FROM "n" WHERE ${RUNNING}("i")`);
  const one = async (reads: ReadThreads) => {
    expect(await reads.select(sql`SELECT 1 AS "one"`)).toEqual([{ one: 1 }]);
  };

  test('is interrupted at its deadline, and its thread continues', async () => {
    // Long enough for the short statement after them, also on a busy machine.
    const reads = threadsOn(database.file, { statementMs: 500 });
    // More statements than threads.
    const all = Array.from({ length: 5 }, () => reads.select(endless));
    for (const end of await Promise.allSettled(all))
      expect(end).toMatchObject({ reason: { kind: 'timeout' } });
    await one(reads);
    await reads.close();
  });

  test('is interrupted when its client disconnects, and its thread continues', async () => {
    const client = new AbortController();
    const asked = threads.select(endless, { viewer: 'a', signal: client.signal });
    const mine = Promise.allSettled([asked]);
    await one(threads);
    client.abort(new AppError('unavailable', 'The client left.'));
    expect((await mine)[0]).toMatchObject({ reason: { message: 'The client left.' } });
    await threads.between(() => one(threads), 0);
  });

  test('is interrupted when the threads are closed', async () => {
    const reads = threadsOn(database.file);
    const asked = Promise.allSettled([reads.select(endless)]);
    await reads.close();
    expect((await asked)[0]).toMatchObject({ reason: { kind: 'unavailable' } });
  });
});

test('a thread that crashes during a read is replaced, and the statement is retried', async () => {
  await using temporary = await temporaryFolder();
  const program = path.join(root, 'test/support/mortalReader.mjs');
  const mortal = threadsOn(database.file, { program });
  const file = path.join(temporary.folder, 'dead');
  const asked = [mortal.select(sql`SELECT ${file} AS "file"`), mortal.select(sql`SELECT 1 AS "one"`)];
  expect(await Promise.all(asked)).toEqual([[{ file }], [{ one: 1 }]]);
  expect(existsSync(file)).toBe(true);
  await mortal.close();
});

test('a thread that cannot open the database reports the error and is retried', async () => {
  await using temporary = await temporaryFolder();
  const file = path.join(temporary.folder, 'a.db');
  const none = threadsOn(file);
  await expect(none.select(sql`SELECT 1`)).rejects.toMatchObject({ code: 'SQLITE_CANTOPEN' });
  await copyFile(database.file, file);
  expect(await none.select(sql`SELECT 1 AS "one"`)).toEqual([{ one: 1 }]);
  await none.close();
});
