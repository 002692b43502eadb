import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { migrate, migrationsFolder } from '../../../src/db/migrations/migrate.ts';
import { openDatabase } from '../../../src/db/open.ts';
import { emptyDatabase, MIGRATIONS, temporaryFolder } from '../../support/database.ts';

const LAST = '20261129070000_day_totals';
const NAMES = ['visitors', 'visits', 'pageviews', 'events', 'bounces', 'duration', 'revision'];

test('totals become one row a day, with increments that waited in locks and without months', async () => {
  await using database = await emptyDatabase();
  await using temporary = await temporaryFolder();
  const all = migrationsFolder(database.url);
  const folder = path.join(temporary.folder, 'earlier');
  await mkdir(folder);
  const earlier = MIGRATIONS.slice(0, MIGRATIONS.indexOf('20261129012000_deferred_totals'));
  for (const name of earlier) await cp(path.join(all, name), path.join(folder, name), { recursive: true });
  expect(await migrate(database.url, { folder })).toEqual(earlier);
  const deferred = JSON.stringify([
    [20261120, { visits: [['2026-11-20', 2]], duration: [['2026-11-20', -70]], page: [['/ “a”', 1]] }],
    [20261130, { visits: [['2026-11-30', 5]], page: [['/b', 0]] }],
  ]);
  const before = await openDatabase(database.url);
  await before.write(async (tx) => {
    await tx.$executeRaw`
      INSERT INTO "WebsiteLock" ("websiteId", "deleted", "monthsThrough", "usage", "deferred")
      VALUES (1, FALSE, 20261125, '', ${deferred}), (2, TRUE, 0, '', '')`;
    for (const [index, name] of NAMES.entries())
      await tx.$executeRaw`
        INSERT INTO "Stat" ("websiteId", "name", "period", "value", "count")
        VALUES (1, ${name}, 20261120, '2026-11-20', ${100 + index}),
          (1, ${name}, 202611, '2026-11-20', ${100 + index})`;
    // The first version counted events by their names alone.
    await tx.$executeRaw`
      INSERT INTO "Stat" ("websiteId", "name", "period", "value", "count")
      VALUES (2, 'event', 20260801, 'Buy', 3), (2, 'event', 20260801, 'See', 4),
        (2, 'visitors', 20260801, '2026-08-01', 1), (1, 'event', 20261120, 'Buy', 1000)`;
  });
  await before.close();
  const applied = await migrate(database.url);
  expect(applied).toContain(LAST);

  const db = await openDatabase(database.url);
  const days = await db.read.dayTotal.findMany({ orderBy: [{ websiteId: 'asc' }, { day: 'asc' }] });
  const NONE = Object.fromEntries(NAMES.map((name) => [name, 0n]));
  expect(days).toEqual([
    {
      websiteId: 1,
      day: 20261120,
      visitors: 100n,
      visits: 103n,
      pageviews: 102n,
      events: 103n,
      bounces: 104n,
      duration: 35n,
      revision: 106n,
    },
    { ...NONE, websiteId: 1, day: 20261130, visits: 5n },
    { ...NONE, websiteId: 2, day: 20260801, visitors: 1n, events: 7n },
  ]);
  // Deleted websites stay deleted.
  expect(await db.read.websiteLock.findMany({ orderBy: { websiteId: 'asc' } })).toEqual([
    { websiteId: 1, deleted: false },
    { websiteId: 2, deleted: true },
  ]);
  await db.close();
});
