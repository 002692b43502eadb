import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { copiesTable, nextMigration } from '../../../scripts/nextMigration.ts';
import { migrate, migrationsFolder } from '../../../src/db/migrations/migrate.ts';
import { openDatabase } from '../../../src/db/open.ts';
import { emptyDatabase, KIND, MIGRATIONS } from '../../support/database.ts';

test('an empty database is migrated once and is then ready, repeatedly in one process', async () => {
  for (let round = 0; round < 2; round += 1) {
    await using empty = await emptyDatabase();
    const { url } = empty;
    expect(await migrate(url)).toEqual(MIGRATIONS);
    expect(await migrate(url)).toEqual([]);
    const db = await openDatabase(url);
    if (KIND === 'sqlite')
      expect(await db.read.$queryRaw`PRAGMA journal_mode`).toEqual([{ journal_mode: 'wal' }]);
    await expect(db.read.setting.create({ data: { key: 'a', value: 'b' } })).rejects.toThrow(
      /readonly|read-only|cannot be written|attempt to write/i,
    );
    await db.close();
  }
});

test('concurrent migrations of an empty database are applied once', async () => {
  await using empty = await emptyDatabase();
  const applied = await Promise.all([migrate(empty.url), migrate(empty.url), migrate(empty.url)]);
  expect(applied.flat().sort()).toEqual(MIGRATIONS);
});

test('a completed migration leaves no timer behind', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  await using empty = await emptyDatabase();
  const before = timers();
  await migrate(empty.url);
  expect(timers()).toBe(before);
});

test('no migration copies a table, which would lose its form and the counter of its ids', async () => {
  await using empty = await emptyDatabase();
  const scriptOf = (name: string) =>
    readFileSync(path.join(migrationsFolder(empty.url), name, 'migration.sql'), 'utf8');
  // It copies small tables with row ids, and keeps their counters (test/sqlite/teams).
  const kept = KIND === 'sqlite' ? ['20261130123000_teams'] : [];
  expect(MIGRATIONS.filter((name) => copiesTable(scriptOf(name)))).toEqual(kept);
});

test('the migrations create the tables of the schema', async () => {
  await using empty = await emptyDatabase();
  expect(await nextMigration(empty.url)).toBeNull();
});
