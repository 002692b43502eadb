import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';

/** How many connections there may be, and how long clients may take, ms. */
export interface ConnectionLimits {
  /** At once, of all clients; further ones are closed. Bounds the memory that unfinished requests take. */
  most: number;
  /** For the head of a request. */
  headMs: number;
  /** For a whole request, its body included. */
  requestMs: number;
  /** Without a byte in either direction; 0 for any time. More than the longest answer takes to begin. */
  idleMs: number;
  /** From a request to the end of its answer; 0 for any time. */
  answerMs: number;
  /** How often connections are looked at. */
  checkMs: number;
}

/** Slow telephones get through, and a client that waits on purpose keeps a connection for half a minute. */
const LIMITS: ConnectionLimits = {
  most: 16_384,
  headMs: 10_000,
  requestMs: 30_000,
  idleMs: 60_000,
  answerMs: 300_000,
  checkMs: 1_000,
};

/**
 * The limits of a server whose operations may take so long.
 * @param operationMs 0 for any time.
 */
export function limitsFor(operationMs: number): ConnectionLimits {
  if (operationMs === 0) return { ...LIMITS, idleMs: 0, answerMs: 0 };
  const { idleMs, answerMs } = LIMITS;
  return {
    ...LIMITS,
    idleMs: Math.max(idleMs, 2 * operationMs),
    answerMs: Math.max(answerMs, 2 * operationMs),
  };
}

/** An HTTP server, and how it is stopped. */
export interface LimitedServer {
  server: Server;
  /**
   * Stops accepting and waits for the answers under way. Connections without a request are closed at once; what is still not read or
   * answered after seven seconds is cut off, so that the database is closed in time.
   */
  close(): Promise<void>;
}

/** A connection: its requests under way, when the first of them came, and when a byte was last sent or received. */
interface Activity {
  requests: number;
  since: number;
  bytes: number;
  movedAt: number;
}

const PATIENCE_MS = 7_000;

/**
 * Creates an HTTP server that ends what is too slow: a request with 408 (refused.ts), a client that does not read its answer by closing the
 * connection.
 */
export function createLimitedServer(listener: RequestListener, limits: ConnectionLimits): LimitedServer {
  const { most, headMs, requestMs, idleMs, answerMs, checkMs } = limits;
  const server = createServer(
    {
      // Without Host is refused by the application, with the headers of every answer.
      requireHostHeader: false,
      headersTimeout: headMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: checkMs,
    },
    listener,
  );
  server.maxConnections = most;
  const connections = watchConnections(server);
  const check = setInterval(() => {
    const now = performance.now();
    for (const [socket, activity] of connections) {
      const bytes = socket.bytesRead + socket.bytesWritten;
      if (bytes !== activity.bytes) Object.assign(activity, { bytes, movedAt: now });
      const { requests, since, movedAt } = activity;
      const idle = idleMs > 0 && now - movedAt > idleMs;
      const slow = answerMs > 0 && requests > 0 && now - since > answerMs;
      if (idle || slow) socket.destroy();
    }
  }, checkMs).unref();
  server.once('close', () => clearInterval(check));

  return {
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // A connection kept alive has no request after its answer: from now on it is closed then.
        const sweep = setInterval(() => {
          for (const [socket, { requests }] of connections) if (requests === 0) socket.destroy();
        }, 50);
        const cut = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
        server.once('close', () => {
          clearInterval(sweep);
          clearTimeout(cut);
        });
      }),
  };
}

/** The open connections. Not `server.setTimeout`: it would create a timer for each request. */
function watchConnections(server: Server): ReadonlyMap<Socket, Activity> {
  const connections = new Map<Socket, Activity>();
  server.on('connection', (socket) => {
    connections.set(socket, { requests: 0, since: 0, bytes: 0, movedAt: performance.now() });
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', ({ socket }, response) => {
    const entry = connections.get(socket);
    if (!entry) return;
    if (entry.requests === 0) entry.since = performance.now();
    entry.requests += 1;
    response.once('close', () => {
      entry.requests -= 1;
    });
  });
  return connections;
}
