import { sql } from '../../src/db/sql/sql.ts';
import type { TestServer } from './server.ts';

type Row = Record<string, unknown>;

/** The rows of a query that only tests use; 64-bit integers are converted to numbers. */
export async function rows<T extends object = Row>(server: TestServer, sql: string): Promise<T[]> {
  const found = await server.deps.db.read.$queryRawUnsafe<Row[]>(sql);
  return found.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
    ),
  ) as T[];
}

/** The number of rows of a table that belong to a website. */
export async function countOf(server: TestServer, table: string, websiteId: number): Promise<number> {
  const [row] = await rows<{ n: number }>(
    server,
    `SELECT COUNT(*) AS "n" FROM "${table}" WHERE "websiteId" = ${websiteId}`,
  );
  return row?.n ?? 0;
}

/** Every row of every table, without the last use of API keys and shared links. */
export async function dump(server: TestServer): Promise<Record<string, string[]>> {
  const { db } = server.deps;
  const tables = await db.select<{ name: string }>(sql`
    SELECT "name" FROM ${db.dialect.tables} AS "table" ORDER BY "name"`);
  const content: Record<string, string[]> = {};
  for (const { name } of tables) {
    const found = await db.read.$queryRawUnsafe<Row[]>(`SELECT * FROM "${name}"`);
    const texts = found.map(({ lastUsedAt: _, ...row }) =>
      JSON.stringify(row, (_key, value) => (typeof value === 'bigint' ? `${value}n` : value)),
    );
    content[name] = texts.sort();
  }
  return content;
}
