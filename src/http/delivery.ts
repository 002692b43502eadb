import { Readable } from 'node:stream';
import { constants } from 'node:zlib';
import etag from '@koa/etag';
import type { Middleware } from 'koa';
import compress from 'koa-compress';

/**
 * Responses have a few kilobytes. Brotli's default window, for streams of megabytes, would take that much
 * memory for each of them.
 */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
};

// The same encodings on every version of Node.
const compressing = compress({ br: BROTLI, zstd: false });

/** Compresses text responses of at least one kilobyte, in an encoding that the client accepts. */
export const compressed: Middleware = async (ctx, next) => {
  // A client that accepts no encoding at all gets an uncompressed response; koa-compress would fail.
  if (!ctx.acceptsEncodings('br', 'gzip', 'deflate', 'identity')) Object.assign(ctx, { compress: false });
  await compressing(ctx, next);
  // Content-Length would be the uncompressed length, which is wrong if GET is compressed (RFC 9110, 8.6). A
  // stream has no Content-Length.
  const asItIs = ctx.compress === false || ctx.response.get('Content-Encoding');
  if (ctx.method === 'HEAD' && ctx.body && !asItIs && ctx.acceptsEncodings('br', 'gzip', 'deflate'))
    ctx.body = Readable.from([]);
};

// Weak: compressed and uncompressed responses have the same content, but different bytes.
const tagged = etag({ weak: true });

/** Sends 304 without a body if the client has the version of the response already. */
export const conditional: Middleware = async (ctx, next) => {
  await next();
  // RFC 9110, 13.1.3: If-None-Match takes precedence over If-Modified-Since.
  if (ctx.get('if-none-match')) delete ctx.req.headers['if-modified-since'];
  if (!ctx.fresh) return;
  ctx.status = 304;
  ctx.body = null;
};

/**
 * Adds an `ETag` to responses of GET and HEAD. Programs may cache them for themselves, and must revalidate
 * them each time ({@link conditional}), because numbers change with the next hit. Browsers must not cache
 * them: the next person at the computer could read them from the disk.
 */
export const revalidated: Middleware = async (ctx, next) => {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
  await tagged(ctx, async () => {
    await next();
    // Serialized once, for both the ETag and the response.
    if (ctx.body && ctx.response.is('json')) {
      ctx.body = JSON.stringify(ctx.body);
      ctx.type = 'json';
    }
  });
  // All browsers send this header; `fetch` of Node.js sends only Sec-Fetch-Mode.
  const fromBrowser = ctx.get('sec-fetch-site') !== '';
  if (ctx.status === 200 && !fromBrowser) ctx.set('Cache-Control', 'private, no-cache');
};
