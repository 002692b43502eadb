import pg from 'pg';
import { asFault } from '../../health/faults.ts';
import { TABLE_NAMES } from '../../sql/tables.ts';
import { resolvedUrl } from '../address.ts';
import { connectionConfig } from '../connections.ts';
import { postgresqlFaults, refuseDatabase } from '../faults.ts';
import { connectionLimit } from './connectionLimit.ts';
import { refusePooling } from './pooling.ts';
import { readRights, serverProblem } from './rights.ts';
import { findSchema, type Schema } from './schema.ts';

/** The oldest version that is supported and tested, as `server_version_num`. */
const OLDEST = 150_000;

/**
 * Examines a database on a new connection, before anything is changed, also no setting of the session: behind
 * a pooler in transaction mode, it would be a session of other programs.
 * @throws DatabaseFault that says why Footfall cannot use the database, and the way out.
 */
export async function examine(client: pg.Client, url: string): Promise<Schema> {
  await refusePooling(client, url);
  const { rows } = await client.query<{ number: string; name: string }>(`
    SELECT current_setting('server_version_num') AS "number", current_setting('server_version') AS "name"`);
  if (Number(rows[0]?.number) < OLDEST)
    throw refuseDatabase(url, `runs PostgreSQL ${rows[0]?.name}: upgrade it to 15 or newer.`);
  return findSchema(client, url);
}

/**
 * Examines a database, and returns its URL with the schema of the tables and the number of connections, so
 * that all threads use the same ones.
 * @param forServer requires what a running server needs, too: rights and connections.
 * @throws DatabaseFault.
 */
export async function resolvePostgresql(url: string, forServer: boolean): Promise<string> {
  const client = new pg.Client(connectionConfig(url, { integers: 'numbers' }));
  client.on('error', () => undefined);
  try {
    await client.connect();
    const schema = await examine(client, url);
    if (!forServer) return resolvedUrl(url, schema.name);
    const problem = serverProblem(schema, await readRights(client, schema, TABLE_NAMES));
    if (problem) throw refuseDatabase(url, problem);
    return resolvedUrl(url, schema.name, await connectionLimit(client, url));
  } catch (error) {
    throw asFault(error, postgresqlFaults(url));
  } finally {
    await client.end().catch(() => undefined);
  }
}
