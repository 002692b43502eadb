import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createLogLimit } from '../../src/db/logLimit.ts';
import { openDatabase } from '../../src/db/open.ts';
import { sql } from '../../src/db/sql.ts';
import { createLog } from '../../src/log.ts';
import { openTestDatabase } from '../support/books/database.ts';
import { temporaryFolder } from '../support/server.ts';

const MB = 2 ** 20;

/** Waits until something is true: what is under way says so in no other way. Gives up after a thousand looks. */
async function until(done: () => Promise<boolean>): Promise<boolean> {
  for (let looks = 0; looks < 1_000; looks += 1) {
    if (await done()) return true;
    await sleep(5);
  }
  return false;
}

/** Ends when the file system has answered all that was asked so far. */
async function settled(file: string): Promise<void> {
  for (let index = 0; index < 20; index += 1) await stat(file);
}

test('a log is shortened when it is long, by one at a time, and looked at once a second', async () => {
  await using temporary = await temporaryFolder();
  const file = path.join(temporary.folder, 'a.db');
  const log = await open(`${file}-wal`, 'w');
  let time = 0;
  let calls = 0;
  let finish: () => void = () => undefined;
  const shorten = () => {
    calls += 1;
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  };
  const look = createLogLimit(file, shorten, () => time);
  const lookAfter = async (ms: number) => {
    time += ms;
    look();
    await settled(`${file}-wal`);
    return calls;
  };
  await log.truncate(64 * MB);
  expect(await lookAfter(0)).toBe(0);
  await log.truncate(65 * MB);
  expect(await lookAfter(999)).toBe(0);
  expect(await lookAfter(1)).toBe(1);
  expect(await lookAfter(5_000)).toBe(1);
  finish();
  await settled(`${file}-wal`);
  expect(await lookAfter(5_000)).toBe(2);
  await log.close();
});

test('a log that is missing is no reason to complain', async () => {
  const look = createLogLimit('/nowhere/a.db', () => Promise.reject(new Error('No.')));
  look();
  await settled('/');
});

test('the log of a database that somebody always reads stays short', async () => {
  await using empty = await openTestDatabase();
  const log = createLog('silent', false);
  const db = await openDatabase(`file:${empty.file}`, { readThreads: { count: 2, log } });
  const size = async () => (await stat(`${empty.file}-wal`)).size;
  // Each begins before the other ends.
  const slow = (n: number) => sql`
    WITH RECURSIVE "n" AS (SELECT 1 AS "i" UNION ALL SELECT "i" + 1 FROM "n" WHERE "i" < ${300_000 + n})
    SELECT MAX("i"), (SELECT COUNT(*) FROM "Setting") FROM "n"`;
  let stop = false;
  const reading = [1, 2, 3, 4].map(async (n) => {
    while (!stop) await db.select(slow(n));
  });
  let most = 0;
  for (let written = 0; written < 100; written += 1) {
    await db.write(
      (tx) => tx.$executeRaw`
      INSERT INTO "Setting" VALUES ('long', hex(zeroblob(${MB})))
      ON CONFLICT ("key") DO UPDATE SET "value" = hex(randomblob(${MB}))`,
    );
    most = Math.max(most, await size());
  }
  expect(most).toBeGreaterThan(64 * MB);
  const short = await until(async () => (await size()) < 64 * MB);
  stop = true;
  await Promise.all(reading);
  await db.close();
  expect(short).toBe(true);
});
