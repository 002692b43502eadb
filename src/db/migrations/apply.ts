import { createHash, randomUUID } from 'node:crypto';
import type { Faults } from '../health/faults.ts';
import type { Dialect } from '../sql/dialect.ts';
import type { Migrator, Queries, SchemaTransaction } from './migrator.ts';

/** A migration as it is in `prisma/migrations`. */
export interface Migration {
  name: string;
  script: string;
}

/** A migration cannot be applied. The message says why and what to do; it is shown without a stack trace. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** A database that no migration has touched. */
const NOTHING = { applied: new Set<string>(), interrupted: new Set<string>(), isNew: true };

/**
 * Reads which migrations a database has.
 * @returns `interrupted`: those that an earlier version began and did not complete.
 */
export async function readApplied(queries: Queries, dialect: Dialect): Promise<typeof NOTHING> {
  const known = await queries.$queryRaw<unknown[]>`
    SELECT 1 FROM ${dialect.tables} AS "table" WHERE "table"."name" = '_prisma_migrations'`;
  if (known.length === 0) return NOTHING;
  const rows = await queries.$queryRaw<{ name: string; finished: number }[]>`
    SELECT migration_name AS "name", CASE WHEN finished_at IS NULL THEN 0 ELSE 1 END AS "finished"
    FROM "_prisma_migrations" WHERE rolled_back_at IS NULL`;
  const names = (finished: boolean) =>
    new Set(rows.filter((row) => (Number(row.finished) === 1) === finished).map(({ name }) => name));
  return { applied: names(true), interrupted: names(false), isNew: false };
}

/**
 * Applies the first missing migration and records it, in the format of `prisma migrate`. Both happen in one
 * transaction, so a process that is killed leaves no part of it behind.
 * @returns its name; null if none is missing.
 * @throws MigrationError; errors of the database that pass.
 */
export async function applyNext(
  tx: SchemaTransaction,
  migrations: readonly Migration[],
  { faults, dialect, moment, empty }: Pick<Migrator, 'faults' | 'dialect' | 'moment' | 'empty'>,
): Promise<string | null> {
  const { applied, interrupted, isNew } = await readApplied(tx, dialect);
  const next = migrations.find(({ name }) => !applied.has(name));
  if (!next) return null;
  if (isNew) {
    await refuseForeign(tx, dialect, empty);
    await tx.execute(createTable(moment));
  } else if (applied.size > 0 && !migrations.some(({ name }) => applied.has(name)))
    throw foreign('other migrations', empty);
  const { name, script } = next;
  try {
    await tx.execute(script);
  } catch (error) {
    throw explained(error, faults, name, interrupted.has(name));
  }
  // Versions that did not use transactions left such rows. If nothing of the script had been executed, it has
  // just succeeded.
  if (interrupted.has(name))
    await tx.$queryRaw`
      UPDATE "_prisma_migrations" SET rolled_back_at = CURRENT_TIMESTAMP
      WHERE migration_name = ${name} AND finished_at IS NULL AND rolled_back_at IS NULL RETURNING 1`;
  const checksum = createHash('sha256').update(script).digest('hex');
  await tx.$queryRaw`
    INSERT INTO "_prisma_migrations"
      (id, checksum, finished_at, migration_name, started_at, applied_steps_count)
    VALUES (${randomUUID()}, ${checksum}, CURRENT_TIMESTAMP, ${name}, CURRENT_TIMESTAMP, 1) RETURNING 1`;
  return name;
}

/** @throws MigrationError if the database has tables of another application. */
async function refuseForeign(tx: SchemaTransaction, dialect: Dialect, empty: string): Promise<void> {
  const [table] = await tx.$queryRaw<{ name: string }[]>`
    SELECT "table"."name" AS "name" FROM ${dialect.tables} AS "table" ORDER BY "table"."name" LIMIT 1`;
  if (table) throw foreign(`a table ${table.name}`, empty);
}

const foreign = (what: string, empty: string) =>
  new MigrationError(`The database in DATABASE_URL is not one of Footfall: it has ${what}. Set ${empty}.`);

const createTable = (moment: Migrator['moment']) => `
  CREATE TABLE "_prisma_migrations" (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at ${moment},
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at ${moment},
    started_at ${moment} NOT NULL DEFAULT CURRENT_TIMESTAMP,
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;

function explained(error: unknown, faults: Faults, name: string, wasInterrupted: boolean): unknown {
  // It passes, or has its own advice.
  if (faults.kindOf(error)) return error;
  const { message } = error as Error;
  const text = wasInterrupted
    ? `An earlier version of Footfall was stopped during the migration ${name}, and left a part of it ` +
      `(${message}). Restore the backup from before the upgrade, and start this version again.`
    : `The migration ${name} failed, and has changed nothing: ${message}`;
  return new MigrationError(text, { cause: error });
}
