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

/** Requests that a connection has under way, and when the first of them came. */
interface Busy {
  requests: number;
  since: number;
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
  server.setTimeout(idleMs);
  const busy = countRequests(server);
  const check = setInterval(() => {
    const now = performance.now();
    for (const [socket, { requests, since }] of busy)
      if (answerMs > 0 && requests > 0 && now - since > answerMs) socket.destroy();
  }, checkMs).unref();
  server.once('close', () => clearInterval(check));

  return {
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // A connection kept alive has no request after its answer: from now on it is closed then.
        const sweep = setInterval(() => {
          for (const [socket, { requests }] of busy) if (requests === 0) socket.destroy();
        }, 50);
        const cut = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
        server.once('close', () => {
          clearInterval(sweep);
          clearTimeout(cut);
        });
      }),
  };
}

function countRequests(server: Server): ReadonlyMap<Socket, Busy> {
  const busy = new Map<Socket, Busy>();
  server.on('connection', (socket) => {
    busy.set(socket, { requests: 0, since: 0 });
    socket.once('close', () => busy.delete(socket));
  });
  server.prependListener('request', ({ socket }, response) => {
    const entry = busy.get(socket);
    if (!entry) return;
    if (entry.requests === 0) entry.since = performance.now();
    entry.requests += 1;
    response.once('close', () => {
      entry.requests -= 1;
    });
  });
  return busy;
}
