import type Router from '@koa/router';
import { readOwnStats } from '../stats/query.ts';
import { pageBody } from './pages.ts';
import { PAGING, pathId, queryArgs, type RestState } from './request.ts';

const PARAMETERS = ['name', 'from', 'to', 'search', 'sort', 'filter', ...PAGING];

/** Adds the route `/stats/{id}`, with the id of a website. */
export function statRoutes(router: Router<RestState>, baseUrl: string): void {
  router.get('/stats/:id', async (ctx) => {
    const page = await readOwnStats(pathId(ctx), queryArgs(ctx, PARAMETERS), ctx.state.context);
    ctx.body = pageBody(ctx, baseUrl, page, ({ value, count }) => ({ value, count }));
  });
}
