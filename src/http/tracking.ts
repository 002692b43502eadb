import Router from '@koa/router';
import { ANY_ORIGIN, HIT_PATH, type Hits } from './hits.ts';
import { requireReadableQuery } from './utf8.ts';

const HOUR_S = 3600;

/** A transparent picture of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/**
 * The routes that pages call: the tracker, hits, and the pixel. Any origin may.
 * @param script the tracker, minified.
 */
export function trackingRouter({ take, post }: Hits, script: string): Router {
  const router = new Router();

  router.use([HIT_PATH, '/pixel.gif', '/script.js'], async (ctx, next) => {
    ctx.set(ANY_ORIGIN);
    await next();
  });

  router.get('/script.js', (ctx) => {
    ctx.type = 'text/javascript';
    ctx.set('Cache-Control', `public, max-age=${HOUR_S}`);
    ctx.body = script;
  });

  router.options(HIT_PATH, (ctx) => {
    ctx.set('Access-Control-Allow-Methods', 'POST');
    ctx.set('Access-Control-Allow-Headers', 'Content-Type');
    ctx.set('Access-Control-Max-Age', String(24 * HOUR_S));
    ctx.status = 204;
  });

  router.post(HIT_PATH, post);

  router.get('/pixel.gif', async (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    if (ctx.method === 'GET') {
      requireReadableQuery(ctx);
      const { website, page = ctx.get('referer') || undefined, referrer } = ctx.query;
      await take(ctx, { website, page, referrer });
    }
    ctx.type = 'image/gif';
    ctx.body = PIXEL;
  });
  return router;
}
