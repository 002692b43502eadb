import Router from '@koa/router';
import type { Middleware } from 'koa';
import { revalidated } from '../http/delivery.ts';
import { answersOf } from '../http/headers.ts';
import { openapi } from './openapi.ts';
import { noQuery, type RestState } from './request.ts';
import { addRoutes } from './route.ts';
import { ROUTES } from './routes.ts';

/**
 * Creates the router of the REST API, `/api/v1`.
 * @param identified sets the resolvers' context, or rejects the request (rest/request.ts).
 */
export function restRouter(baseUrl: string, identified: Middleware<RestState>): Router<RestState> {
  const router = new Router<RestState>({ prefix: '/api/v1' });
  const document = openapi(baseUrl);
  router.use(answersOf('api'), revalidated);
  router.get('/openapi.json', noQuery, (ctx) => {
    ctx.body = document;
  });

  const folders = new Set(ROUTES.map(({ path }) => path.replace(/(?<!^)\/.*$/, '')));
  router.use([...folders], identified);
  addRoutes(router, baseUrl, ROUTES);
  return router;
}
