import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import Sqlite from 'better-sqlite3';
import { migrate } from '../../../src/db/migrations/migrate.ts';
import { root } from '../../../src/root.ts';
import {
  emptyDatabase,
  type FreshDatabase,
  KIND,
  MIGRATIONS,
  temporaryFolder,
} from '../../support/database.ts';
import { randomMoments } from '../../support/moments.ts';
import { runSql } from '../../support/postgresql/sql.ts';
import { run } from '../../support/process.ts';
import { FIXTURES, readContent, restoreVersion } from '../../support/upgrade/restore.ts';

const draw = randomMoments('kills of processes that migrate');

/** The oldest version. */
const [VERSION = ''] = readdirSync(FIXTURES);

async function contentAfterMigration() {
  await using database = await restoreVersion(VERSION);
  await migrate(database.url);
  return await readContent(database);
}

test('a process that is killed while it migrates leaves a database that the next one migrates', async () => {
  const expected = await contentAfterMigration();
  await using temporary = await temporaryFolder();
  await using database = await restoreVersion(VERSION);
  const env = {
    DATABASE_URL: database.url,
    FOOTFALL_ROOT: root,
    NODE_OPTIONS: `--import=${pathToFileURL(path.join(root, 'test/support/upgrade/killAt.mjs'))}`,
  };
  for (let round = 0; round < 3; round += 1) {
    const ended = await run('bin/footfall.js', ['migrate'], temporary.folder, {
      ...env,
      KILL_AT: String(5 + draw(20)),
    });
    expect(ended).toMatchObject({ code: null, stdout: '', stderr: '' });
  }
  const last = await run('bin/footfall.js', ['migrate'], temporary.folder, { DATABASE_URL: database.url });
  expect(last).toMatchObject({ code: 0, stderr: '' });
  expect(await readContent(database)).toEqual(expected);
});

describe('a migration that an earlier version began and did not complete', () => {
  /** Leaves the row that versions without transactions left behind when they were killed. */
  async function interrupt({ url, file }: FreshDatabase, name: string, script = '') {
    const row = `INSERT INTO "_prisma_migrations" (id, checksum, migration_name) VALUES ('1', '', '${name}')`;
    if (KIND === 'postgresql') return void (await runSql(`${row}; ${script}`, url));
    const connection = new Sqlite(file);
    connection.exec(`${row}; ${script}`);
    connection.close();
  }

  test('is applied if nothing of it was executed', async () => {
    const expected = await contentAfterMigration();
    await using database = await restoreVersion(VERSION);
    const name = MIGRATIONS.find((each) => each.endsWith('_security_log')) ?? '';
    await interrupt(database, name);
    expect(await migrate(database.url)).toContain(name);
    expect(await readContent(database)).toEqual(expected);
  });

  test('is reported with its name and what to do if a part of it was executed', async () => {
    await using database = await restoreVersion(VERSION);
    const name = MIGRATIONS.find((each) => each.endsWith('_security_log')) ?? '';
    await interrupt(database, name, 'CREATE TABLE "SecurityEvent" (id INTEGER)');
    await expect(migrate(database.url)).rejects.toThrow(
      new RegExp(`earlier version .* ${name}, .*"?SecurityEvent"? already exists.*Restore the backup`),
    );
  });
});

test('a database of another application is left alone', async () => {
  await using database = await emptyDatabase();
  const script = 'CREATE TABLE invoices (id INTEGER)';
  if (KIND === 'postgresql') await runSql(script, database.url);
  else new Sqlite(database.file).exec(script).close();
  await expect(migrate(database.url)).rejects.toThrow(/not one of Footfall: it has a table invoices/);
});
