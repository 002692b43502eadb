import type pg from 'pg';
import { parseAddress } from '../address.ts';
import { refuseDatabase } from '../faults.ts';

/** The schema of Footfall's tables. */
export interface Schema {
  name: string;
  /** Whether it exists. One that DATABASE_URL names is created with the first migration. */
  exists: boolean;
}

/** Schemas of the search path, and `public`, that have Footfall's tables; and the schema of new tables. */
const FIND = `
  SELECT current_schema() AS "current", current_setting('search_path') AS "path",
    EXISTS (SELECT FROM pg_namespace WHERE nspname = $1) AS "exists",
    ARRAY(
      SELECT CAST(nspname AS TEXT) FROM pg_namespace
      WHERE (nspname = 'public' OR nspname = ANY(current_schemas(false)))
        AND 2 = (SELECT COUNT(*) FROM pg_class
          WHERE relnamespace = pg_namespace.oid AND relname IN ('_prisma_migrations', 'WebsiteLock'))
      ORDER BY nspname
    ) AS "found"`;

/**
 * Decides in which schema the tables are: the one that DATABASE_URL names (`?schema=`), or the one of the
 * role's search path that has them already, or the one where the role would create them. All connections
 * then use it by name. Prisma would otherwise use `public`, while SQL uses the search path (decision 060).
 * @throws DatabaseFault.
 */
export async function findSchema(client: pg.ClientBase, url: string): Promise<Schema> {
  const { schema } = parseAddress(url);
  const { rows } = await client.query<{
    current: string | null;
    path: string;
    exists: boolean;
    found: string[];
  }>(FIND, [schema ?? '']);
  const { current = null, path = '', exists = false, found = [] } = rows[0] ?? {};
  if (schema !== null) return { name: schema, exists };
  const [first, second] = found;
  if (second !== undefined)
    throw refuseDatabase(
      url,
      `has tables of Footfall in the schemas ${found.join(' and ')}: add the one with your data to ` +
        `DATABASE_URL (?schema=${second}).`,
    );
  const name = first ?? current;
  if (name === null)
    throw refuseDatabase(
      url,
      `has none of the schemas in the search_path of the role (${path}), or the role may not use them: ` +
        'create one, or name another in DATABASE_URL (?schema=footfall).',
    );
  return { name, exists: true };
}
