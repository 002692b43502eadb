import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { PrismaClient } from '../generated/prisma/client.ts';
import { root } from '../root.ts';
import { asFault } from './faults.ts';
import { sqliteAdapter } from './open.ts';
import { sqlitePath } from './sqlite.ts';

/** The folder of the migrations of SQLite. */
export const migrationsFolder = path.join(root, 'prisma/migrations/sqlite');

const LOCK_WAIT_MS = 10_000;

/** No table or enum is managed by anybody else. */
export const everything = { externalTables: [], externalEnums: [] };

/** The migrations on disk, in order, in the form that Prisma's schema engine takes. */
export async function readMigrations(folder = migrationsFolder): Promise<MigrationList> {
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

/** Names of the migrations that the database behind `client` lacks: all of them where it is empty. */
export async function pendingMigrations(client: Pick<PrismaClient, '$queryRaw'>): Promise<string[]> {
  const list = await readMigrations();
  const known = await client.$queryRaw<unknown[]>`
    SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_prisma_migrations'`;
  const applied =
    known.length === 0
      ? []
      : await client.$queryRaw<{ name: string }[]>`
          SELECT migration_name AS name FROM "_prisma_migrations"
          WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;
  const done = new Set(applied.map((row) => row.name));
  return list.migrationDirectories.map((directory) => directory.path).filter((name) => !done.has(name));
}

/**
 * Brings the database to the newest migration, making the file where there is none.
 * @returns the names of the migrations applied; empty when it was up to date (then the engine is not loaded).
 * @throws DatabaseFault when the file cannot be opened or written; Error when a migration fails, with the engine's message.
 */
export async function migrate(url: string): Promise<string[]> {
  try {
    return await applyMigrations(url);
  } catch (error) {
    throw asFault(error, sqlitePath(url));
  }
}

async function applyMigrations(url: string): Promise<string[]> {
  const adapter = sqliteAdapter(url, LOCK_WAIT_MS);
  const client = new PrismaClient({ adapter });
  const pending = await pendingMigrations(client).finally(() => client.$disconnect());
  if (pending.length === 0) return [];

  const { withSchemaEngine } = await import('./engine.ts');
  const migrationsList = await readMigrations();
  return withSchemaEngine(adapter, async (engine) => {
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: everything });
    return appliedMigrationNames;
  });
}
