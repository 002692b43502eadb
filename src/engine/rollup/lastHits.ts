import DataLoader from 'dataloader';
import type { Database } from '../../db/database.ts';
import { Sql, sql } from '../../db/sql/sql.ts';

/** SQLite refuses a statement with more than 500 parts. */
const MAX_PARTS = 400;

/** The newest hit of a website is the last row of its key, so the number of hits does not matter. */
const lastOf = (id: number) => sql`
  SELECT * FROM (
    SELECT "websiteId", "at" FROM "Hit" WHERE "websiteId" = ${id} ORDER BY "id" DESC LIMIT 1
  ) AS "last"`;

/** Joins statements, without parentheses around them. */
const union = (parts: readonly Sql[]) =>
  new Sql(['', ...parts.slice(1).map(() => ' UNION ALL '), ''], [...parts]);

/**
 * Loads the time of the latest counted hit by the website's id, in Unix milliseconds; null for none. One
 * SELECT reads all websites, except on Citus, where a statement with LIMIT has one website.
 */
export function lastHitLoader({
  read,
  dialect,
}: Pick<Database, 'read' | 'dialect'>): DataLoader<number, number | null> {
  const maxBatchSize = dialect.spansWebsites ? MAX_PARTS : 1;
  return new DataLoader(
    async (ids) => {
      const rows = await read.$queryRaw<{ websiteId: number | bigint; at: bigint }[]>(union(ids.map(lastOf)));
      const times = new Map(rows.map(({ websiteId, at }) => [Number(websiteId), Number(at)]));
      return ids.map((id) => times.get(id) ?? null);
    },
    { maxBatchSize },
  );
}
