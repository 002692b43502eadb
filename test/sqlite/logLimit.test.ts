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

/** Polls a condition, because no event signals it. Gives up after 8,000 checks. */
async function until(done: () => Promise<boolean>): Promise<boolean> {
  for (let looks = 0; looks < 8_000; looks += 1) {
    if (await done()) return true;
    await sleep(5);
  }
  return false;
}

/** Resolves when all work that waits for neither timers nor the file system is done. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('the write-ahead log is truncated', () => {
  function bench() {
    /** There is no log at first. */
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
    const look = createLogLimit(
      sizeOf,
      shorten,
      () => undefined,
      () => state.time,
    );
    return {
      /** Sets the length of the log. */
      log(bytes: number): void {
        state.size = bytes;
      },
      /** Advances the clock and checks the log. @returns the number of truncations requested so far. */
      async after(ms: number): Promise<number> {
        state.time += ms;
        look();
        await settled();
        return state.calls;
      },
      /** Finishes the truncation: true if it succeeded, false if it was not possible, null if it threw. */
      async ends(done: boolean | null): Promise<void> {
        state.end(done);
        await settled();
      },
    };
  }

  test('if it is too long, one truncation at a time, with a check every second', async () => {
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

  test('even if it did not exist at the previous check', async () => {
    const one = bench();
    expect(await one.after(0)).toBe(0);
    one.log(65 * MB);
    expect(await one.after(1_000)).toBe(1);
  });

  test('again later if the truncation fails', async () => {
    const one = bench();
    one.log(65 * MB);
    expect(await one.after(0)).toBe(1);
    await one.ends(null);
    expect(await one.after(1_999)).toBe(1);
    expect(await one.after(1)).toBe(2);
  });

  test('with growing pauses of at most a minute while truncation is not possible', async () => {
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

/** Starts a read transaction. @returns a function that ends it. */
function readOn(file: string): () => void {
  const connection = new Sqlite(file, { readonly: true });
  const rows = connection
    .prepare(
      'WITH RECURSIVE "n" AS (SELECT 1 AS "i" UNION ALL SELECT "i" + 1 FROM "n") SELECT "i", (SELECT ' +
        'COUNT(*) FROM "Setting") FROM "n"',
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

test('a log that another process keeps long is reported once, and when it is short again', async () => {
  await using empty = await openTestDatabase();
  const lines: { level: number; msg: string }[] = [];
  const log = createLog('info', false, { write: (line) => void lines.push(JSON.parse(line)) });
  const db = await openDatabase(`file:${empty.file}`, { readThreads: { count: 1, log } });
  const said = async (what: RegExp) => {
    await db.write((tx) => tx.setting.deleteMany({ where: { key: 'none' } }));
    return lines.some(({ msg }) => what.test(msg));
  };
  const end = readOn(empty.file);
  await writeLongLog(db, 140);
  expect(await until(() => said(/-wal has \d{3} MB, and grows while a process reads from/))).toBe(true);
  expect(lines.map(({ level }) => level)).toEqual([40]);
  end();
  expect(await until(() => said(/log is short again/))).toBe(true);
  expect((await stat(`${empty.file}-wal`)).size).toBeLessThan(64 * MB);
  expect(lines).toHaveLength(2);
  await db.close();
});

test('the log of a database that is only written becomes short again', async () => {
  await using empty = await openTestDatabase();
  const log = createLog('silent', false);
  const db = await openDatabase(`file:${empty.file}`, { readThreads: { count: 1, log } });
  const end = readOn(empty.file);
  await writeLongLog(db, 70);
  end();
  const short = await until(async () => {
    await db.write((tx) => tx.setting.deleteMany({ where: { key: 'none' } }));
    return (await stat(`${empty.file}-wal`)).size < 64 * MB;
  });
  await db.close();
  expect(short).toBe(true);
});

test('the log of a database under constant reads becomes short again', async () => {
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
  'deleted data is removed from the log, even after a long read (%i threads)',
  async (count) => {
    await using empty = await openTestDatabase();
    const log = createLog('silent', false);
    const db = await openDatabase(`file:${empty.file}`, { readThreads: { count, log } });
    await db.write((tx) => tx.$executeRaw`INSERT INTO "Setting" VALUES ('secret', 'much to be forgotten')`);
    const end = readOn(empty.file);
    await db.write((tx) => tx.$executeRaw`DELETE FROM "Setting"`);
    const scrubbed = db.scrub();
    // Not yet: the open read transaction still sees the data.
    expect(await Promise.race([scrubbed.then(() => 'gone'), sleep(30, 'still there')])).toBe('still there');
    end();
    await scrubbed;
    expect((await stat(`${empty.file}-wal`)).size).toBe(0);
    expect((await readFile(empty.file)).includes('much to be forgotten')).toBe(false);
    await db.close();
  },
);
