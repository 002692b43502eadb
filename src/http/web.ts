import path from 'node:path';
import Router from '@koa/router';
import type { Context as KoaContext } from 'koa';
import { canCreateOwner } from '../auth/accounts.ts';
import { statisticsAccess } from '../auth/grants.ts';
import type { LinkHeaders } from '../auth/sharedLinks.ts';
import { finishSingleSignOn } from '../auth/singleSignOn/finish.ts';
import { AppError, notFound } from '../errors.ts';
import { unsubscribe } from '../reports/unsubscribe.ts';
import type { Context } from '../request/context.ts';
import { EMBED_SCRIPT } from '../websites/links/read.ts';
import { isEmbeddable } from '../websites/list.ts';
import type { ReturnState } from './cookies.ts';
import { startExport, ZIP } from './exports.ts';
import { sendBuilt, sendSmall } from './files.ts';
import { firstAppView, firstStatisticsView, type ReadFirst } from './firstView.ts';
import type { AnswerKind } from './headers.ts';
import { folder, type ShowPage } from './pages.ts';

/** Paths of the account area. All show the same page, which selects the view in the browser. */
const APP = [
  '/',
  '/login',
  '/websites',
  '/websites/new',
  '/websites/:id',
  '/account',
  '/account/keys',
  '/forgot',
];

/** Paths of the account area whose address has a token. */
const LINKS = ['/unsubscribe', '/reset', '/confirm-email', '/join', '/login-link'];

/** The paths that have the header of the account area, if there is a session. */
const PRIVATE = /^\/$|^\/(websites|account)/;

/** The sections of a website's settings with their own address (src/web/app/website/sections.ts). */
const SECTIONS = ['general', 'sharing', 'reports', 'exclusions', 'import', 'danger'];

const HOUR_S = 3600;

/** Small files: flags of countries, icons of rows, and icons of the installed page. */
const PICTURES = {
  flags: /^[A-Z]{2}\.svg$/,
  brands: /^[a-z-]+\.svg$/,
  icons: /^[a-z0-9-]+\.(png|webmanifest)$/,
};

export interface WebOptions {
  /** Returns the resolvers' context of a request, with the viewer of its cookies, or of a shared link. */
  contextOf: (ctx: KoaContext, link?: LinkHeaders) => Promise<Context>;
  /** Returns the resolvers' context of an anonymous viewer. */
  anonymousContext: () => Context;
  show: ShowPage;
  /** Loads what reads the numbers that are written into a page. */
  loadReader: () => Promise<ReadFirst>;
  /** Whether a request has a session, which may have ended. */
  hasSession: (ctx: KoaContext) => boolean;
}

/** Creates the routes of the statistics pages and the account area: pages from dist/web that use GraphQL. */
export function webRouter(options: WebOptions): Router {
  const { contextOf, anonymousContext, show, loadReader, hasSession } = options;
  const router = new Router();
  const showApp = async (ctx: KoaContext, account = hasSession(ctx)) =>
    show(ctx, 'app', await firstAppView(ctx, account));
  const showLink = async (ctx: KoaContext) => show(ctx, 'app', await firstAppView(ctx, false), 'link');
  // A frame of another website may be on the same site as this server, so it gets no numbers of a session.
  const showStatistics = async (ctx: KoaContext, context: Context, embedded: boolean) =>
    show(
      ctx,
      'stats',
      await firstStatisticsView(ctx, embedded ? null : context, loadReader),
      embedded ? 'embedded' : 'page',
    );
  for (const where of APP) router.get(where, (ctx) => showApp(ctx, hasSession(ctx) && PRIVATE.test(where)));
  for (const where of LINKS) router.get(where, showLink);

  router.get('/websites/:id/:section', async (ctx) => {
    ctx.status = SECTIONS.includes(ctx.params.section ?? '') ? 200 : 404;
    await showApp(ctx);
  });

  // The download of the account area, for the session of its cookie.
  router.get('/exports/:trackingId', async (ctx) => {
    ctx.state.kind = 'api' satisfies AnswerKind;
    // A page of another website must not start an export, which is much work.
    if (ctx.get('sec-fetch-site') === 'cross-site')
      throw new AppError('forbidden', 'Exports start on the page of the website in the account area.');
    const context = await contextOf(ctx);
    const website = await context.loaders.websiteByTrackingId.load(ctx.params.trackingId ?? '');
    const { name, stream } = await startExport(ctx, website, ctx.query, context);
    ctx.type = ZIP;
    ctx.attachment(name);
    ctx.body = stream ?? '';
  });

  router.get('/setup', async (ctx) => {
    const context = await contextOf(ctx);
    ctx.status = (await canCreateOwner(ctx.query.token, context)) ? 200 : 404;
    await showLink(ctx);
  });

  // An identity provider sends the person back here. A cookie shows that this browser has started the login.
  router.get('/oidc/:provider/callback', async (ctx) => {
    ctx.state.kind = 'link' satisfies AnswerKind;
    (ctx.state as ReturnState).checksItsBrowser = true;
    const { provider = '' } = ctx.params;
    ctx.redirect(await finishSingleSignOn(provider, ctx.search, await contextOf(ctx)));
    ctx.status = 303;
  });

  // One-click unsubscribe of mail programs (RFC 8058). They send no cookies; the token suffices. The response
  // is the page that GET shows.
  router.post('/unsubscribe', async (ctx) => {
    const { token } = ctx.query;
    await unsubscribe(typeof token === 'string' ? token : '', anonymousContext());
    await showLink(ctx);
  });

  // The page itself shows why there are no statistics. The status is for all other clients.
  router.get('/s/:trackingId', async (ctx) => {
    const context = await contextOf(ctx);
    const { trackingId = '' } = ctx.params;
    const access = await statisticsAccess(trackingId, context);
    const embedded = ctx.query.embed === '1' && (await isEmbeddable(trackingId, context));
    ctx.status = access === 'none' ? 404 : 200;
    await showStatistics(ctx, context, embedded);
  });

  // The page of a shared link. The secret is in the path, where changes of the page's state leave it alone.
  router.get('/s/:trackingId/:token', async (ctx) => {
    const { trackingId = '', token = '' } = ctx.params;
    const context = await contextOf(ctx, { token, grant: '' });
    const access = await statisticsAccess(trackingId, context);
    ctx.status = access === 'none' ? 404 : 200;
    const embedded = ctx.query.embed === '1' && access !== 'none';
    await showStatistics(ctx, context, embedded);
  });

  // The script of other websites that embed a statistics page.
  router.get(EMBED_SCRIPT, async (ctx) => {
    await sendSmall(ctx, folder, EMBED_SCRIPT.slice(1));
    ctx.set('Cache-Control', `public, max-age=${HOUR_S}`);
    ctx.state.kind = 'script' satisfies AnswerKind;
  });

  router.get('/assets/:name', async (ctx) => {
    const { name = '' } = ctx.params;
    if (!/^[\w-]+\.(js|css|json|svg|png|woff2)$/.test(name)) throw notFound();
    await sendBuilt(ctx, path.join(folder, 'assets'), name);
  });

  for (const [pictures, names] of Object.entries(PICTURES))
    router.get(`/${pictures}/:name`, async (ctx) => {
      const { name = '' } = ctx.params;
      if (!names.test(name)) throw notFound();
      await sendSmall(ctx, path.join(folder, pictures), name);
    });
  return router;
}
