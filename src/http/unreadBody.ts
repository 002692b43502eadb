import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Context as KoaContext, Middleware } from 'koa';

/** Receives and discards the rest of a request's body, until it ends or the client is gone. */
async function discardRest(request: IncomingMessage): Promise<void> {
  request.resume();
  await finished(request, { writable: false }).catch(() => undefined);
}

async function* endingLater(request: IncomingMessage, bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
  await discardRest(request);
}

/**
 * Sends a complete response at once, but ends it only when the whole body of its request has arrived. To be
 * called when the response is complete otherwise.
 *
 * If a response ends earlier and the connection is to be closed, Node closes it with unread bytes. The
 * operating system then resets it, and the client may lose the response: nginx without keep-alive reports 502
 * instead of 413. The timeout of requests (connections.ts) limits the wait.
 */
function receiveRest(ctx: KoaContext): void {
  const { req, body } = ctx;
  if (req.complete || ctx.method === 'HEAD' || body == null || body instanceof Readable) return;
  const bytes = Buffer.from(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  ctx.body = Readable.from(endingLater(req, bytes));
  ctx.length = bytes.length;
}

/** Calls {@link receiveRest} after all later middlewares. */
export const receivedBodies: Middleware = async (ctx, next) => {
  await next();
  receiveRest(ctx);
};

/** As {@link receiveRest}, for a response without Koa whose headers have been written. */
export function endLater(request: IncomingMessage, response: ServerResponse, text: string | Buffer): void {
  response.write(text);
  void discardRest(request).then(() => response.end());
}
