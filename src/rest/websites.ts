import type Router from '@koa/router';
import { readBody } from '../http/body.ts';
import { createWebsite, deleteWebsite, updateWebsite } from '../websites/changes.ts';
import { listWebsites, ownWebsite } from '../websites/list.ts';
import { pageBody } from './pages.ts';
import { recordFor, websiteRecord } from './record.ts';
import { PAGING, pathId, queryArgs, type RestState } from './request.ts';

/** Adds the routes under `/websites`. */
export function websiteRoutes(router: Router<RestState>, baseUrl: string): void {
  router.get('/websites', async (ctx) => {
    const page = await listWebsites(queryArgs(ctx, ['search', 'sort', ...PAGING]), ctx.state.context);
    ctx.body = pageBody(ctx, baseUrl, page, websiteRecord);
  });

  router.post('/websites', ...readBody, async (ctx) => {
    const website = await createWebsite(ctx.request.body as object, ctx.state.context);
    ctx.status = 201;
    ctx.set('Location', `${baseUrl}/api/v1/websites/${website.id}`);
    ctx.body = { data: recordFor(website, ctx.state.context.viewer), status: 201 };
  });

  router.get('/websites/:id', async (ctx) => {
    const website = await ownWebsite(pathId(ctx), ctx.state.context);
    ctx.body = { data: recordFor(website, ctx.state.context.viewer), status: 200 };
  });

  router.register(
    '/websites/:id',
    ['PUT', 'PATCH'],
    [
      ...readBody,
      async (ctx) => {
        const website = await updateWebsite(pathId(ctx), ctx.request.body as object, ctx.state.context);
        ctx.body = { data: recordFor(website, ctx.state.context.viewer), status: 200 };
      },
    ],
  );

  router.delete('/websites/:id', async (ctx) => {
    const { id } = await deleteWebsite(pathId(ctx), ctx.state.context);
    ctx.body = { id, object: 'website', deleted: true, status: 200 };
  });
}
