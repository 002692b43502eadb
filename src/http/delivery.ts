import { Readable } from 'node:stream';
import { constants } from 'node:zlib';
import etag from '@koa/etag';
import type { Middleware } from 'koa';
import compress from 'koa-compress';

/** Answers are some kilobytes: brotli's window for streams of megabytes would take as much for each of them. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
};

// The same encodings on every version of Node.
const compressing = compress({ br: BROTLI, zstd: false });

/** Compresses what is worth it, as the client accepts: an answer of a kilobyte or more that is text. */
export const compressed: Middleware = async (ctx, next) => {
  // To who refuses everything, not compressing included, goes what there is; koa-compress would fail.
  if (!ctx.acceptsEncodings('br', 'gzip', 'deflate', 'identity')) Object.assign(ctx, { compress: false });
  await compressing(ctx, next);
  // The length would be that of GET where it is not compressed (RFC 9110, 8.6); what is a stream has none.
  const asItIs = ctx.compress === false || ctx.response.get('Content-Encoding');
  if (ctx.method === 'HEAD' && ctx.body && !asItIs && ctx.acceptsEncodings('br', 'gzip', 'deflate'))
    ctx.body = Readable.from([]);
};

// Weak: what is compressed for one client and not for another has other bytes, but says the same.
const tagged = etag({ weak: true });

/**
 * Gives what is read an `ETag`, and answers 304 without a body to who has it already (`If-None-Match`). It may be kept by who asked, and
 * nobody else, and is asked for anew each time: numbers change with the next hit.
 */
export const revalidated: Middleware = async (ctx, next) => {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
  await tagged(ctx, async () => {
    await next();
    // Once, for the tag and for the answer.
    if (ctx.body && ctx.response.is('json')) {
      ctx.body = JSON.stringify(ctx.body);
      ctx.type = 'json';
    }
  });
  if (ctx.status !== 200) return;
  ctx.set('Cache-Control', 'private, no-cache');
  // RFC 9110, 13.1.3: where there is a tag, the date is ignored.
  if (ctx.get('if-none-match')) delete ctx.req.headers['if-modified-since'];
  if (ctx.fresh) {
    ctx.status = 304;
    ctx.body = null;
  }
};
