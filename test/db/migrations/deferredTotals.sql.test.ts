import { expect, test } from '@jest/globals';
import { migrate } from '../../../src/db/migrations/migrate.ts';
import { openDatabase } from '../../../src/db/open.ts';
import { freshDatabase } from '../../support/database.ts';

test('increments that waited in locks are added to days, and to months that include them', async () => {
  await using database = await freshDatabase();
  const before = await openDatabase(database.url);
  const deferred = JSON.stringify([
    [20261120, { visits: [['2026-11-20', 2]], duration: [['2026-11-20', -70]], page: [['/ “a”', 1]] }],
    [20261130, { visits: [['2026-11-30', 5]], page: [['/b', 0]] }],
  ]);
  await before.write(async (tx) => {
    await tx.websiteLock.createMany({
      data: [
        { websiteId: 1, monthsThrough: 20261125, deferred },
        { websiteId: 2, deferred: '' },
      ],
    });
    await tx.stat.createMany({
      data: [
        { websiteId: 1, name: 'duration', period: 20261120, value: '2026-11-20', count: 100 },
        { websiteId: 1, name: 'duration', period: 202611, value: '2026-11-20', count: 100 },
      ],
    });
    // The migration changes rows alone, so it can be applied again.
    await tx.$executeRaw`DELETE FROM "_prisma_migrations" WHERE "migration_name" LIKE '%deferred_totals'`;
  });
  await before.close();
  expect(await migrate(database.url)).toEqual(['20261129012000_deferred_totals']);
  const db = await openDatabase(database.url);
  const rows = await db.read.stat.findMany({ orderBy: [{ name: 'asc' }, { period: 'asc' }] });
  expect(rows.map(({ name, period, value, count }) => [name, period, value, Number(count)])).toEqual([
    ['duration', 202611, '2026-11-20', 30],
    ['duration', 20261120, '2026-11-20', 30],
    ['page', 202611, '/ “a”', 1],
    ['page', 20261120, '/ “a”', 1],
    ['visits', 202611, '2026-11-20', 2],
    ['visits', 20261120, '2026-11-20', 2],
    ['visits', 20261130, '2026-11-30', 5],
  ]);
  const locks = await db.read.websiteLock.findMany();
  expect(locks.map((lock) => lock.deferred)).toEqual(['', '']);
  await db.close();
});
