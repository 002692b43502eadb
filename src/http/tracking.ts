import Router from '@koa/router';
import type { Context as KoaContext } from 'koa';
import getRawBody from 'raw-body';
import { AppError } from '../errors.ts';
import { limitKey } from '../ingest/address.ts';
import { type HitRequest, type IngestSteps, receiveHit } from '../ingest/receive.ts';
import type { Limit } from './limit.ts';
import { requireReadableQuery } from './utf8.ts';

const MAX_HIT = 16 * 1024;
const HOUR_S = 3600;

/** A transparent picture of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

export interface TrackingOptions {
  steps: IngestSteps;
  limit: Limit;
  /** The client's address, as TRUST_PROXY says. */
  address: (ctx: KoaContext) => string;
  /** The tracker, minified. */
  script: string;
}

/** The routes that pages call: the tracker, hits, and the pixel. Any origin may. */
export function trackingRouter({ steps, limit, address, script }: TrackingOptions): Router {
  const router = new Router();

  async function answer(ctx: KoaContext, request: Omit<HitRequest, 'address'>): Promise<void> {
    const client = address(ctx);
    await limit(limitKey(client));
    const reason = await receiveHit({ ...request, address: client }, steps);
    if (reason) ctx.set('X-Footfall-Dropped', reason);
    ctx.status = 202;
  }

  router.use(['/api/event', '/pixel.gif', '/script.js'], async (ctx, next) => {
    ctx.set('Access-Control-Allow-Origin', '*');
    ctx.set('Access-Control-Expose-Headers', 'X-Footfall-Dropped, Retry-After');
    // Pages that isolate themselves (COEP) may still load the tracker and the pixel.
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
    await next();
  });

  router.get('/script.js', (ctx) => {
    ctx.type = 'text/javascript';
    ctx.set('Cache-Control', `public, max-age=${HOUR_S}`);
    ctx.body = script;
  });

  router.options('/api/event', (ctx) => {
    ctx.set('Access-Control-Allow-Methods', 'POST');
    ctx.set('Access-Control-Allow-Headers', 'Content-Type');
    ctx.set('Access-Control-Max-Age', String(24 * HOUR_S));
    ctx.status = 204;
  });

  router.post('/api/event', async (ctx) => {
    await answer(ctx, { body: await readText(ctx), headers: headersOf(ctx) });
    ctx.body = '';
    ctx.remove('Content-Type');
  });

  router.get('/pixel.gif', async (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    if (ctx.method === 'GET') {
      requireReadableQuery(ctx);
      const { website, page = ctx.get('referer') || undefined, referrer } = ctx.query;
      await answer(ctx, { body: { website, page, referrer }, headers: headersOf(ctx) });
    }
    ctx.type = 'image/gif';
    ctx.body = PIXEL;
  });
  return router;
}

function headersOf(ctx: KoaContext): HitRequest['headers'] {
  return ctx.req.headers as HitRequest['headers'];
}

/** The body as text, whatever its type says: browsers send JSON as text/plain to spare the preflight. */
async function readText(ctx: KoaContext): Promise<string> {
  const body = await getRawBody(ctx.req, { length: ctx.get('content-length') || null, limit: MAX_HIT }).catch(
    (error: { status?: number }) => {
      if (error.status === 413) {
        throw new AppError('payload_too_large', `A hit must be at most ${MAX_HIT / 1024} KiB long.`);
      }
      throw new AppError('bad_request', 'The hit cannot be read: the body ended early.');
    },
  );
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new AppError('bad_request', 'The hit cannot be read: the body must be valid UTF-8.');
  }
}
