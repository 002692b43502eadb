import { readFile, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import Sqlite from 'better-sqlite3';
import type { Database } from '../../src/db/database.ts';
import { openDatabase } from '../../src/db/open.ts';
import { sql } from '../../src/db/sql/sql.ts';
import { createLogLimit } from '../../src/db/sqlite/logLimit.ts';
import { createLog } from '../../src/log.ts';
import { openTestDatabase } from '../support/books/database.ts';

const MB = 2 ** 20;

/** Waits until something is true: what is under way says so in no other way. Gives up after a thousand looks. */
async function until(done: () => Promise<boolean>): Promise<boolean> {
  for (let looks = 0; looks < 1_000; looks += 1) {
    if (await done()) return true;
    await sleep(5);
  }
  return false;
}

/** Ends when everything that waits for no clock and no file system is done. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('a log is shortened', () => {
  function bench() {
    /** Without a log at first. */
    const state = {
      time: 0,
      calls: 0,
      size: null as number | null,
      end: (_: boolean | null) => undefined as unknown,
    };
    const shorten = () => {
      state.calls += 1;
      return new Promise<boolean>((resolve, reject) => {
        state.end = (done) => (done === null ? reject(new Error('The disk is full.')) : resolve(done));
      });
    };
    const sizeOf = async () => {
      if (state.size === null) throw new Error('There is no log.');
      return state.size;
    };
    const look = createLogLimit(sizeOf, shorten, () => state.time);
    return {
      /** Makes the log so long. */
      log(bytes: number): void {
        state.size = bytes;
      },
      /** How often it was to be shortened, after a look so much later. */
      async after(ms: number): Promise<number> {
        state.time += ms;
        look();
        await settled();
        return state.calls;
      },
      /** Ends the shortening: whether it could; null where it failed. */
      async ends(done: boolean | null): Promise<void> {
        state.end(done);
        await settled();
      },
    };
  }

  test('when it is long, by one at a time, and looked at once a second', async () => {
    const one = bench();
    one.log(64 * MB);
    expect(await one.after(0)).toBe(0);
    one.log(65 * MB);
    expect(await one.after(999)).toBe(0);
    expect(await one.after(1)).toBe(1);
    expect(await one.after(5_000)).toBe(1);
    await one.ends(true);
    expect(await one.after(999)).toBe(1);
    expect(await one.after(1)).toBe(2);
  });

  test('also where there was none at the look before', async () => {
    const one = bench();
    expect(await one.after(0)).toBe(0);
    one.log(65 * MB);
    expect(await one.after(1_000)).toBe(1);
  });

  test('later, where that fails', async () => {
    const one = bench();
    one.log(65 * MB);
    expect(await one.after(0)).toBe(1);
    await one.ends(null);
    expect(await one.after(1_999)).toBe(1);
    expect(await one.after(1)).toBe(2);
  });

  test('less and less often where it cannot be, but once a minute at least', async () => {
    const one = bench();
    one.log(65 * MB);
    let calls = await one.after(0);
    for (const pause of [2, 4, 8, 16, 32, 60, 60]) {
      await one.ends(false);
      expect(await one.after(pause * 1_000 - 1)).toBe(calls);
      calls += 1;
      expect(await one.after(1)).toBe(calls);
    }
    await one.ends(true);
    expect(await one.after(1_000)).toBe(calls + 1);
  });
});

/** Begins to read from the database as it is now. @returns ends it. */
function readOn(file: string): () => void {
  const connection = new Sqlite(file, { readonly: true });
  const rows = connection
    .prepare(
      'WITH RECURSIVE "n" AS (SELECT 1 AS "i" UNION ALL SELECT "i" + 1 FROM "n") SELECT "i", (SELECT COUNT(*) FROM "Setting") FROM "n"',
    )
    .iterate();
  rows.next();
  return () => {
    rows.return?.();
    connection.close();
  };
}

async function writeLongLog(db: Database, megabytes: number): Promise<void> {
  for (let written = 0; written < megabytes; written += 2) {
    await db.write(
      (tx) => tx.$executeRaw`
        INSERT INTO "Setting" VALUES ('long', hex(randomblob(${MB})))
        ON CONFLICT ("key") DO UPDATE SET "value" = hex(randomblob(${MB}))`,
    );
  }
}

test('the log of a database that somebody always reads becomes short again', async () => {
  await using empty = await openTestDatabase();
  const log = createLog('silent', false);
  const db = await openDatabase(`file:${empty.file}`, { readThreads: { count: 2, log } });
  const size = async () => (await stat(`${empty.file}-wal`)).size;
  const end = readOn(empty.file);
  await writeLongLog(db, 80);
  expect(await size()).toBeGreaterThan(64 * MB);
  end();
  const slow = (n: number) => sql`
    WITH RECURSIVE "n" AS (SELECT 1 AS "i" UNION ALL SELECT "i" + 1 FROM "n" WHERE "i" < ${100_000 + n})
    SELECT MAX("i"), (SELECT COUNT(*) FROM "Setting") FROM "n"`;
  let stop = false;
  const reading = [1, 2, 3, 4].map(async (n) => {
    while (!stop) await db.select(slow(n));
  });
  const short = await until(async () => (await size()) < 64 * MB);
  stop = true;
  await Promise.all(reading);
  await db.close();
  expect(short).toBe(true);
});

test.each([0, 2])(
  'what is deleted is gone from the log, also if somebody reads for a while (%i threads)',
  async (count) => {
    await using empty = await openTestDatabase();
    const log = createLog('silent', false);
    const db = await openDatabase(`file:${empty.file}`, { readThreads: { count, log } });
    await db.write((tx) => tx.$executeRaw`INSERT INTO "Setting" VALUES ('secret', 'much to be forgotten')`);
    const end = readOn(empty.file);
    await db.write((tx) => tx.$executeRaw`DELETE FROM "Setting"`);
    const scrubbed = db.scrub();
    // Not yet: who reads has it before the eyes.
    expect(await Promise.race([scrubbed.then(() => 'gone'), sleep(30, 'still there')])).toBe('still there');
    end();
    await scrubbed;
    expect((await stat(`${empty.file}-wal`)).size).toBe(0);
    expect((await readFile(empty.file)).includes('much to be forgotten')).toBe(false);
    await db.close();
  },
);
