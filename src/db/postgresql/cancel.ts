import pg from 'pg';

/**
 * The key of a connection (PostgreSQL's manual, "Canceling Requests in Progress"). node-postgres has these
 * properties, but does not declare them.
 */
interface Cancellable {
  processID: number;
  secretKey: number;
}

/** The protocol layer of a node-postgres connection. */
interface Wire {
  ssl: unknown;
  sslNegotiation: string;
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
  once(event: 'connect' | 'sslconnect' | 'end' | 'error', listener: () => void): void;
}

/**
 * Asks the server to cancel the statement that runs on a connection. The request uses another connection, as
 * the protocol requires; that works through proxies, too. The statement may end before the server receives
 * the request. So the connection must not run another statement until this promise resolves.
 * @returns when the server has closed the other connection, or cannot be reached.
 */
function cancelStatement(client: pg.ClientBase, config: pg.ClientConfig): Promise<void> {
  const { processID, secretKey } = client as unknown as Cancellable;
  const other = new pg.Client(config);
  const { connection: wire } = other as unknown as { connection: Wire };
  const { host, port } = other;
  return new Promise((resolve) => {
    wire.once('end', resolve);
    wire.once('error', resolve);
    const cancel = () => wire.cancel(processID, secretKey);
    wire.once('connect', () => {
      if (!wire.ssl) cancel();
      else if (wire.sslNegotiation !== 'direct') wire.requestSsl();
    });
    wire.once('sslconnect', cancel);
    // A path is the folder of the server's socket.
    if (host.startsWith('/')) wire.connect(`${host}/.s.PGSQL.${port}`);
    else wire.connect(port, host);
  });
}

/** Whether the server itself ended a statement because of `statement_timeout`. */
export const isTimeout = (error: unknown) => error instanceof pg.DatabaseError && error.code === '57014';

/**
 * Runs a statement on a connection of a pool. Cancels the statement when `signal` is aborted.
 * @returns its rows.
 */
export async function runCancellable(
  pool: pg.Pool,
  config: pg.ClientConfig,
  query: pg.QueryConfig,
  signal: AbortSignal,
): Promise<unknown[]> {
  const client = await pool.connect();
  let cancelling: Promise<void> | undefined;
  let broken: Error | undefined;
  const cancel = () => {
    cancelling = cancelStatement(client, config);
  };
  signal.addEventListener('abort', cancel);
  try {
    signal.throwIfAborted();
    return (await client.query(query)).rows;
  } catch (error) {
    // After an error from the server, the connection can still be used.
    if (!(error instanceof pg.DatabaseError)) broken = error as Error;
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
    await cancelling;
    client.release(broken);
  }
}
