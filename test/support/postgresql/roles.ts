import { randomBytes } from 'node:crypto';
import { emptyDatabase, freshDatabase } from '../database.ts';
import { runSql } from './sql.ts';

/** A database with a role of its own that is no superuser, as operators create them. */
export interface RoleDatabase {
  /** The role, whose password is `visitor`. */
  role: string;
  /** The URL of the database for the role, with parameters. */
  url(parameters?: string): string;
  /** Runs SQL as the superuser. `$role` and `$database` stand for their names. */
  sql(text: string): Promise<Record<string, unknown>[]>;
  /** Names of the tables, as `schema.table`. */
  tables(): Promise<string[]>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** @param options.migrated begins with the tables of Footfall in `public`, which the superuser owns. */
export async function roleDatabase({ migrated = false, limit = -1 } = {}): Promise<RoleDatabase> {
  const database = await (migrated ? freshDatabase() : emptyDatabase());
  const name = new URL(database.url).pathname.slice(1);
  const role = `role_${randomBytes(6).toString('hex')}`;
  await runSql(`CREATE ROLE ${role} LOGIN PASSWORD 'visitor' CONNECTION LIMIT ${limit}`);
  const sql = (text: string) =>
    runSql(text.replaceAll('$role', role).replaceAll('$database', name), database.url);
  return {
    role,
    url(parameters = '') {
      const url = new URL(database.url);
      [url.username, url.password] = [role, 'visitor'];
      return url.href + parameters;
    },
    sql,
    async tables() {
      const rows = await sql(`
        SELECT schemaname || '.' || tablename AS "name" FROM pg_tables
        WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`);
      return rows.map((row) => String(row.name));
    },
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await runSql(`DROP ROLE ${role}`);
    },
  };
}
