import type Router from '@koa/router';
import { readOwnLiveVisitors } from '../live/visitors.ts';
import { noQuery, pathId, type RestState } from './request.ts';

/** Adds the route `/live/{id}`, with the id of a website. */
export function liveRoutes(router: Router<RestState>): void {
  router.get('/live/:id', noQuery, async (ctx) => {
    const { minutes, hits, ...rest } = await readOwnLiveVisitors(pathId(ctx), ctx.state.context);
    const data = {
      ...rest,
      minutes: minutes.map(({ at, ...counts }) => ({ at: new Date(at).toISOString(), ...counts })),
      hits: hits.map(({ at, ...hit }) => ({ at: new Date(at).toISOString(), ...hit })),
    };
    ctx.body = { data, status: 200 };
  });
}
