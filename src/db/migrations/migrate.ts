import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../root.ts';
import { asFault } from '../health/faults.ts';
import type { Dialect } from '../sql/dialect.ts';
import { isPostgresql } from '../url.ts';
import { applyNext, type Migration, readApplied } from './apply.ts';
import type { MigrationOptions, Migrator, Queries } from './migrator.ts';

/** Returns the folder with the migrations of the database behind a URL. */
export function migrationsFolder(url: string): string {
  return path.join(root, 'prisma/migrations', isPostgresql(url) ? 'postgresql' : 'sqlite');
}

/** Reads the migrations in a folder, in order. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => ({
      name,
      script: await readFile(path.join(folder, name, 'migration.sql'), 'utf8'),
    })),
  );
}

/** Returns the names of the migrations that a database lacks; all of them if it is empty. */
export async function pendingMigrations(
  queries: Queries,
  dialect: Dialect,
  folder: string,
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const { applied } = await readApplied(queries, dialect);
  return migrations.map(({ name }) => name).filter((name) => !applied.has(name));
}

/**
 * Applies the missing migrations, and creates the SQLite file if it does not exist. Each is one transaction,
 * so the next call goes on after a process that was killed (decision 054). If two processes start at the same
 * time, each migration is applied once.
 * @returns the names of the applied migrations; empty if the database was up to date.
 * @throws DatabaseFault if the database cannot be opened or written; MigrationError if a migration fails.
 */
export async function migrate(
  url: string,
  { folder = migrationsFolder(url), ...options }: MigrationOptions & { folder?: string } = {},
): Promise<string[]> {
  const migrator = await migratorOf(url, options);
  const { dialect, faults, withSession } = migrator;
  const migrations = await readMigrations(folder);
  try {
    return await withSession(async ({ queries, requireRights, transaction }) => {
      const applied: string[] = [];
      for (;;) {
        // Without the lock: a database that is up to date may be read-only, or locked by another process.
        const { applied: known } = await readApplied(queries, dialect);
        if (migrations.every(({ name }) => known.has(name))) return applied;
        if (applied.length === 0) await requireRights();
        const name = await transaction((tx) => applyNext(tx, migrations, migrator));
        if (name !== null) applied.push(name);
      }
    });
  } catch (error) {
    throw asFault(error, faults);
  }
}

async function migratorOf(url: string, options: MigrationOptions): Promise<Migrator> {
  if (isPostgresql(url)) return (await import('../postgresql/migrator.ts')).postgresqlMigrator(url, options);
  return (await import('../sqlite/migrator.ts')).sqliteMigrator(url, options);
}
