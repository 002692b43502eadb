import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Middleware } from 'koa';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { isUpload } from './connections.ts';
import { headerTable } from './headers.ts';
import { endLater } from './unreadBody.ts';

/** Responses by error code of Node's HTTP parser. With any other code, the request is not valid HTTP. */
export const REFUSALS = {
  HPE_HEADER_OVERFLOW: [431, 'The request headers must be at most 16 KiB long.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the body are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request was not received in time.'],
} satisfies Record<string, [status: number, message: string]>;
const MALFORMED: [number, string] = [400, 'The request is not valid HTTP/1.1.'];

/** For how long what a refused client still sends is received, in ms. */
const LINGER_MS = 5_000;

/** A socket of Node's HTTP server, with its current response. */
interface AnsweringSocket extends Duplex {
  _httpMessage?: ServerResponse;
}

/**
 * Answers requests that Node rejects before any middleware runs (malformed, too long, too slow) with the same
 * headers and JSON as every other error. Node's own response would have neither.
 */
export function answerRefused(server: Server, config: Pick<Config, 'baseUrl'>): void {
  const headers = headerTable(config).error.error;
  const closing = new WeakSet<Duplex>();

  server.on('clientError', (error: NodeJS.ErrnoException, socket: AnsweringSocket) => {
    // The parser reports each further part of what the client still sends.
    if (closing.has(socket)) return;
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isUpload(socket._httpMessage)) return;
    // The client has disconnected, or a response has begun.
    if (!socket.writable || error.code === 'ECONNRESET' || socket._httpMessage?.headersSent) {
      socket.destroy(error);
      return;
    }
    const [status, message] = (REFUSALS as Record<string, [number, string]>)[error.code ?? ''] ?? MALFORMED;
    const body = JSON.stringify({ message, status });
    const lines = Object.entries({
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    closing.add(socket);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
    // Closed only when the client has sent everything: with unread bytes, the connection would be reset, and
    // a proxy would report 502 instead. A client that sends nothing leaves no unread bytes.
    const timer = setTimeout(() => socket.destroy(), status === 408 ? 0 : LINGER_MS).unref();
    socket.once('end', () => socket.destroy()).once('close', () => clearTimeout(timer));
    socket.resume();
  });

  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const text = JSON.stringify({ message: 'The only supported expectation is 100-continue.', status: 417 });
    response.writeHead(417, {
      ...headers,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
    });
    endLater(request, response, text);
  });
}

/**
 * Rejects an HTTP/1.1 request without `Host` (RFC 9112, 3.2). Node's own rejection would lack our headers.
 */
export const hostRequired: Middleware = (ctx, next) => {
  const { httpVersion, headers } = ctx.req;
  if (httpVersion === '1.1' && headers.host === undefined)
    throw new AppError('bad_request', 'The request must have a Host header.');
  return next();
};
