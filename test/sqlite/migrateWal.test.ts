import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import Sqlite from 'better-sqlite3';
import { migrate, migrationsFolder } from '../../src/db/migrations/migrate.ts';
import { emptyDatabase, MIGRATIONS, temporaryFolder } from '../support/database.ts';

test('a database that a server has left in WAL mode is migrated', async () => {
  await using older = await temporaryFolder();
  await using empty = await emptyDatabase();
  const [first = '', ...later] = MIGRATIONS;
  const folder = migrationsFolder(empty.url);
  await mkdir(older.folder, { recursive: true });
  await cp(path.join(folder, first), path.join(older.folder, first), { recursive: true });
  expect(await migrate(empty.url, { folder: older.folder })).toEqual([first]);
  const connection = new Sqlite(empty.file);
  expect(connection.pragma('journal_mode = WAL', { simple: true })).toBe('wal');
  connection.close();

  expect(later).not.toEqual([]);
  expect(await migrate(empty.url)).toEqual(later);
});
