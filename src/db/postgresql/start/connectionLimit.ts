import pg from 'pg';
import { parseAddress } from '../address.ts';
import { INSTANCE_CONNECTIONS, OTHER_CONNECTIONS } from '../connections.ts';
import { refuseDatabase } from '../faults.ts';

/** With fewer readers, two people who read statistics would keep all others waiting. */
const FEWEST = OTHER_CONNECTIONS + 2;

/**
 * The limits of a role's connections. A superuser is only limited by the server. `reserved_connections`
 * exists since PostgreSQL 16; a role that may use them is treated as if it could not.
 */
const READ = `
  SELECT CAST(rolname AS TEXT) AS "role", CAST(datname AS TEXT) AS "database",
    CASE WHEN rolsuper OR rolconnlimit < 0 THEN NULL ELSE rolconnlimit END AS "ofRole",
    CASE WHEN rolsuper OR datconnlimit < 0 THEN NULL ELSE datconnlimit END AS "ofDatabase",
    CAST(current_setting('max_connections') AS INTEGER) - CASE WHEN rolsuper THEN 0 ELSE
      CAST(current_setting('superuser_reserved_connections') AS INTEGER)
      + COALESCE(CAST(current_setting('reserved_connections', TRUE) AS INTEGER), 0) END AS "ofServer"
  FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`;

interface Limits {
  role: string;
  database: string;
  ofRole: number | null;
  ofDatabase: number | null;
  ofServer: number;
}

/**
 * Returns how many connections an instance may open; null if it may open all that it can use.
 * @throws DatabaseFault if they are too few. The server would start, because connections are opened on
 *   demand, and would then refuse hits.
 */
export async function connectionLimit(client: pg.ClientBase, url: string): Promise<number | null> {
  const { rows } = await client.query<Limits>(READ);
  const { role, database, ofRole, ofDatabase, ofServer } = rows[0] as Limits;
  const unlimited = (what: string, name: string) =>
    `run ALTER ${what} ${pg.escapeIdentifier(name)} CONNECTION LIMIT -1, or set a limit of`;
  const limits = [
    [parseAddress(url).connectionLimit, 'set connection_limit in DATABASE_URL to'],
    [ofRole, unlimited('ROLE', role)],
    [ofDatabase, unlimited('DATABASE', database)],
    [ofServer, 'raise max_connections to'],
  ] as const;
  let lowest: number | null = null;
  for (const [limit, remedy] of limits) {
    if (limit === null || limit >= INSTANCE_CONNECTIONS) continue;
    if (limit < FEWEST)
      throw refuseDatabase(
        url,
        `allows the role ${role} ${limit} connections, and an instance needs ${FEWEST} at least and up to ` +
          `${INSTANCE_CONNECTIONS}: ${remedy} ${INSTANCE_CONNECTIONS} for each instance and 10 for commands.`,
        'crowded',
      );
    lowest = Math.min(limit, lowest ?? limit);
  }
  return lowest;
}
