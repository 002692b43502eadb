import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import { root } from '../../../src/root.ts';
import { emptyDatabase, type FreshDatabase, KIND } from '../database.ts';
import { runSql } from '../postgresql/sql.ts';

/** The folder with the databases of released versions (scripts/upgrade/fixture.ts). */
export const FIXTURES = path.join(root, 'test/upgrade');

/** Restores the database of a released version. */
export async function restoreVersion(version: string): Promise<FreshDatabase> {
  const database = await emptyDatabase();
  const name = KIND === 'sqlite' ? 'sqlite.db.gz' : 'postgresql.sql.gz';
  const content = gunzipSync(await readFile(path.join(FIXTURES, version, name)));
  if (KIND === 'sqlite') await writeFile(database.file, content);
  else await runSql(content.toString(), database.url);
  return database;
}

/**
 * The columns of each table, its rows as lines of text, and the names of the migrations in
 * `_prisma_migrations`.
 */
export type Content = Record<string, unknown>;

const NAMES = 'SELECT migration_name FROM "_prisma_migrations" WHERE finished_at IS NOT NULL ORDER BY 1';

/** Reads everything in a database. */
export async function readContent({ url, file }: FreshDatabase): Promise<Content> {
  const content: Content = {};
  if (KIND === 'sqlite') {
    const connection = new Sqlite(file);
    const all = (sql: string) => connection.prepare(sql).all() as Record<string, unknown>[];
    content.integrity = connection.pragma('integrity_check', { simple: true });
    for (const { name, sql } of all("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite%'"))
      content[String(name)] = sql;
    for (const { name } of all("SELECT name FROM sqlite_master WHERE type = 'table'"))
      if (!/^(sqlite|_prisma)/.test(String(name)))
        content[`rows of ${name}`] = connection
          .prepare(`SELECT * FROM "${name}"`)
          .raw()
          .all()
          .map((row) => JSON.stringify(row))
          .sort()
          .join('\n');
    content.migrations = all(NAMES);
    connection.close();
    return content;
  }
  content.columns = await runSql(
    `SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
     WHERE table_schema = 'public' ORDER BY 1, 2`,
    url,
  );
  content.indexes = await runSql(
    "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1",
    url,
  );
  for (const { name } of await runSql(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    url,
  ))
    if (name !== '_prisma_migrations')
      content[`rows of ${name}`] = await runSql(
        `SELECT row_to_json(t)::text AS row FROM "${name}" AS t ORDER BY 1`,
        url,
      );
  content.migrations = await runSql(NAMES, url);
  return content;
}
