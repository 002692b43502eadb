import type Router from '@koa/router';
import { readBody } from '../http/body.ts';
import { createWebsite, deleteWebsite, updateWebsite } from '../websites/changes.ts';
import { WEBSITE_FIELDS } from '../websites/input.ts';
import { listWebsites, ownWebsite } from '../websites/list.ts';
import { pageBody } from './pages.ts';
import { recordFor, websiteRecord } from './record.ts';
import { bodyArgs, noQuery, PAGING, pathId, queryArgs, type RestState } from './request.ts';

const LIST_PARAMETERS = ['search', 'sort', ...PAGING];

/** Adds the routes under `/websites`. */
export function websiteRoutes(router: Router<RestState>, baseUrl: string): void {
  router.get('/websites', async (ctx) => {
    const page = await listWebsites(queryArgs(ctx, LIST_PARAMETERS), ctx.state.context);
    ctx.body = pageBody(ctx, baseUrl, page, websiteRecord);
  });

  router.post('/websites', noQuery, ...readBody, async (ctx) => {
    const website = await createWebsite(bodyArgs(ctx, WEBSITE_FIELDS), ctx.state.context);
    ctx.status = 201;
    ctx.set('Location', `${baseUrl}/api/v1/websites/${website.id}`);
    ctx.body = { data: recordFor(website, ctx.state.context.viewer), status: 201 };
  });

  router.get('/websites/:id', noQuery, async (ctx) => {
    const website = await ownWebsite(pathId(ctx), ctx.state.context);
    ctx.body = { data: recordFor(website, ctx.state.context.viewer), status: 200 };
  });

  router.register(
    '/websites/:id',
    ['PUT', 'PATCH'],
    [
      noQuery,
      ...readBody,
      async (ctx) => {
        const fields = bodyArgs(ctx, WEBSITE_FIELDS);
        const website = await updateWebsite(pathId(ctx), fields, ctx.state.context);
        ctx.body = { data: recordFor(website, ctx.state.context.viewer), status: 200 };
      },
    ],
  );

  router.delete('/websites/:id', noQuery, async (ctx) => {
    const { id } = await deleteWebsite(pathId(ctx), ctx.state.context);
    ctx.body = { id, object: 'website', deleted: true, status: 200 };
  });
}
