import { expect, test } from '@jest/globals';
import { openDirect } from '../../src/db/open.ts';
import { citusDialect, postgresqlDialect } from '../../src/db/postgresql/dialect.ts';
import { openPostgresqlDirect } from '../../src/db/postgresql/direct.ts';
import { freshDatabase } from '../support/database.ts';
import { runSql } from '../support/postgresql/sql.ts';

test("a transaction fails with its callback's error, or else with the first database error", async () => {
  await using database = await freshDatabase();
  const direct = await openDirect(database.url);
  try {
    const meant = direct.transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 / 0`.catch((error: unknown) => {
        throw new Error('It cannot be divided.', { cause: error });
      });
    });
    await expect(meant).rejects.toThrow('It cannot be divided.');
    const first = direct.transaction(async (tx) => {
      await tx.$executeRaw`SELECT 1 / 0`;
      await tx.$queryRaw`SELECT 1`;
    });
    await expect(first).rejects.toThrow('division by zero');
  } finally {
    await direct.close();
  }
});

test('a statement is planned once per connection, not for each execution', async () => {
  await using database = await freshDatabase();
  const direct = await openDirect(database.url);
  try {
    const plans = await direct.transaction(async (tx) => {
      for (let number = 0; number < 10; number += 1)
        await tx.$queryRaw`SELECT "deleted" FROM "WebsiteLock" WHERE "websiteId" = ${number}`;
      return tx.$queryRaw`
        SELECT "generic_plans" AS "generic", "custom_plans" AS "custom" FROM pg_prepared_statements
        WHERE "statement" LIKE '%"deleted"%' AND "statement" NOT LIKE '%pg_prepared_statements%'`;
    });
    expect(plans).toEqual([{ generic: 10n, custom: 0n }]);
  } finally {
    await direct.close();
  }
});

test('the connection reconnects within ten seconds after its database was distributed', async () => {
  await using database = await freshDatabase();
  const clock = { now: 0 };
  let noticed = 0;
  const direct = openPostgresqlDirect(
    database.url,
    {
      onDistributed: () => {
        noticed += 1;
      },
    },
    () => clock.now,
  );
  const look = () =>
    direct.transaction(async (tx) => {
      const [row] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS "pid"`;
      return [tx.dialect, row?.pid] as const;
    });
  try {
    const [dialect, first] = await look();
    expect(dialect).toBe(postgresqlDialect);
    await runSql(
      'CREATE TABLE pg_dist_partition AS SELECT CAST(\'"Visit"\' AS regclass) AS logicalrelid',
      database.url,
    );
    clock.now = 9_999;
    expect(await look()).toEqual([postgresqlDialect, first]);
    clock.now = 10_000;
    const [after, second] = await look();
    expect(after).toBe(citusDialect);
    expect(second).not.toBe(first);
    clock.now = 60_000;
    expect((await look())[1]).toBe(second);
    expect(noticed).toBe(1);
  } finally {
    await direct.close();
  }
});
