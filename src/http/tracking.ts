import { parse } from 'node:querystring';
import Router from '@koa/router';
import type { Context as KoaContext } from 'koa';
import { encodeTracker } from '../tracker/encodings.ts';
import { fillInAddress, pathsOf, type TrackerPaths } from '../tracker/paths.ts';
import { GIF } from '../transfer/trackers/answers.ts';
import { decodeEscapes } from '../validation/query.ts';
import { sendEncoded } from './files.ts';
import { answersOf } from './headers.ts';
import type { Hits } from './hits.ts';

const HOUR_S = 3600;

/** The code of the tracker. */
export interface TrackerCode {
  script: string;
  /** The second script, which the first one loads. */
  more: string;
}

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Whether a request was sent to this host. Ports are not compared, because some proxies don't pass them.
 * @param hostname in the form of the URL standard.
 */
function isSentTo(hostname: string, ctx: KoaContext): boolean {
  const given = ctx.hostname.toLowerCase();
  return given === hostname || (LOOPBACK.test(given) && LOOPBACK.test(hostname));
}

/**
 * Creates the routes that tracked pages call, from any origin: the tracker, hits and the pixel.
 * @param code the scripts of the tracker, minified.
 * @param paths the paths of TRACKER_PATHS.
 * @param baseUrl BASE_URL. The script knows this address if it is loaded from there. Under another name of
 *   the server, and through a proxy on another website, it sends to where it was loaded from.
 */
export function trackingRouter(
  { take, post }: Hits,
  code: TrackerCode,
  paths: TrackerPaths,
  baseUrl: string,
): Router {
  const router = new Router();
  const [scripts, events, pixels, more] = [
    pathsOf('script', paths),
    pathsOf('event', paths),
    pathsOf('pixel', paths),
    pathsOf('more', paths),
  ];
  const { hostname, origin } = new URL(baseUrl);
  const encoded: Record<string, ReturnType<typeof encodeTracker>> = {};

  const setHeaders = (ctx: KoaContext) => {
    ctx.type = 'text/javascript';
    ctx.set('Cache-Control', `public, max-age=${HOUR_S}`);
  };

  router.get(scripts, answersOf('script'), (ctx) => {
    setHeaders(ctx);
    const server = isSentTo(hostname, ctx) ? origin : null;
    const key = server ?? '';
    encoded[key] ??= encodeTracker(fillInAddress(code.script, paths, server));
    sendEncoded(ctx, encoded[key]);
  });

  let encodedMore: ReturnType<typeof encodeTracker> | undefined;
  router.get(more, answersOf('script'), (ctx) => {
    setHeaders(ctx);
    encodedMore ??= encodeTracker(code.more);
    sendEncoded(ctx, encodedMore);
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
      // Never throws: a template may have inserted an address whose escapes are not UTF-8.
      const query = parse(ctx.querystring, '&', '=', { decodeURIComponent: decodeEscapes });
      const { website, page = ctx.get('referer') || undefined, referrer } = query;
      await take(ctx, { website, page, referrer });
    }
    ctx.type = 'image/gif';
    ctx.body = GIF;
  });
  return router;
}
