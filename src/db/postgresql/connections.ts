import pg from 'pg';
import { parseAddress } from './address.ts';

/**
 * Number of connections of an instance that read, and of those that record hits. The latter are so few
 * because more would divide the hits into smaller batches, which take more CPU time.
 */
export const [READERS, CHANNELS] = [8, 2];
/**
 * Connections of an instance that do not read: besides those that record hits, one each for settings, for
 * detecting changes, and for messages between instances, and those of two threads that analyse hits.
 */
export const OTHER_CONNECTIONS = CHANNELS + 3 + 2;
/** The most connections of an instance. */
export const INSTANCE_CONNECTIONS = READERS + OTHER_CONNECTIONS;

/** Timeout for opening a connection, and for getting one from the pool, in ms. */
const CONNECT_MS = 5_000;
/**
 * Timeout of a statement in ms. It ends the wait for a server that vanished without closing the connection.
 */
const STATEMENT_MS = 60_000;
/** How long a pool keeps an idle connection, in ms. */
const IDLE_MS = 60_000;

/**
 * How long the server lets a transaction wait for its next statement, in ms. It then rolls back, so that a
 * process that hangs or was cut off does not keep its locks (decision 055). It may wait longer where nothing
 * else needs the locks: in transactions that only read, and in commands without a timeout, which may read
 * another database meanwhile.
 */
const [IDLE_TRANSACTION_MS, LONG_IDLE_MS] = [2_000, 60_000];

/**
 * Settings of every connection that the code relies on. A role, a database or postgresql.conf may have other
 * defaults, with which dates are unreadable, for example, or transactions fail.
 */
const SETTINGS: Readonly<Record<string, string | number>> = {
  // Would compile for a hundred milliseconds a statement that runs for one.
  jit: 'off',
  client_min_messages: 'warning',
  // How values are written as texts, and read from them.
  TimeZone: 'UTC',
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  extra_float_digits: 1,
  bytea_output: 'hex',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  transform_null_equals: 'off',
  // Locks are taken as decision 017 says.
  default_transaction_isolation: 'read committed',
  lock_timeout: 0,
};

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
  /** Timeout in ms after which the server ends a transaction that waits for its next statement. */
  idleMs?: number | undefined;
}

/** The options of a session. */
export type SessionOptions = Omit<ConnectionOptions, 'integers'>;

/**
 * Returns the configuration for node-postgres. The host name is resolved for every connection, because its
 * address may change after a failover.
 */
export function connectionConfig(
  url: string,
  { integers, statementMs = STATEMENT_MS }: Pick<ConnectionOptions, 'integers' | 'statementMs'>,
): pg.ClientConfig {
  const { host, port, user, password, database, tls, directTls, options } = parseAddress(url);
  return {
    database,
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
    ...(tls !== undefined && { ssl: tls }),
    ...(directTls && { sslnegotiation: 'direct' }),
    ...(options !== undefined && { options }),
    application_name: 'footfall',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: statementMs,
    keepAlive: true,
    types: typesFor(integers),
  };
}

/**
 * Sets up a new connection, before its first statement.
 * @param url the one of the connection. If it names a schema, the tables are found there only, whatever the
 *   role's `search_path` is.
 */
export async function prepare(
  client: Pick<pg.ClientBase, 'query'>,
  url: string,
  options: SessionOptions,
): Promise<void> {
  const { schema } = parseAddress(url);
  const { readOnly, serverMs = 0, statementMs } = options;
  const { idleMs = readOnly || statementMs === 0 ? LONG_IDLE_MS : IDLE_TRANSACTION_MS } = options;
  const settings = {
    ...SETTINGS,
    statement_timeout: serverMs,
    idle_in_transaction_session_timeout: idleMs,
    ...(readOnly && { default_transaction_read_only: 'on' }),
    ...(schema !== null && { search_path: schema }),
  };
  const set = ([name, value]: [string, string | number]) => `SET ${name} = ${pg.escapeLiteral(`${value}`)}`;
  await client.query(Object.entries(settings).map(set).join('; '));
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
    onConnect: (client) => prepare(client, url, options),
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
