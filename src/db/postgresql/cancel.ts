import pg from 'pg';

/** The key of a connection (PostgreSQL's manual, "Canceling Requests in Progress"): node-postgres has it and does not declare it. */
interface Cancellable {
  processID: number;
  secretKey: number;
}

/** The protocol of a connection, as node-postgres has it. */
interface Wire {
  ssl: unknown;
  sslNegotiation: string;
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
  once(event: 'connect' | 'sslconnect' | 'end' | 'error', listener: () => void): void;
}

/**
 * Asks the server to cancel the statement that runs on a connection, over another connection, as the protocol wants it: that works through
 * proxies, too. The statement may end before the server hears of it; then the connection must not get another one until this is over.
 * @returns when the server has closed the other connection, or cannot be reached.
 */
export function cancelStatement(client: pg.ClientBase, config: pg.ClientConfig): Promise<void> {
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
    // A folder is where the server's socket is.
    if (host.startsWith('/')) wire.connect(`${host}/.s.PGSQL.${port}`);
    else wire.connect(port, host);
  });
}

/** Whether the server ended a statement by itself, for `statement_timeout`. */
export const isTimeout = (error: unknown) => error instanceof pg.DatabaseError && error.code === '57014';

/** The rows of a statement on a connection of a pool. When `signal` is aborted, the statement is cancelled. */
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
    // After what the server says of a statement, the connection is as new.
    if (!(error instanceof pg.DatabaseError)) broken = error as Error;
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
    await cancelling;
    client.release(broken);
  }
}
