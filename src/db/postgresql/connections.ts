import pg from 'pg';

/** Timeout for opening a connection, and for getting one from the pool, in ms. */
const CONNECT_MS = 5_000;
/**
 * Timeout of a statement in ms. It ends the wait for a server that vanished without closing the connection.
 */
const STATEMENT_MS = 60_000;
/** How long a pool keeps an idle connection, in ms. */
const IDLE_MS = 60_000;

/**
 * Settings of every connection. `jit` would compile for a hundred milliseconds a statement that runs for one.
 */
const SETTINGS = "SET jit = off; SET client_min_messages = warning; SET TimeZone = 'UTC'";
/** Added for connections that only read. */
const READ_ONLY = '; SET default_transaction_read_only = on';

const { builtins } = pg.types;

/** How 64-bit integers are read: as numbers or as bigints. */
export type Integers = 'numbers' | 'bigints';

function typesFor(integers: Integers): pg.CustomTypesConfig {
  const integer = integers === 'numbers' ? Number : BigInt;
  return {
    getTypeParser: ((oid: number, format?: 'text') =>
      oid === builtins.INT8 ? integer : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
  };
}

export interface ConnectionOptions {
  readOnly: boolean;
  integers: Integers;
  /** Timeout of a statement in ms; 0 for none. One minute by default. */
  statementMs?: number | undefined;
  /**
   * Timeout in ms after which the server ends a statement, even if this process is gone. 0 or undefined for
   * none.
   */
  serverMs?: number | undefined;
}

/**
 * Returns the configuration for node-postgres. The host name is resolved for every connection, because its
 * address may change after a failover.
 */
export function connectionConfig(
  url: string,
  { integers, statementMs = STATEMENT_MS }: Omit<ConnectionOptions, 'readOnly' | 'serverMs'>,
): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'footfall',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: statementMs,
    keepAlive: true,
    types: typesFor(integers),
  };
}

/** Sets up a new connection, before its first statement. */
export async function prepare(
  client: Pick<pg.ClientBase, 'query'>,
  { readOnly, serverMs }: Pick<ConnectionOptions, 'readOnly' | 'serverMs'>,
) {
  const limit = !serverMs ? '' : `; SET statement_timeout = ${serverMs}`;
  await client.query(`${SETTINGS}${readOnly ? READ_ONLY : ''}${limit}`);
}

/**
 * Opens a pool of connections, which are opened and closed on demand.
 * @param max maximum number of connections.
 */
export function openPool(url: string, max: number, options: ConnectionOptions): pg.Pool {
  const pool = new pg.Pool({
    ...connectionConfig(url, options),
    max,
    idleTimeoutMillis: IDLE_MS,
    onConnect: (client) => prepare(client, options),
  });
  // Avoids an unhandled `error` event. The pool replaces a broken idle connection when it is needed.
  pool.on('error', () => undefined);
  return pool;
}

/** Returns a function that names prepared statements. There are as many names as statements in the code. */
export function statementNames(): (text: string) => string {
  const names = new Map<string, string>();
  return (text) => {
    let name = names.get(text);
    if (name === undefined) {
      name = `footfall_${names.size}`;
      names.set(text, name);
    }
    return name;
  };
}
