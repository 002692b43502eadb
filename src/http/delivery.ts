import { constants } from 'node:zlib';
import etag from '@koa/etag';
import type { Middleware } from 'koa';
import compress from 'koa-compress';

/** Answers are some kilobytes: brotli's window for streams of megabytes would take as much for each of them. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
};

/** Compresses what is worth it, as the client accepts: an answer of a kilobyte or more that is text. */
export const compressed: Middleware = compress({ br: BROTLI });

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
  if (ctx.fresh) {
    ctx.status = 304;
    ctx.body = null;
  }
};
