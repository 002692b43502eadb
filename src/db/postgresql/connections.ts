import pg from 'pg';

/** How long a new connection may take, and how long to wait for one of the pool, ms. */
const CONNECT_MS = 5_000;
/** How long a statement may take, ms: what does not answer by then is given up, as where a machine vanished without a word. */
const STATEMENT_MS = 60_000;
/** How long a connection of a pool is kept that nobody uses, ms. */
const IDLE_MS = 60_000;

/** Settings of every connection. `jit` compiles for a hundred milliseconds what runs for one. */
const SETTINGS = "SET jit = off; SET client_min_messages = warning; SET TimeZone = 'UTC'";
/** Of those that only read. */
const READ_ONLY = '; SET default_transaction_read_only = on';

const { builtins } = pg.types;

/** Rows as this product reads them: 64-bit integers as numbers or as bigints. */
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
  /** How long a statement may take, ms; 0 for as long as it takes. */
  statementMs?: number | undefined;
  /** After how long the server itself ends a statement, ms: even if this process is gone. 0, or undefined, for never. */
  serverMs?: number | undefined;
}

/** What node-postgres connects with. A name is looked up for every connection: after a failover it may have another address. */
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

/** Prepares a new connection, before its first statement. */
export async function prepare(
  client: Pick<pg.ClientBase, 'query'>,
  { readOnly, serverMs }: Pick<ConnectionOptions, 'readOnly' | 'serverMs'>,
) {
  const limit = !serverMs ? '' : `; SET statement_timeout = ${serverMs}`;
  await client.query(`${SETTINGS}${readOnly ? READ_ONLY : ''}${limit}`);
}

/**
 * A pool of connections that come and go with what is asked for.
 * @param max how many there are at most.
 */
export function openPool(url: string, max: number, options: ConnectionOptions): pg.Pool {
  const pool = new pg.Pool({
    ...connectionConfig(url, options),
    max,
    idleTimeoutMillis: IDLE_MS,
    onConnect: (client) => prepare(client, options),
  });
  // One that breaks while nobody uses it is replaced when it is needed.
  pool.on('error', () => undefined);
  return pool;
}

/** Names for prepared statements: as many as there are statements in the code. */
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
