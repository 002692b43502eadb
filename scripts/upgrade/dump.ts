import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { migrationsFolder } from '../../src/db/migrations/migrate.ts';

/** The table as Prisma's schema engine creates it. */
const MIGRATIONS_TABLE = `CREATE TABLE "_prisma_migrations" (
  id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0);`;

/** Inserted first, because other tables refer to their rows. */
const FIRST = ['Account', 'Website'];

/** The rows of a table as INSERT statements. */
async function inserts(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ row: string }>(
    `SELECT (
       SELECT string_agg(quote_nullable(value), ', ' ORDER BY position)
       FROM json_each_text(row_to_json("t")) WITH ORDINALITY AS "column" (name, value, position)
     ) AS "row" FROM "${table}" AS "t"`,
  );
  return rows.map(({ row }) => `INSERT INTO "${table}" VALUES (${row});`);
}

/**
 * Dumps a whole PostgreSQL database as SQL: the migrations that create its tables, and the rows.
 * @param migrations the names of its migrations.
 */
export async function dump(url: string, migrations: readonly string[]): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  const folder = migrationsFolder(url);
  const lines = [MIGRATIONS_TABLE];
  for (const name of migrations) lines.push(await readFile(path.join(folder, name, 'migration.sql'), 'utf8'));
  const { rows } = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' ORDER BY table_name`,
  );
  const others = rows.map(({ name }) => name).filter((name) => !FIRST.includes(name));
  for (const table of [...FIRST, ...others]) lines.push(...(await inserts(client, table)));
  const sequences = await client.query<{ name: string; last: string | null }>(
    `SELECT sequencename AS name, last_value AS last FROM pg_sequences
     WHERE schemaname = 'public' ORDER BY 1`,
  );
  for (const { name, last } of sequences.rows)
    if (last !== null) lines.push(`SELECT setval('"${name}"', ${last});`);
  await client.end();
  return `${lines.join('\n')}\n`;
}
