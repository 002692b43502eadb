import path from 'node:path';
import Router from '@koa/router';
import type { Context as KoaContext } from 'koa';
import { canCreateOwner } from '../auth/accounts.ts';
import { statisticsAccess } from '../auth/grants.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { unsubscribe } from '../reports/unsubscribe.ts';
import { isEmbeddable } from '../websites/list.ts';
import { sendBuilt, sendSmall } from './files.ts';
import { folder, type ShowPage } from './pages.ts';

/** Paths of the account area; which of them is shown is decided in the browser. */
const APP = [
  '/',
  '/login',
  '/websites',
  '/websites/new',
  '/websites/:id',
  '/account',
  '/account/keys',
  '/unsubscribe',
];

/** Small pictures: countries, and browsers and systems. */
const PICTURES = { flags: /^[A-Z]{2}\.svg$/, brands: /^[a-z]+\.svg$/ };

export interface WebOptions {
  /** The resolvers' context of a request, with who its cookies stand for. */
  contextOf: (ctx: KoaContext) => Promise<Context>;
  /** The same for nobody. */
  anonymousContext: () => Context;
  show: ShowPage;
}

/** The statistics pages and the account area: pages that speak GraphQL, from dist/web. */
export function webRouter({ contextOf, anonymousContext, show }: WebOptions): Router {
  const router = new Router();
  for (const where of APP) router.get(where, (ctx) => show(ctx, 'app'));

  router.get('/setup', async (ctx) => {
    const context = await contextOf(ctx);
    ctx.status = (await canCreateOwner(ctx.query.token, context)) ? 200 : 404;
    await show(ctx, 'app');
  });

  // What mail programs do for one click (RFC 8058), without cookies: the token says it all. The page that shows it is the same one.
  router.post('/unsubscribe', async (ctx) => {
    const { token } = ctx.query;
    await unsubscribe(typeof token === 'string' ? token : '', anonymousContext());
    await show(ctx, 'app');
  });

  // Why there is none is said in the browser: the status is for everybody else.
  router.get('/s/:trackingId', async (ctx) => {
    const context = await contextOf(ctx);
    const { trackingId = '' } = ctx.params;
    const access = await statisticsAccess(trackingId, context);
    const embedded = ctx.query.embed === '1' && (await isEmbeddable(trackingId, context));
    ctx.status = access === 'none' ? 404 : 200;
    await show(ctx, 'stats', embedded ? 'embedded' : 'page');
  });

  router.get('/assets/:name', async (ctx) => {
    const { name = '' } = ctx.params;
    if (!/^[\w-]+\.(js|css|json|svg|png)$/.test(name)) throw notFound();
    await sendBuilt(ctx, path.join(folder, 'assets', name));
  });

  for (const [pictures, names] of Object.entries(PICTURES))
    router.get(`/${pictures}/:name`, async (ctx) => {
      const { name = '' } = ctx.params;
      if (!names.test(name)) throw notFound();
      await sendSmall(ctx, path.join(folder, pictures, name));
    });
  return router;
}
