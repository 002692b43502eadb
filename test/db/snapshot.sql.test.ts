import { expect, test } from '@jest/globals';
import { openDatabase, openDirect, openSnapshots } from '../../src/db/open.ts';
import { sql } from '../../src/db/sql/sql.ts';
import { CITUS, loneDatabase } from '../support/database.ts';

const READ = sql`SELECT "events" FROM "DayTotal"`;

test('the version of a snapshot changes with a commit of another connection, and not before', async () => {
  await using database = await loneDatabase();
  // It also sets the mode of SQLite's log in which reading does not keep others from writing.
  const opened = await openDatabase(database.url);
  const snapshots = await openSnapshots(database.url);
  const direct = await openDirect(database.url);
  const commit = (count: number) =>
    direct.transaction(
      (tx) => tx.$executeRaw`
        INSERT INTO "DayTotal" ("websiteId", "day", "visitors", "visits", "pageviews", "events", "bounces",
          "duration", "revision")
        VALUES (${count}, 20261124, 0, 0, 0, ${count}, 0, 0, 0)`,
    );
  const look = () =>
    snapshots.read(async ({ select, version }) => [await version(), (await select(READ)).length] as const);
  try {
    const [before, empty] = await look();
    expect(empty).toBe(0);
    // The version of a coordinator would say nothing about commits of other machines.
    expect(before === null).toBe(CITUS);
    if (CITUS) return;
    expect(await look()).toEqual([before, 0]);
    await commit(1);
    const [after, rows] = await look();
    expect(rows).toBe(1);
    expect(after).not.toBe(before);
    await snapshots.read(async ({ select, version }) => {
      const first = await version();
      await commit(2);
      // The version is that of the snapshot, not the latest.
      expect([await version(), (await select(READ)).length]).toEqual([first, 1]);
      expect(first).toBe(after);
    });
    const [last] = await look();
    expect([before, after]).not.toContain(last);
  } finally {
    await direct.close();
    await snapshots.close();
    await opened.close();
  }
});
