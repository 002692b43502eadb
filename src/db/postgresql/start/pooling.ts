import pg from 'pg';
import { connectionConfig } from '../connections.ts';
import { refuseDatabase } from '../faults.ts';

/** Timeout of a statement of the check, in ms. A pooler lets it wait while it has no free connection. */
const CHECK_MS = 5_000;
/** How often the first connection is asked for its server process. Another program may use it in between. */
const ATTEMPTS = 10;

/** The key of a connection for cancelling statements, which node-postgres does not declare. */
const keyOf = (client: pg.ClientBase) => (client as unknown as { processID: number }).processID;

async function processOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ id: number }>('SELECT pg_backend_pid() AS "id"');
  return rows[0]?.id ?? 0;
}

/**
 * Refuses a pooler that gives one server connection to several clients. In PgBouncer's transaction mode, the
 * settings and locks of a session would apply to other programs. Only reads, so it changes no session.
 *
 * A pooler gives its clients keys of its own, so the check costs nothing on a direct connection. Behind a
 * pooler in session mode, the first connection keeps its server process, and the other one has another. In
 * transaction mode, the other one gets the process that the first one has just left, or drives it away.
 * @throws DatabaseFault.
 */
export async function refusePooling(client: pg.Client, url: string): Promise<void> {
  const first = await processOf(client);
  if (first === keyOf(client)) return;
  const other = new pg.Client({
    ...connectionConfig(url, { integers: 'numbers', statementMs: CHECK_MS }),
  });
  other.on('error', () => undefined);
  try {
    await other.connect();
    await other.query('BEGIN');
    let isShared = (await processOf(other)) === first;
    for (let attempt = 0; attempt < ATTEMPTS && !isShared; attempt++)
      isShared = (await processOf(client)) !== first;
    await other.query('ROLLBACK');
    if (isShared)
      throw refuseDatabase(
        url,
        'is behind a connection pooler in transaction mode, which would apply the settings of ' +
          'Footfall to other programs: connect to PostgreSQL directly, or set pool_mode = session for ' +
          'this database.',
      );
  } catch (error) {
    if (!String(error).includes('Query read timeout')) throw error;
    throw refuseDatabase(
      url,
      'is behind a connection pooler that has no second connection to the server: raise its pool_size ' +
        '(docs/scaling.md lists the connections of an instance).',
      'crowded',
    );
  } finally {
    await other.end().catch(() => undefined);
  }
}
