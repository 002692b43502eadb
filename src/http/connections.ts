import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The maximum number of connections, and the timeouts of clients in ms. */
export interface ConnectionLimits {
  /**
   * Maximum number of open connections of all clients; further ones are closed. Bounds the memory of
   * unfinished requests.
   */
  most: number;
  /** Timeout for receiving the headers of a request. */
  headMs: number;
  /** Timeout for receiving a whole request, including its body. */
  requestMs: number;
  /**
   * Timeout of a connection without a byte in either direction; 0 for none. Longer than the longest response
   * takes to begin.
   */
  idleMs: number;
  /** For how long a connection waits for its next request. */
  keepAliveMs: number;
  /** Timeout from a request to the end of its response; 0 for none. */
  answerMs: number;
  /** Interval between checks of the connections. */
  checkMs: number;
}

/** Slow phones get through. A client that stalls deliberately keeps a connection for half a minute. */
const LIMITS: ConnectionLimits = {
  most: 16_384,
  headMs: 10_000,
  requestMs: 30_000,
  idleMs: 60_000,
  keepAliveMs: 5_000,
  answerMs: 300_000,
  checkMs: 1_000,
};

/**
 * A reverse proxy keeps its connections for up to two minutes (nginx one, Caddy two), and may send a request
 * just when they are closed here. It cannot send a hit again then. Browsers get less time, as each would
 * occupy a connection.
 */
const PROXY_KEEP_ALIVE_MS = 125_000;

/**
 * Returns the limits for a server whose operations take at most `operationMs`.
 * @param operationMs 0 for no limit.
 * @param isBehindProxy whether the connections are those of a reverse proxy.
 */
export function limitsFor(operationMs: number, isBehindProxy: boolean): ConnectionLimits {
  const limits = isBehindProxy ? { ...LIMITS, keepAliveMs: PROXY_KEEP_ALIVE_MS } : LIMITS;
  if (operationMs === 0) return { ...limits, idleMs: 0, answerMs: 0 };
  const { idleMs, answerMs } = limits;
  return {
    ...limits,
    idleMs: Math.max(idleMs, 2 * operationMs),
    answerMs: Math.max(answerMs, 2 * operationMs),
  };
}

/** Responses with a time limit of their own, in ms. */
const ownLimits = new WeakMap<ServerResponse, number>();

/** Exempts a response from `answerMs`: that of a stream, which cuts off clients that do not read. */
export const allowEndless = (response: ServerResponse): void =>
  void ownLimits.set(response, Number.POSITIVE_INFINITY);

/** Uploads that are being received. */
const uploads = new WeakSet<ServerResponse>();

/** How long a file may take to arrive: 2 GiB at some 100 KiB a second. */
const UPLOAD_MS = 6 * 3_600_000;

/**
 * Receives the body of a request without `requestMs` and `answerMs`. The timeout of connections without a
 * byte applies.
 */
export async function withUpload<T>(response: ServerResponse, receive: () => Promise<T>): Promise<T> {
  uploads.add(response);
  ownLimits.set(response, UPLOAD_MS);
  try {
    return await receive();
  } finally {
    uploads.delete(response);
    ownLimits.delete(response);
  }
}

/** Whether the body of a request is an upload that may take longer than `requestMs`. */
export const isUpload = (response: ServerResponse | undefined): boolean =>
  response !== undefined && uploads.has(response);

/** An HTTP server with a graceful shutdown. */
export interface LimitedServer {
  server: Server;
  /**
   * Stops accepting connections and waits for running requests. Connections without a request are closed at
   * once. Requests that are not read or answered after seven seconds are aborted, so that the database is
   * closed in time.
   */
  close(): Promise<void>;
}

/** The number of running requests of a connection, and the latest of them and when the first one arrived. */
interface Busy {
  requests: number;
  since: number;
  latest: ServerResponse | null;
}

const CLOSE_TIMEOUT_MS = 7_000;

/**
 * Creates an HTTP server with timeouts. It answers a slow request with 408 (refused.ts), and closes the
 * connection of a client that does not read its response.
 */
export function createLimitedServer(listener: RequestListener, limits: ConnectionLimits): LimitedServer {
  const { most, headMs, requestMs, idleMs, keepAliveMs, answerMs, checkMs } = limits;
  const server = createServer(
    {
      // The application rejects requests without Host itself, with the headers of every response
      // (refused.ts).
      requireHostHeader: false,
      headersTimeout: headMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: checkMs,
      keepAliveTimeout: keepAliveMs,
    },
    listener,
  );
  server.maxConnections = most;
  server.setTimeout(idleMs);
  const busy = countRequests(server);
  const check = setInterval(() => {
    const now = performance.now();
    for (const [socket, { requests, since, latest }] of busy)
      if (answerMs > 0 && requests > 0 && now - since > ((latest && ownLimits.get(latest)) ?? answerMs))
        socket.destroy();
  }, checkMs).unref();
  server.once('close', () => clearInterval(check));

  return {
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Closes keep-alive connections as soon as their last response is finished.
        const sweep = setInterval(() => {
          for (const [socket, { requests }] of busy) if (requests === 0) socket.destroy();
        }, 50);
        const cut = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
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
    busy.set(socket, { requests: 0, since: 0, latest: null });
    socket.once('close', () => busy.delete(socket));
  });
  server.prependListener('request', ({ socket }, response) => {
    const entry = busy.get(socket);
    if (!entry) return;
    if (entry.requests === 0) entry.since = performance.now();
    entry.requests += 1;
    entry.latest = response;
    response.once('close', () => {
      entry.requests -= 1;
      if (entry.latest === response) entry.latest = null;
    });
  });
  return busy;
}
