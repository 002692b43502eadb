import Router from '@koa/router';
import type { Middleware } from 'koa';
import { revalidated } from '../http/delivery.ts';
import { answersOf } from '../http/headers.ts';
import { analysisRoutes } from './analysis.ts';
import { liveRoutes } from './live.ts';
import { openapi } from './openapi.ts';
import { noQuery, type RestState } from './request.ts';
import { statRoutes } from './stats.ts';
import { websiteRoutes } from './websites.ts';

/**
 * Creates the router of the REST API, `/api/v1`. Each route reads its parameters, calls a resolver and
 * formats the result.
 * @param identified sets the resolvers' context, or rejects the request (rest/request.ts).
 */
export function restRouter(baseUrl: string, identified: Middleware<RestState>): Router<RestState> {
  const router = new Router<RestState>({ prefix: '/api/v1' });
  const document = openapi(baseUrl);
  router.use(answersOf('api'), revalidated);
  router.get('/openapi.json', noQuery, (ctx) => {
    ctx.body = document;
  });

  router.use(['/websites', '/stats', '/metrics', '/breakdown', '/live'], identified);
  websiteRoutes(router, baseUrl);
  statRoutes(router, baseUrl);
  analysisRoutes(router, baseUrl);
  liveRoutes(router);
  return router;
}
