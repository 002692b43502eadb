import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate } from '../../src/db/migrate.ts';
import { runSql } from './postgresql/sql.ts';

/** The database that this run of the suite is on (jest.config.js). */
export const KIND =
  (globalThis as { footfallDatabase?: 'sqlite' | 'postgresql' }).footfallDatabase ?? 'sqlite';

/** A database of a test's own. */
export interface FreshDatabase {
  url: string;
  /** The file, on SQLite. */
  file: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Deletes a folder when the test is over. */
export async function temporaryFolder(): Promise<{ folder: string; [Symbol.asyncDispose](): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'footfall-test-'));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

let template: Promise<string> | undefined;

/** A database of the newest migration: migrated once (for all tests of a file, or of a run), copied for each. */
export async function freshDatabase(): Promise<FreshDatabase> {
  if (KIND === 'postgresql') return createDatabase('TEMPLATE footfall_template');
  template ??= (async () => {
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'footfall-template-')), 'template.db');
    await migrate(`file:${file}`);
    return file;
  })();
  const empty = await emptyDatabase();
  await copyFile(await template, empty.file);
  return empty;
}

/** A database without any table. */
export async function emptyDatabase(): Promise<FreshDatabase> {
  if (KIND === 'postgresql') return createDatabase('');
  const temporary = await temporaryFolder();
  const file = path.join(temporary.folder, 'footfall.db');
  return { url: `file:${file}`, file, [Symbol.asyncDispose]: temporary[Symbol.asyncDispose] };
}

async function createDatabase(how: string): Promise<FreshDatabase> {
  const name = `footfall_${randomBytes(8).toString('hex')}`;
  await runSql(`CREATE DATABASE ${name} ${how}`);
  const url = new URL(process.env.FOOTFALL_TEST_POSTGRESQL ?? '');
  url.pathname = name;
  return {
    url: url.href,
    file: '',
    async [Symbol.asyncDispose]() {
      await runSql(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

const inFolders = new Map<string, Promise<FreshDatabase>>();

/**
 * The environment of a program in a folder: its database is the one of that folder, as it is by default on SQLite.
 */
export async function environmentIn(
  folder: string,
  env: Record<string, string>,
): Promise<Record<string, string>> {
  if (KIND === 'sqlite' || env.DATABASE_URL !== undefined) return env;
  let database = inFolders.get(folder);
  if (!database) {
    database = emptyDatabase();
    inFolders.set(folder, database);
  }
  return { DATABASE_URL: (await database).url, ...env };
}
