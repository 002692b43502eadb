import type Router from '@koa/router';

/** A route of the server. */
export interface Route {
  method: string;
  /** With its parameters: `/s/:trackingId`. */
  path: string;
}

/** The routes of a router; HEAD, which GET brings along, is none of its own. */
export function routesOf(router: Router): Route[] {
  return router.stack.flatMap(({ methods, path }) =>
    methods
      .filter((method) => method !== 'HEAD' || !methods.includes('GET'))
      .map((method) => ({ method, path: String(path) })),
  );
}
