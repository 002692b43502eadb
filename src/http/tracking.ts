import { parse } from 'node:querystring';
import Router from '@koa/router';
import { encodeTracker } from '../tracker/encodings.ts';
import { fillInEventPath, pathsOf, type TrackerPaths } from '../tracker/paths.ts';
import { decodeEscapes } from '../validation/query.ts';
import { sendEncoded } from './files.ts';
import { answersOf } from './headers.ts';
import type { Hits } from './hits.ts';

const HOUR_S = 3600;

/** A transparent GIF of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/**
 * Creates the routes that tracked pages call, from any origin: the tracker, hits and the pixel.
 * @param script the tracker, minified.
 * @param paths the paths of TRACKER_PATHS.
 */
export function trackingRouter({ take, post }: Hits, script: string, paths: TrackerPaths): Router {
  const router = new Router();
  const [scripts, events, pixels] = [
    pathsOf('script', paths),
    pathsOf('event', paths),
    pathsOf('pixel', paths),
  ];
  let encoded: ReturnType<typeof encodeTracker> | undefined;

  router.get(scripts, answersOf('script'), (ctx) => {
    ctx.type = 'text/javascript';
    ctx.set('Cache-Control', `public, max-age=${HOUR_S}`);
    encoded ??= encodeTracker(fillInEventPath(script, paths));
    sendEncoded(ctx, encoded);
  });

  router.options(events, answersOf('hit'), (ctx) => {
    ctx.set('Access-Control-Allow-Methods', 'POST');
    ctx.set('Access-Control-Allow-Headers', 'Content-Type');
    ctx.set('Access-Control-Max-Age', String(24 * HOUR_S));
    ctx.status = 204;
  });

  router.post(events, post);

  router.get(pixels, answersOf('pixel'), async (ctx) => {
    if (ctx.method === 'GET') {
      // Decodes what is not UTF-8, too: a template may have inserted the address of a page as it is.
      const query = parse(ctx.querystring, '&', '=', { decodeURIComponent: decodeEscapes });
      const { website, page = ctx.get('referer') || undefined, referrer } = query;
      await take(ctx, { website, page, referrer });
    }
    ctx.type = 'image/gif';
    ctx.body = PIXEL;
  });
  return router;
}
