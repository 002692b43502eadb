import type Router from '@koa/router';

/** A route of the server. */
export interface Route {
  method: string;
  /** Includes parameters, for example `/s/:trackingId`. */
  path: string;
}

/** Lists the routes of a router, without the HEAD route that every GET route implies. */
export function routesOf(router: Router): Route[] {
  return router.stack.flatMap(({ methods, path }) =>
    methods
      .filter((method) => method !== 'HEAD' || !methods.includes('GET'))
      .map((method) => ({ method, path: String(path) })),
  );
}
