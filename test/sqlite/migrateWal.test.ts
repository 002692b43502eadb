import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import Sqlite from 'better-sqlite3';
import { withSchemaEngine } from '../../src/db/migrations/engine.ts';
import { everything, migrate, migrationsFolder, readMigrations } from '../../src/db/migrations/migrate.ts';
import { sqliteAdapter } from '../../src/db/sqlite/open.ts';
import { emptyDatabase, MIGRATIONS, temporaryFolder } from '../support/database.ts';

test('a database that a server has left in WAL mode is migrated', async () => {
  await using older = await temporaryFolder();
  await using empty = await emptyDatabase();
  const [first = '', ...later] = MIGRATIONS;
  const folder = migrationsFolder(empty.url);
  await mkdir(older.folder, { recursive: true });
  for (const name of [first, 'migration_lock.toml'])
    await cp(path.join(folder, name), path.join(older.folder, name), { recursive: true });
  const migrationsList = await readMigrations(older.folder);
  await withSchemaEngine(sqliteAdapter(empty.url, 250), (engine) =>
    engine.applyMigrations({ migrationsList, filters: everything }),
  );
  const connection = new Sqlite(empty.file);
  expect(connection.pragma('journal_mode = WAL', { simple: true })).toBe('wal');
  connection.close();

  expect(later).not.toEqual([]);
  expect(await migrate(empty.url)).toEqual(later);
});
