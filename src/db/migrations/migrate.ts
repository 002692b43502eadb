import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { root } from '../../root.ts';
import { asFault } from '../health/faults.ts';
import type { Dialect } from '../sql/dialect.ts';
import { isPostgresql } from '../url.ts';
import type { Migrator, Queries } from './migrator.ts';

/** Returns the folder with the migrations of the database behind a URL. */
export function migrationsFolder(url: string): string {
  return path.join(root, 'prisma/migrations', isPostgresql(url) ? 'postgresql' : 'sqlite');
}

/** Filters for the schema engine: no tables or enums are managed externally. */
export const everything = { externalTables: [], externalEnums: [] };

/** Reads the migrations in a folder, in order, in the format of Prisma's schema engine. */
export async function readMigrations(folder: string): Promise<MigrationList> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return {
    baseDir: folder,
    lockfile: {
      path: 'migration_lock.toml',
      content: await readFile(path.join(folder, 'migration_lock.toml'), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.sort().map(async (name) => ({
        path: name,
        migrationFile: {
          path: 'migration.sql',
          content: {
            tag: 'ok' as const,
            value: await readFile(path.join(folder, name, 'migration.sql'), 'utf8'),
          },
        },
      })),
    ),
  };
}

/** Returns the names of the migrations that a database lacks; all of them if it is empty. */
export async function pendingMigrations(
  queries: Queries,
  dialect: Dialect,
  folder: string,
): Promise<string[]> {
  const list = await readMigrations(folder);
  const known = await queries.$queryRaw<unknown[]>`
    SELECT 1 FROM ${dialect.tables} AS "table" WHERE "table"."name" = '_prisma_migrations'`;
  const applied =
    known.length === 0
      ? []
      : await queries.$queryRaw<{ name: string }[]>`
          SELECT migration_name AS name FROM "_prisma_migrations"
          WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;
  const done = new Set(applied.map((row) => row.name));
  return list.migrationDirectories.map((directory) => directory.path).filter((name) => !done.has(name));
}

/**
 * Applies the missing migrations, and creates the SQLite file if it does not exist. If two processes start at
 * the same time, each migration is applied once.
 * @returns the names of the applied migrations; empty if the database was up to date. Then the engine is not
 *   loaded.
 * @throws DatabaseFault if the database cannot be opened or written; Error with the engine's message if a
 *   migration fails.
 */
export async function migrate(url: string): Promise<string[]> {
  const { faults, dialect, adapter, alone } = await migratorOf(url);
  const folder = migrationsFolder(url);
  try {
    return await alone(async (queries) => {
      if ((await pendingMigrations(queries, dialect, folder)).length === 0) return [];
      const { withSchemaEngine } = await import('./engine.ts');
      const migrationsList = await readMigrations(folder);
      return withSchemaEngine(adapter, async (engine) => {
        const result = await engine.applyMigrations({ migrationsList, filters: everything });
        return result.appliedMigrationNames;
      });
    });
  } catch (error) {
    throw asFault(error, faults);
  }
}

async function migratorOf(url: string): Promise<Migrator> {
  if (isPostgresql(url)) return (await import('../postgresql/migrator.ts')).postgresqlMigrator(url);
  return (await import('../sqlite/migrator.ts')).sqliteMigrator(url);
}
