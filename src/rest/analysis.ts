import type Router from '@koa/router';
import { METRIC_NAMES, METRICS } from '../analysis/metrics.ts';
import { readOwnBreakdown } from '../stats/breakdown.ts';
import { readOwnMetrics } from '../stats/metrics.ts';
import { pageBody } from './pages.ts';
import { PAGING, pathId, queryArgs, type RestState } from './request.ts';

const METRIC_PARAMETERS = ['from', 'to', 'filter', 'compare', 'compare_from', 'compare_to', 'elapsed'];
const BREAKDOWN_PARAMETERS = ['by', 'from', 'to', 'filter', 'search', 'sort', ...PAGING];

/** Adds the routes `/metrics/{id}` and `/breakdown/{id}`, with the id of a website. */
export function analysisRoutes(router: Router<RestState>, baseUrl: string): void {
  router.get('/metrics/:id', async (ctx) => {
    const args = queryArgs(ctx, METRIC_PARAMETERS);
    const { metrics, previous } = await readOwnMetrics(pathId(ctx), args, ctx.state.context);
    ctx.body = { data: metrics, previous, status: 200 };
  });

  router.get('/breakdown/:id', async (ctx) => {
    const args = queryArgs(ctx, BREAKDOWN_PARAMETERS);
    const page = await readOwnBreakdown(pathId(ctx), args, ctx.state.context);
    ctx.body = pageBody(ctx, baseUrl, page, ({ values, sums }) => ({
      ...Object.fromEntries(page.by.map((name, index) => [name, values[index]])),
      ...Object.fromEntries(METRIC_NAMES.map((name) => [name, METRICS[name].valueOf(sums)])),
    }));
  });
}
